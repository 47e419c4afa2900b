// The recorded market beside the repository, served as HTX serves its own; undefined where it is not there.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../server/src/kit/free-ports.test-support.ts';

const root = join(import.meta.dirname, '../..');
const program = join(root, '../shared/tools/htx-replay.mjs');
export const hasReplay = existsSync(program);

export interface Replay {
  /** For the server that takes its prices from it. */
  settings: Record<string, string>;
  /** Again on the same port, after `stop`. */
  start(): Promise<void>;
  stop(): void;
}

export async function startReplay(): Promise<Replay> {
  const port = await freePort();
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [program, '--port', String(port)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the replay ended with ${code}`)));
      child.stdout!.on('data', (text) => String(text).startsWith('replaying') && resolve());
    });
  }

  await start();
  return {
    settings: { MARKET_SOURCE: 'htx', HTX_WS: `ws://127.0.0.1:${port}/ws`, HTX_REST: `http://127.0.0.1:${port}` },
    start,
    stop: () => child.kill(),
  };
}
