// The command as people run it: a process with a file, against a server on this machine.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { ArchivedTick } from '@candor/wire';
import { oneOfEach, runOf, secretKey, writeReceipt } from '../test/honest-receipt.ts';
import { publicKeyOf, signReceipt } from './sign-receipt.ts';

const command = fileURLToPath(new URL('../bin/candor-verify.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'candor-verify-'));
const { history, receipt } = oneOfEach(4).get('win')!;
const signed = signReceipt(receipt, secretKey);
const key = publicKeyOf(secretKey);
let publicTicks = history.ticks;
let base = '';

/** Answers in short pages, so that several are needed. */
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://x');
  const first = parseInt(searchParams.get('after')!, 10);
  const page = () => runOf(publicTicks, first, Math.min(parseInt(searchParams.get('last')!, 10), first + 3));
  const data = pathname === '/api/proof/key' ? { public_key: key } : pathname === '/market/ticks' ? page() : undefined;
  response.statusCode = data === undefined ? 404 : 200;
  response.end(JSON.stringify({ status: 1, data }));
});

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test('a sound receipt with its archive and key exits 0 and shows every check with its numbers', async () => {
  const { code, output } = await verify(JSON.stringify(signed, null, 2), '--key', key, '--archive', base);
  assert.equal(code, 0, output);
  assert.match(output, new RegExp(`✓ payout +paid ${receipt.paid.replace('.', '\\.')}`));
  assert.match(output, /✓ signature/);
  assert.match(output, /The receipt verifies\.\n$/);
});

test('what was not checked stands in the last line, and it exits 2', async () => {
  const alone = await verify(JSON.stringify(signed));
  assert.equal(alone.code, 2, alone.output);
  assert.match(
    alone.output,
    /NOT FULLY CHECKED: .*ticks are the public ones.*, and whether the key is the platform's.*\n$/,
  );
  const offline = await verify(JSON.stringify(signed), '--key', key);
  assert.equal(offline.code, 2, offline.output);
  assert.match(offline.output, /NOT FULLY CHECKED: .*ticks are the public ones[^,]*\n$/);
});

test('a run that is cut short and signed with an older exit does not pass, and the public archive refutes it', async () => {
  // The exit that counts is left out with the tick after it, and the one before it is signed as if it were the last.
  const known = history.ticks.filter((tick) => tick[0] < receipt.exit!.sequence);
  const older = writeReceipt({ ...history, ticks: known });
  assert.ok(older.exit && older.exit.sequence < receipt.exit!.sequence, 'the seed must give an older exit');
  const forged = JSON.stringify(signReceipt(older, secretKey));
  const offline = await verify(forged, '--key', key);
  assert.equal(offline.code, 2, offline.output);
  assert.match(offline.output, /NOT FULLY CHECKED: .*go on to what decided.*\n$/);
  assert.equal((await verify(forged, '--archive', base)).code, 1);
});

test('a changed one exits 1 and names what does not fit', async () => {
  const { code, output } = await verify(JSON.stringify({ ...signed, paid: '1000' }));
  assert.equal(code, 1);
  assert.match(output, new RegExp(`✗ payout +paid is 1000, but it must be ${receipt.paid}`));
  assert.match(output, /does NOT verify/);
});

test('against the public archive it compares every tick and the key', async () => {
  publicTicks = history.ticks;
  const same = await verify(JSON.stringify(signed), '--archive', base);
  assert.equal(same.code, 0, same.output);
  assert.match(same.output, /✓ archive +all \d+ ticks/);
  assert.match(same.output, /✓ key/);
  const at = receipt.archive.ticks[1]![0] - 1;
  publicTicks = history.ticks.with(at, history.ticks[at]!.with(1, '5.5') as ArchivedTick);
  const other = await verify(JSON.stringify(signed), '--archive', base);
  assert.equal(other.code, 1, other.output);
  assert.match(other.output, new RegExp(`✗ archive .*price of tick ${at + 1}`));
});

