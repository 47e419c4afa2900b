// A server of its own for each spec file: a process as `npm start` runs it, on a free port with an empty data directory.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestServer {
  url: string;
  /** Of its database and its keys. */
  directory: string;
  /** Ends it as an operator would, database included, and removes its data. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data, after `kill`. */
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const main = join(import.meta.dirname, '../../server/src/main.ts');
const startMaxMs = 60_000;

export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-e2e-'));
  let child: ChildProcess;
  let port = '0';

  async function start(): Promise<void> {
    child = spawn(process.execPath, [main], {
      env: { ...process.env, MARKET_SOURCE: 'simulated', LOG_LEVEL: 'error', ...settings, DATA_DIRECTORY: directory, PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    }); // prettier-ignore
    port = await listeningPort(child);
  }

  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    directory,
    start,
    kill,
    async stop() {
      await kill('SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function listeningPort(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`the server did not start: ${said}`)), startMaxMs);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    child.stdout!.on('data', (text: Buffer) => {
      said += text.toString();
      const port = /running on http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(port);
    });
  });
}
