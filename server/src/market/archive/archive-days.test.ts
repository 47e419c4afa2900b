// Days of the archive as files: whole, chained from one to the next, the same for ever, and cheap to hand out.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import {
  findInputsFault,
  genesisHash,
  hashTick,
  nameInputs,
  unpackInputLines,
  unpackTickColumns,
  verifyTickRun,
  writeInputs,
} from '@candor/proof';
import { formatAmount, getArchiveDay, wad } from '@candor/wire';
import type { ArchiveMinute, ArchivedTick, Wad } from '@candor/wire';
import { cloneDatabase } from '../../../test/support/database.ts';
import { openTestDoor } from '../../http/http.test-support.ts';
import { manualClock } from '../../kit/clock.ts';
import type { Download } from '../../kit/download.ts';
import type { CallContext } from '../../kit/feature.ts';
import { manualTimers } from '../../kit/manual-timers.test-support.ts';
import { openConnection, openPool } from '../../kit/postgres.ts';
import type { Pool } from '../../kit/postgres.ts';
import { until } from '../../kit/until.test-support.ts';
import { archiveDayCalls } from './archive-days.ts';
import { createFinality } from './finality.ts';
import type { Tick } from '../market.ts';
import { archived } from './pack-ticks.ts';
import { sealMinutes } from './seal-minutes.ts';
import { insertTicks } from '../store.ts';

const midnight = Date.UTC(2026, 0, 2);
const everyMs = 15_000;
/** From ten to midnight, over a whole day, into the next one. */
const startMs = midnight - 86_400_000 - 600_000;
const endMs = midnight + 600_000;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let door: Awaited<ReturnType<typeof openTestDoor>>;
let url: string;
const all: Tick[] = [];

