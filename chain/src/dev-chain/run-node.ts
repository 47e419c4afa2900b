// Runs the node of the development chain, a real EVM on this machine alone, with the state that it had when it was last stopped or killed.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { askNode, type AskNode } from '../networks/json-rpc.ts';

export interface DevNode {
  url: string;
  ask: AskNode;
  /** Keeps what the chain is now: a node that is killed later begins from here. */
  keepState(): Promise<void>;
  exited: Promise<void>;
  stop(): void;
}

/** Of the development chain, so that no wallet takes it for the main one. */
export const devChainId = 31_337n;
const upWithinMs = 10_000;
const lookEveryMs = 25;

/** Throws where the package is left out or its binary does not run here. */
export async function runNode(directory: string): Promise<DevNode> {
  const port = await freePort();
  const stateFile = join(directory, 'state.json');
  // Whoever is paid in the newest block but two can rely on it: what is final follows closely.
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(devChainId), '--accounts', '0', '--slots-in-an-epoch', '1', '--silent']; // oxfmt-ignore
  if (existsSync(stateFile)) args.push('--load-state', stateFile);
  const child = spawn(binary(), args, { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const url = `http://127.0.0.1:${port}`;
  const ask = askNode(url);
  await untilUp({ ask, child, exited });
  return {
    url,
    ask,
    exited,
    async keepState() {
      requireParent();
      const dump = await ask('anvil_dumpState', false);
      if (typeof dump !== 'string') throw new Error('the node gives no state');
      requireParent();
      const next = `${stateFile}.next`;
      writeFileSync(next, gunzipSync(Buffer.from(dump.slice(2), 'hex')));
      renameSync(next, stateFile);
    },
    stop: () => void child.kill('SIGTERM'),
  };
}

/**
 * Throws if whoever started this process has ended. The next one may have opened the chain from the stored state already, and this state would
 * replace it: where none was stored yet, by another chain.
 */
function requireParent(): void {
  if (process.send && !process.connected) throw new Error('nobody waits for this chain any more');
}

/** Inside of the package for this system; its own starter would be one more process. */
function binary(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const from = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  return from.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/${name}`);
}

async function untilUp({
  ask,
  child,
  exited,
}: {
  ask: AskNode;
  child: ChildProcess;
  exited: Promise<void>;
}): Promise<void> {
  let hasEnded = false;
  void exited.then(() => (hasEnded = true));
  const deadline = performance.now() + upWithinMs;
  for (;;) {
    const isUp = await ask('web3_clientVersion').then(() => true, () => false); // oxfmt-ignore
    if (isUp) return;
    if (hasEnded || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('the node does not run here');
    }
    await sleep(lookEveryMs);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