test('against a folder of downloaded days it compares every tick, and finds a day that is not sound', async () => {
  const days = mkdtempSync(join(folder, 'days-'));
  const check = () => verify(JSON.stringify(signed), '--archive', days, '--key', key);
  assert.match((await check()).output, /holds no day of BTC/);
  // The last tick of the receipt lies in the second day.
  const half = receipt.archive.ticks.at(-2)![0];
  const write = (day: string, minutes: ArchivedTick[][]): void =>
    writeFileSync(join(days, `candor-BTC-${day}.ndjson`), minutes.map((ticks) => `${minuteOf(ticks)}\n`).join(''));
  write('2025-10-09', [history.ticks.slice(0, 1), history.ticks.slice(1, half)]);
  assert.equal((await check()).code, 1, 'the day that decides is missing');
  write('2025-10-10', [history.ticks.slice(half)]);
  const same = await check();
  assert.equal(same.code, 0, same.output);
  assert.match(same.output, /✓ archive +all \d+ ticks/);
  assert.match((await verify(JSON.stringify(signed), '--archive', days)).output, /holds no key/);

  const at = receipt.archive.ticks[1]![0] - 1;
  const changed = history.ticks.with(at, history.ticks[at]!.with(1, '5.5') as ArchivedTick);
  write('2025-10-09', [changed.slice(0, 1), changed.slice(1, half)]);
  write('2025-10-10', [changed.slice(half)]);
  const other = await check();
  assert.deepEqual([other.code, /✓ archive/.test(other.output)], [2, false], other.output);
  assert.match(other.output, /is not sound: the ticks lead to hash/);
});

/** A line of a day's file, with the hashes of the honest chain. */
function minuteOf(ticks: ArchivedTick[]): string {
  const [first, last] = [ticks[0]!, ticks.at(-1)!];
  const honest = runOf(history.ticks, first[0] - 1, last[0]);
  const columns = {
    version: 1,
    firstSequence: first[0],
    prices: ticks.map(([, price]) => price),
    sourceMs: ticks.map((tick, place) => tick[2] - (ticks[place - 1]?.[2] ?? 0)),
    publishedMs: ticks.map((tick, place) => tick[3] - (ticks[place - 1]?.[3] ?? 0)),
    inputs: [['htx', ticks.length]],
  };
  return JSON.stringify({
    coin: 'BTC', minute_ms: first[3] - (first[3] % 60_000), first_sequence: first[0], last_sequence: last[0],
    count: ticks.length, previous_hash: honest.start_hash, hash: honest.end_hash,
    ticks: deflateRawSync(JSON.stringify(columns)).toString('base64'), sources: null,
  }); // oxfmt-ignore
}

test('another key than the trusted one exits 1', async () => {
  assert.equal((await verify(JSON.stringify(signed), '--key', 'ab'.repeat(32))).code, 1);
});

test('what cannot be read exits 2 and says why', async () => {
  for (const [text, reason, ...rest] of [
    ['{"kind":"option","kind":"option"}', /kind is there twice/],
    ['{"version":1.0}', /version is 1\.0/],
    ['not json', /a value is missing/],
    ['{}', /fetch failed/, '--archive', 'http://127.0.0.1:1'],
    ['{}', /Unknown option/, '--strange'],
  ] as [string, RegExp, ...string[]][]) {
    const { code, output } = await verify(text, ...rest);
    assert.equal(code, 2, output);
    assert.match(output, reason);
  }
});

test('what a receipt holds does not steer the terminal', async () => {
  const { output } = await verify(JSON.stringify({ ...signed, formula: '\u001b[2J' }));
  assert.ok(!output.includes('\u001b'));
});

/** Runs on whatever Node runs the tests; the command finds a newer one by itself where that is too old. */
async function verify(text: string, ...rest: string[]): Promise<{ code: number | null; output: string }> {
  const file = join(folder, 'receipt.json');
  writeFileSync(file, text);
  const child = spawn(process.execPath, [command, file, ...rest], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}
