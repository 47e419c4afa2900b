// Processes of one deployment, each with roles of its own, on one database, with one key file and perhaps one Redis.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecrets } from '../../src/kit/secrets.ts';
import { bareEnvironment } from './bare-environment.ts';

export interface ServerProcess {
  /** Where it takes requests; empty for an engine. */
  url: string;
  /** Where operators come in; empty where they don't. */
  consoleUrl: string;
  child: ChildProcess;
  /** At once, as a crash would; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end, and waits. */
  stop(): Promise<void>;
}

export interface Deployment {
  start(roles: string, settings?: Record<string, string | undefined>): Promise<ServerProcess>;
  /** Ends all that still run. */
  close(): Promise<void>;
}

const startMaxMs = 60_000;

/** `settings` are given to every process, but for what a console alone is given. */
export function openDeployment(settings: Record<string, string>): Deployment {
  const directory = mkdtempSync(join(tmpdir(), 'candor-deployment-'));
  loadSecrets(join(directory, 'secrets.json'), { mayCreate: true, isPrivate: false });
  const running = new Set<ServerProcess>();
  const children = new Set<ChildProcess>();
  process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));
  return {
    async start(roles, own = {}) {
      const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
        env: {
          ...bareEnvironment,
          ROLES: roles,
          PORT: '0',
          DATA_DIRECTORY: directory,
          MARKET_SOURCE: 'simulated',
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'error',
          ...settings,
          ...(!roles.includes('console') && { DATABASE_CONSOLE_URL: undefined }),
          ...own,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.add(child);
      const started: ServerProcess = {
        ...(await listening(child)),
        child,
        kill: () => end(started, 'SIGKILL'),
        stop: () => end(started, 'SIGTERM'),
      };
      running.add(started);
      return started;
    },
    async close() {
      await Promise.all(Array.from(running, (each) => each.kill()));
      rmSync(directory, { recursive: true, force: true });
    },
  };

  async function end(server: ServerProcess, signal: NodeJS.Signals): Promise<void> {
    running.delete(server);
    const { child } = server;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

function listening(child: ChildProcess): Promise<Pick<ServerProcess, 'url' | 'consoleUrl'>> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => {
      // No other code knows this child yet, and a running child would keep the test file from ending.
      child.kill('SIGKILL');
      reject(new Error(`it did not start: ${said}`));
    }, startMaxMs);
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
    child.stdout!.on('data', (text: Buffer) => {
      said += text.toString();
      // It says so in one line.
      const found = /Candor is running (?:on (http:\/\/\S+)|as an engine).*\n/.exec(said);
      if (!found) return;
      clearTimeout(timer);
      const consoleUrl = /Operators come in on (http:\/\/\S+?)\.?\s/.exec(found[0])?.[1] ?? '';
      resolve({ url: found[1] ?? '', consoleUrl });
    });
  });
}
