// What somebody meets who starts the server with something wrong: one sentence that says what to do, exit code 1, and nothing left running.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../src/kit/until.test-support.ts';
import { bareEnvironment } from './support/bare-environment.ts';

const main = join(import.meta.dirname, '../src/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'candor-first-'));
const busy = createServer();
let busyPort: number;
before(async () => {
  await once(busy.listen(0, '127.0.0.1'), 'listening');
  busyPort = (busy.address() as AddressInfo).port;
});
after(() => {
  busy.close();
  rmSync(folder, { recursive: true, force: true });
});

const mark = `first-start-${process.pid}`;

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...bareEnvironment, DATA_DIRECTORY: join(folder, 'data'), PORT: '0', SIMULATED_HISTORY: '2', MARKET_SOURCE: 'simulated', CANDOR_MARK: mark, ...environment }, // oxfmt-ignore
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (said.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said.err += text.toString()));
  return { child, said, ended: once(child, 'close').then(([code]) => code as number) };
}

function processesLeft(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`CANDOR_MARK=${mark}`);
    } catch {
      return false;
    }
  });
}

const file = join(folder, 'file');
const mistakes: Record<string, [environment: () => Record<string, string>, words: RegExp]> = {
  'a port that is in use': [() => ({ PORT: `${busyPort}` }), /^Port \d+ is in use by another program: .*set PORT to a free one\.\n$/],
  'a console’s port that is in use': [() => ({ CONSOLE_PORT: `${busyPort}` }), /^Port \d+ is in use .*set CONSOLE_PORT/],
  'a port that is none': [() => ({ PORT: 'abc' }), /^PORT=abc: a whole number from 0 to 65535 is expected\.\n$/],
  'a source of prices that there is not': [() => ({ MARKET_SOURCE: 'kraken' }), /^MARKET_SOURCE=kraken: htx, simulated or auto is expected\.\n$/],
  'an address of a database that is none': [() => ({ DATABASE_URL: 'localhost' }), /^DATABASE_URL: an address like postgres:.* is expected\.\n$/],
  'a database that does not answer': [() => ({ DATABASE_URL: `postgres://u:s3cret@127.0.0.1:1/candor`, DATABASE_CONSOLE_URL: `postgres://c:s3cret@127.0.0.1:1/candor` }), /^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1 .*\n$/],
  'a file where the data should be': [
    () => {
      writeFileSync(file, '');
      return { DATA_DIRECTORY: file };
    },
    /can't be used: it is no folder\..*DATA_DIRECTORY\.\n$/,
  ],
  'data of another version': [
    () => {
      const data = mkdtempSync(join(folder, 'old-'));
      const postgres = join(data, 'postgres');
      rmSync(postgres, { recursive: true, force: true });
      writeFolder(postgres, { PG_VERSION: '9.6\n' });
      return { DATA_DIRECTORY: data };
    },
    /was written by PostgreSQL 9\.6.*\n$/,
  ],
}; // oxfmt-ignore

function writeFolder(path: string, files: Record<string, string>): void {
  mkdirSync(path, { mode: 0o700 });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
}

for (const [name, [environment, words]] of Object.entries(mistakes)) {
  test(`${name} is said in a sentence, and nothing is left running`, async () => {
    const { said, ended } = start(environment());
    assert.equal(await ended, 1);
    assert.match(said.err, words);
    assert.doesNotMatch(said.err + said.out, /\n {4}at |s3cret/);
    await until('no process is left', () => processesLeft().length === 0);
  });
}

test('where no port was named the next free ones are taken, and said', async () => {
  const taken = createServer();
  taken.on('error', () => undefined);
  taken.listen(3_000, '127.0.0.1');
  const { child, said, ended } = start({ PORT: undefined as unknown as string });
  await until('it runs', () => said.out.includes('Candor is running'));
  assert.match(said.out, /^Port 3000 is in use by another program, so this takes (\d+); PORT sets another one\.\n/m);
  const [, port] = /this takes (\d+)/.exec(said.out)!;
  assert.ok(said.out.includes(`on http://127.0.0.1:${port} `));
  assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200);
  // A second one in the same folder would take the database from under the first.
  const second = start({ PORT: undefined as unknown as string });
  assert.equal(await second.ended, 1);
  assert.match(second.said.err, /^Port 3000 is in use, and so is .*: another Candor runs there\. .*\n$/);
  assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200);
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
  taken.close();
});
