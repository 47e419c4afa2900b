// Servers of the specs: processes as `npm start` runs them, on free ports with empty data directories. Their databases are new ones of the
// run's PostgreSQL. One is shared by all specs that neither set nor kill nor halt anything: a start takes seconds of both processors.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isGate } from '../../server/test/run/which-run.ts';
import { cloneDatabase } from '../../server/test/support/database.ts';

export interface TestServer {
  url: string;
  /** Where operators come in. */
  consoleUrl: string;
  /** What an `npm` command that works on the same deployment runs with. */
  environment: Readonly<Record<string, string>>;
  /** Of its database, as the superuser. */
  adminUrl: string;
  /** Ends it as an operator would, database included, and removes its data. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data, after `kill`. */
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const main = join(import.meta.dirname, '../../server/src/main.ts');
/**
 * Drawing the past and moving twenty coins four times a second took a fifth of what servers cost, and all that is shown is drawn as often.
 * Charts have more of a past in the long run.
 */
const slowMarket = { SIMULATED_STEP_MS: '1000', ...(isGate && { SIMULATED_HISTORY: '100' }) };
/** As `npm start` has it: for what looks at how prices move. */
export const liveMarket = { SIMULATED_STEP_MS: '250' };
/** A machine that is busy with others takes many times the 8 s of a quiet one. */
const startMaxMs = 180_000;

/** Nobody ends it but who started it. */
export type SharedServer = Pick<TestServer, 'url' | 'consoleUrl' | 'environment' | 'adminUrl'>;

const readShared = (): SharedServer => JSON.parse(process.env['CANDOR_SHARED_SERVER']!) as SharedServer;

/** The one that all specs share, which shared-server.ts has started. Its shortest option is over in 3 s. */
export const sharedServer: SharedServer = {
  get url() {
    return readShared().url;
  },
  get consoleUrl() {
    return readShared().consoleUrl;
  },
  get environment() {
    return readShared().environment;
  },
  get adminUrl() {
    return readShared().adminUrl;
  },
};

/** For a spec that sets, kills or halts something. */
export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-e2e-'));
  const database = await cloneDatabase();
  const { url: DATABASE_URL, consoleUrl: DATABASE_CONSOLE_URL, ownerUrl: DATABASE_OWNER_URL } = database;
  const environment = { DATA_DIRECTORY: directory, DATABASE_URL, DATABASE_CONSOLE_URL, DATABASE_OWNER_URL };
  let child: ChildProcess;
  let port = '0';
  let consolePort = '0';

  async function start(): Promise<void> {
    child = spawn(process.execPath, [main], {
      env: { ...process.env, MARKET_SOURCE: 'simulated', LOG_LEVEL: 'error', DEV_CHAIN: 'ethereum', ...slowMarket, CONSOLE_PORT: consolePort, ...settings, ...environment, PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    }); // oxfmt-ignore
    [port, consolePort] = await listeningPorts(child);
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
    consoleUrl: `http://127.0.0.1:${consolePort}`,
    environment,
    adminUrl: database.adminUrl,
    start,
    kill,
    async stop() {
      await kill('SIGTERM');
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Of customers and of operators. */
function listeningPorts(child: ChildProcess): Promise<[port: string, consolePort: string]> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`the server did not start: ${said}`)), startMaxMs);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    child.stdout!.on('data', (text: Buffer) => {
      said += text.toString();
      const port = /running on http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (port === undefined || !said.includes('Ctrl-C')) return;
      clearTimeout(timer);
      resolve([port, /Operators come in on http:\/\/[^:]+:(\d+)/.exec(said)?.[1] ?? '0']);
    });
  });
}
