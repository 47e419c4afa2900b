// A production as `npm start` runs it, in a process of its own: a database that it owns but does not rule, a key file, a mail server,
// an SMS gateway and an exchange on this machine.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { loadSecrets } from '../../src/kit/secrets.ts';
import { openHtxDouble } from './neighbours/htx-double.ts';
import { bareEnvironment } from './bare-environment.ts';
import { cloneDatabase, runAsOwner, type TestDatabase } from './database.ts';

const sources = join(import.meta.dirname, '../../src');
const startMaxMs = 60_000;

interface Ended {
  code: number | null;
  said: string;
}

export interface ProductionServer {
  /** What it is started with, but for what a test changes. */
  settings: Readonly<Record<string, string>>;
  keyFile: string;
  /** Starts it; rejects with all that it said if it ends instead. */
  start(
    settings?: Record<string, string | undefined>,
  ): Promise<{ port: number; said(): string; stop(): Promise<void> }>;
  /** `npm run keys` with these arguments; what it said, and how it ended. */
  keys: (...args: string[]) => Ended;
  /** `npm run operator`, as the owner of the database. */
  operator: (...args: string[]) => Ended;
  /** As the superuser. */
  adminUrl: string;
  /** `npm run migrate`, as the owner of the database. */
  migrate: () => Ended;
  /** The code in the newest mail to this address. */
  codeFor(email: string): string | undefined;
  close(): Promise<void>;
}

export async function prepareProduction(): Promise<ProductionServer> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-production-'));
  const keyFile = join(directory, 'secrets.json');
  loadSecrets(keyFile, { mayCreate: true, isPrivate: false });
  const [database, mails, gateway, htx] = await Promise.all([ownDatabase(), startMailServer(), startGateway(), openHtxDouble()]); // oxfmt-ignore
  const settings = {
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIRECTORY: directory,
    DATABASE_URL: database.url,
    DATABASE_CONSOLE_URL: database.consoleUrl,
    SMTP_URL: mails.url,
    SMS_WEBHOOK_URL: gateway.url,
    SMS_WEBHOOK_SECRET: 'for the tests of a production only',
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_ORIGIN: 'https://127.0.0.1:1',
    CONSOLE_ORIGIN: 'https://127.0.0.1:2',
    HTX_WS: htx.websocketUrl,
    HTX_REST: htx.restUrl,
  };
  const running = new Set<ChildProcess>();
  return {
    settings,
    keyFile,
    async start(changes = {}) {
      const child = spawn(process.execPath, [join(sources, 'main.ts')], {
        env: { ...bareEnvironment, ...settings, ...changes },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      const said: string[] = [];
      for (const output of [child.stdout, child.stderr])
        output.on('data', (text: Buffer) => said.push(text.toString()));
      const port = await listeningPort(child, said);
      return { port, said: () => said.join(''), stop: () => stop(child) };
    },
    keys: (...args) => runCommand('change-keys.ts', args, settings),
    operator: (...args) =>
      runCommand('create-operator.ts', args, { ...settings, DATABASE_OWNER_URL: database.ownerUrl }),
    adminUrl: database.adminUrl,
    migrate: () => runCommand('migrate-database.ts', [], { DATABASE_OWNER_URL: database.ownerUrl }),
    codeFor: mails.codeFor,
    async close() {
      await Promise.all([...running].map(stop));
      await Promise.all([mails.close(), gateway.close(), htx.close()]);
      await database.drop();
      rmSync(directory, { recursive: true });
    },
  };
}

function runCommand(file: string, args: readonly string[], settings: Readonly<Record<string, string>>): Ended {
  const env = { ...bareEnvironment, ...settings };
  const ran = spawnSync(process.execPath, [join(sources, file), ...args], { env, encoding: 'utf8' });
  return { code: ran.status, said: ran.stdout + ran.stderr };
}

function listeningPort(child: ChildProcess, said: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it did not start: ${said.join('')}`)), startMaxMs);
    // Once its output has ended too.
    child.once('close', (code) => reject(new Error(`it ended with ${code}: ${said.join('')}`)));
    child.stdout!.on('data', () => {
      const port = /running on http:\/\/[^:]+:(\d+)/.exec(said.join(''))?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(parseInt(port, 10));
    });
    child.once('close', () => clearTimeout(timer));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** An empty database of its owner's, as deploy/database.sql makes it. */
async function ownDatabase(): Promise<TestDatabase> {
  const database = await cloneDatabase();
  await runAsOwner(
    database,
    'drop schema public cascade; create schema public; grant usage on schema public to public',
  );
  return database;
}

async function startMailServer() {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  const port = await listen(smtp.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    codeFor: (email: string): string | undefined => {
      const mail = mails.findLast((text) => text.includes(`To: ${email}`));
      return mail && /\b(\d{6})\b/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[1];
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}

async function startGateway() {
  const gateway = createServer((request, response) => request.resume().on('end', () => response.end()));
  const port = await listen(gateway);
  return {
    url: `http://127.0.0.1:${port}/sms`,
    async close() {
      gateway.closeAllConnections();
      await new Promise((resolve) => gateway.close(resolve));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
