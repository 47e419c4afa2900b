// Development chains for tests, in directories of their own.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkName } from '../networks/networks.ts';
import { superviseDevChain, type DevChain } from './supervise-dev-chain.ts';

export interface OwnDevChain extends DevChain {
  directory: string;
  /** Ends the process as a loss of power would, and resolves when it is gone. */
  kill(): Promise<void>;
  end(): void;
}

/** Returns undefined where the node does not run. */
export async function openOwnDevChain(network: NetworkName): Promise<OwnDevChain | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-dev-chain-'));
  const chain = superviseDevChain(directory, network);
  const runs = await chain.open().then(
    () => true,
    () => false,
  );
  if (!runs) return undefined;
  return {
    ...chain,
    directory,
    kill: () => killDevChain(directory, network),
    end() {
      chain.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Kills the process of a chain, whoever started it. */
export async function killDevChain(directory: string, network: NetworkName): Promise<void> {
  const pid = pidOf(directory, network);
  if (pid === undefined) throw new Error(`no process runs the chain of ${network}`);
  process.kill(pid, 'SIGKILL');
  // The process that started it learns of its end a moment later.
  while (pidOf(directory, network) === pid) await new Promise((resolve) => setImmediate(resolve));
}

function pidOf(directory: string, network: NetworkName): number | undefined {
  for (const file of globSync('/proc/[0-9]*/cmdline')) {
    const words = commandOf(file);
    if (words[1]?.endsWith('dev-chain-main.ts') && words[2] === network && words[3] === directory)
      return parseInt(file.split('/')[2]!, 10);
  }
  return undefined;
}

function commandOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\0');
  } catch {
    // It ended meanwhile.
    return [];
  }
}