before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url);
  const connection = await openConnection(database.url);
  const lists: (string | undefined)[] = [];
  let hash = genesisHash('BTC');
  for (let at = startMs, sequence = 1; at < endMs; at += everyMs, sequence++) {
    const price = (wad('90000') + BigInt(sequence % 50) * 10n ** 16n) as Wad;
    const sources = [
      { source: 'htx', standing: 'in' as const, price },
      { source: 'okx', standing: 'silent' as const },
    ];
    const list = sequence % 3 === 0 ? undefined : writeInputs(sources);
    const inputs = list === undefined ? 'htx' : nameInputs(sources, list);
    const tick = { sequence, price, sourceAt: at - 40, publishedAt: at, inputs };
    hash = hashTick(hash, 'BTC', archived(tick));
    all.push({ coin: 'BTC', ...tick, hash });
    lists.push(list);
  }
  for (let first = 0; first < all.length; first += 500) {
    const [ticks, its] = [all, lists].map((list) => list.slice(first, first + 500)) as [Tick[], typeof lists];
    await insertTicks(connection, { epoch: 0, ticks, lists: its });
  }
  await connection.end();
  const clock = manualClock(endMs + 60_000);
  const finality = createFinality(clock, () => Infinity);
  finality.resume(0);
  await sealMinutes({ pool, clock, finality });
  const calls = archiveDayCalls({ pool, timing: { pauseMs: 1 } });
  door = await openTestDoor({ calls: [getArchiveDay], handlers: calls });
  const { port } = await door.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${port}`;
});
after(async () => {
  await door.close();
  await pool.end();
  await database.drop();
});

const ask = (day: string, coin = 'BTC', headers: Record<string, string> = {}) =>
  fetch(`${url}/market/archive/${coin}/${day}`, { headers });

async function download(day: string): Promise<ArchiveMinute[]> {
  const response = await ask(day);
  assert.equal(response.status, 200);
  const lines = (await response.text()).trimEnd().split('\n');
  return lines.map((line) => getArchiveDay.reply.parse(JSON.parse(line)));
}
const inflate = (packed: string): string => inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');

test('the days of a coin hold every tick, chained from the first to the last, with what each was made of', async () => {
  const days = ['2025-12-31', '2026-01-01', '2026-01-02'];
  // One after the other, as an address has one download at a time.
  const minutes: ArchiveMinute[][] = [];
  for (const day of days) minutes.push(await download(day));
  assert.deepEqual(minutes.map((each) => each.length), [10, 1440, 10]); // oxfmt-ignore
  const ticks: ArchivedTick[] = [];
  let head = genesisHash('BTC');
  let checked = 0;
  for (const minute of minutes.flat()) {
    assert.equal(minute.previous_hash, head);
    const own = unpackTickColumns(inflate(minute.ticks));
    assert.deepEqual([own[0]![0], own.at(-1)![0], own.length], [minute.first_sequence, minute.last_sequence, minute.count]); // oxfmt-ignore
    const run = { coin: 'BTC', start_hash: head, ticks: own, end_hash: minute.hash };
    assert.deepEqual(verifyTickRun(run), []);
    const bySequence = new Map(own.map((tick) => [tick[0], tick]));
    for (const [sequence, list] of unpackInputLines(minute.first_sequence, inflate(minute.sources!))) {
      const [, price, , , inputs] = bySequence.get(sequence)!;
      assert.equal(findInputsFault({ inputs, price, list, decimals: 2 }), undefined);
      checked++;
    }
    ticks.push(...own);
    head = minute.hash;
  }
  assert.deepEqual(ticks, all.map(archived));
  assert.equal(checked, all.filter(({ inputs }) => inputs.includes(' ')).length);
  assert.equal(formatAmount(all[0]!.price), ticks[0]![1]);
});

test('a day that is over is kept for ever, the running one is asked for again, and who has it gets nothing twice', async () => {
  const over = await ask('2026-01-01');
  assert.equal(over.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(over.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
  assert.match(over.headers.get('content-disposition')!, /filename="candor-BTC-2026-01-01\.ndjson"/);
  await over.arrayBuffer();
  const running = await ask('2026-01-02');
  assert.equal(running.headers.get('cache-control'), 'no-cache');
  await running.arrayBuffer();
  for (const { headers } of [over, running]) {
    const etag = headers.get('etag')!;
    assert.match(etag, /^"[0-9a-f]{64}"$/);
    const day = headers === over.headers ? '2026-01-01' : '2026-01-02';
    const again = await ask(day, 'BTC', { 'if-none-match': `"other", ${etag}` });
    assert.deepEqual([again.status, await again.text()], [304, '']);
  }
  assert.notEqual(over.headers.get('etag'), running.headers.get('etag'));
});

test('days that there are not are refused', async () => {
  for (const [day, coin, code] of [
    ['2026-01-05', 'BTC', 'not-found'],
    ['2026-01-01', 'ETH', 'not-found'],
    ['2026-01-01', 'XXX', 'unknown-coin'],
    ['2026-02-30', 'BTC', 'malformed'],
    ['2026-13-01', 'BTC', 'malformed'],
    ['yesterday', 'BTC', 'malformed'],
  ] as const) {
    const reply = (await (await ask(day, coin)).json()) as { code: string };
    assert.equal(reply.code, code, `${coin} ${day}`);
  }
});

test('an address has one download at a time, and gives its place back when it goes away', async () => {
  const open = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => get(`${url}/market/archive/BTC/2026-01-01`, resolve).on('error', reject));
  const codeOf = async () => {
    const response = await ask('2026-01-01');
    if (response.status === 200) return (await response.arrayBuffer()).byteLength > 0;
    return ((await response.json()) as { code: string }).code;
  };
  const leaves = await open();
  assert.equal(await codeOf(), 'busy');
  leaves.destroy();
  await until('the place is free', async () => (await codeOf()) === true);
});

test('whoever reads nothing is let go, and its place is free again', async () => {
  const timers = manualTimers();
  const [call] = archiveDayCalls({ pool, timers, timing: { pauseMs: 1, stallMs: 1_000 } });
  const openFor = async (ip: string) => {
    const found = (await call!.handle({ coin: 'BTC', day: '2026-01-01' }, { ip } as CallContext)) as Download;
    return found.open();
  };
  const idle = [await openFor('one'), await openFor('two')];
  await timers.advance(999);
  await assert.rejects(openFor('three'), /busy/, 'two at once');
  await timers.advance(1);
  await until('both were let go', () => idle.every(({ closed }) => closed));
  const third = await openFor('three');
  third.destroy();
});

test('who hardly reads gives way to somebody who comes, and who reads well does not', async () => {
  const [timers, clock] = [manualTimers(), manualClock(endMs)];
  const [call] = archiveDayCalls({ pool, timers, clock, timing: { pauseMs: 1 } });
  const openFor = async (ip: string) => {
    const found = (await call!.handle({ coin: 'BTC', day: '2026-01-01' }, { ip } as CallContext)) as Download;
    return found.open();
  };
  const [slow, fast] = [await openFor('one'), await openFor('two')];
  clock.advance(9_999);
  await assert.rejects(openFor('three'), /busy/, 'everybody has ten seconds');
  // Twenty minutes of the day at a time: forty a second.
  const reading = fast[Symbol.asyncIterator]();
  for (let read = 0; read < 20; read++) await reading.next();
  clock.advance(1);
  const third = await openFor('three');
  assert.deepEqual([slow.destroyed, fast.destroyed], [true, false]);
  await assert.rejects(openFor('four'), /busy/);
  // Of two that are slow by then the slower one, whoever came first.
  await third[Symbol.asyncIterator]().next();
  clock.advance(60_000);
  (await openFor('four')).destroy();
  assert.deepEqual([third.destroyed, fast.destroyed], [true, false]);
  fast.destroy();
});
