// Corrections on a real database: found by the index, made by two operators, public, and without any part in a settlement.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { decideOption, findCorrectionsFault, termsOfVersion1 } from '@candor/proof';
import { correctCandle, formatAmount, getCorrections, listCoins, wad } from '@candor/wire';
import type { CandlePrices, Endpoint, OptionReceipt, Uuid } from '@candor/wire';
import fc from 'fast-check';
import type { z } from 'zod';
import { cloneDatabase, runAsOwner } from '../../../test/support/database.ts';
import { approvedProposal } from '../../../test/support/acts.ts';
import { bridgeEvents } from '../../kit/bridge-events.ts';
import { createBus, type Bus } from '../../kit/bus.ts';
import { manualClock } from '../../kit/clock.ts';
import type { CallContext } from '../../kit/feature.ts';
import { log } from '../../kit/log.ts';
import { startPart } from '../../kit/part.ts';
import { openPool } from '../../kit/postgres.ts';
import type { Pool } from '../../kit/postgres.ts';
import { Refusal } from '../../kit/refuse.ts';
import { until } from '../../kit/until.test-support.ts';
import { appendCorrection } from './correction-store.ts';
import { createMarket } from '../create-market.ts';
import { recordingHub, scriptedSource } from '../market-fixture.test-support.ts';
import { market as marketFace } from '../market-face.ts';
import type { Tick } from '../market.ts';
import type { Candle } from '../sources/source.ts';
import { runs } from '../../../test/support/seed.ts';

log.setLevel('silent');
const signingKey = 'cd'.repeat(32);
const startMs = Date.UTC(2026, 0, 5, 12, 0, 0);
const clock = manualClock(startMs);
const source = scriptedSource();
const hub = recordingHub();
const bus = createBus();
const ticks: Tick[] = [];
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let made: Awaited<ReturnType<typeof openMarket>>;

const openMarket = (own = { bus, hub }) =>
  createMarket({
    databaseUrl: database.url,
    pool,
    clock,
    ...own,
    source: 'simulated',
    htx: { websocketUrl: 'ws://127.0.0.1:1/ws', restUrl: 'http://127.0.0.1:1' },
    venues: [],
    simulated: { seed: 1 },
    countUsers: () => Promise.resolve(0),
    signingKey,
    ownSource: source,
  });

/** Two minutes with a tick a second, and a little more. */
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.consoleUrl);
  made = await openMarket();
  made.market.onTicks((published) => void ticks.push(...published));
  await startPart(made.web);
  for (let second = 0; second < 125; second++) {
    source.price('BTC', `9000${second % 7}`, clock.now());
    await until(`tick ${second}`, () => ticks.length > second);
    clock.advance(1_000);
  }
});
after(async () => {
  await made.stop();
  await pool.end();
  await database.drop();
});

async function call<One extends Endpoint>(wanted: One, payload: Record<string, unknown>, { web } = made) {
  const bound = web.calls.find((each) => each.call === wanted)!;
  const reply = await bound.handle(wanted.payload.parse(payload), {} as CallContext);
  return wanted.reply.parse(reply) as z.output<One['reply']>;
}
const refusal = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

/** What the source says of a minute when it is asked again. */
const sourceMinute = (atMs: number, high: string, low = '90000'): Candle => ({
  start: atMs / 1000,
  open: wad('90000'),
  high: wad(high),
  low: wad(low),
  close: wad('90003'),
  amount: wad('1'),
  volume: wad('90000'),
  count: 1,
});
const highOf = async (period: '1min' | '5min' | '1day') => {
  const provider = hub.provider!;
  const rows = JSON.parse(await provider.request(`market.btcusdt.kline.${period}`, {})) as {
    id: number;
    high: number;
  }[];
  return rows[0]!.high;
};
const corrections = async () => (await call(getCorrections, {})).corrections;

test('a bad print that a source brings is found out, drawn over and told, once and for good', async () => {
  source.past = (coin, period) => (coin === 'BTC' && period === '1min' ? [sourceMinute(startMs, '99000')] : []);
  source.listener.recovered('BTC', startMs);
  await until('the correction', async () => (await corrections()).length === 1);
  const [correction] = await corrections();
  assert.deepEqual(
    [correction!.id, correction!.coin, correction!.minute_ms, correction!.reason, correction!.approved_by],
    [1, 'BTC', startMs, 'bad-print', 'index'],
  );
  assert.equal(correction!.before.high, '99000');
  assert.deepEqual(correction!.after, { open: '90000', high: '90006', low: '90000', close: '90003' });
  for (const period of ['1min', '5min', '1day'] as const) {
    await until(`drawn: ${period}`, async () => (await highOf(period)) === 90_006);
  }
  await until('stored', async () => {
    const { rows } = await pool.query<{ high: string }>(`select distinct high::text from market_candles`);
    return rows.length > 0 && rows.every(({ high }) => parseInt(high, 10) <= 90_006);
  });
  assert.deepEqual(
    hub.notified.findLast(({ message }) => message['action'] === 'layer'),
    {
      room: 'home',
      message: { action: 'layer', notify: { [`${startMs}btcusdt`]: { ...correction, coin_code: 'BTC' } } },
    },
  );
  const listed = await call(listCoins, {});
  assert.deepEqual([listed[0]!.adjType, listed[1]!.adjType], ['adjusted', 'none']);
  const { coin, minute_ms: minuteMs, before, after, reason, note } = correction!;
  const again = { coin: coin as 'BTC', minuteMs, before, after, reason, note };
  const other = await appendCorrection(pool, again, { signingKey, now: clock.now() });
  assert.deepEqual(other, correction, 'another process that finds the same print adds nothing');
  source.listener.recovered('BTC', startMs);
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  assert.equal(await highOf('1min'), 90_006, 'the source says it again in vain');
  assert.equal((await corrections()).length, 1);
});

test('less than that is corrected when one operator proposes and another approves', async () => {
  const minute = startMs + 60_000;
  await assert.rejects(propose(minute), refusal('nothing-to-correct'));
  source.past = (coin, period) => (coin === 'BTC' && period === '1min' ? [sourceMinute(minute, '90100')] : []);
  source.listener.recovered('BTC', minute);
  await until('the wick', async () => (await highOf('5min')) === 90_100);
  for (const atMs of [minute + 1, minute + 60_000, minute - 600_000, clock.now() + 600_000]) {
    await assert.rejects(propose(atMs), refusal('nothing-to-correct'), String(atMs - minute));
  }
  const facts = await propose(minute);
  assert.deepEqual([facts.before.high, facts.after.high], ['90100', '90006']);
  const body = { coin: 'BTC', minute_ms: minute, reason: 'wrong-candle', note: 'a wick' };
  proposalId = await approvedProposal(pool, { kind: 'correct-candle', body, facts });
  const act = { proposalId, body, facts, maker: 'anna', checker: 'ben' };
  assert.equal((await corrections()).length, 1);
  await assert.rejects(correcting().carryOut({ ...act, maker: 'ben', checker: 'anna' }, pool), /not what was proposed/);
  const outcomes = await Promise.all([correcting().carryOut(act, pool), correcting().carryOut(act, pool)]);
  assert.deepEqual(outcomes, [{ correction_id: 2 }, { correction_id: 2 }], 'a proposal is carried out once');
  const all = await corrections();
  assert.equal(all.length, 2);
  assert.equal(all[1]!.proposed_by, 'anna');
  assert.equal(await highOf('5min'), 90_006);
  assert.equal(findCorrectionsFault(all), undefined);
  const page = await call(getCorrections, { coin: 'BTC', from: minute, after: 1 });
  assert.deepEqual(page.corrections, [all[1]]);
  assert.ok(findCorrectionsFault([all[1]!]));
  assert.ok(findCorrectionsFault([{ ...all[0]!, note: 'other' }, all[1]!]));
});
let proposalId: Uuid;
const correcting = () => made.web.acts!.find(({ act }) => act === correctCandle)!;
const propose = (minuteMs: number) =>
  correcting().facts({ coin: 'BTC', minute_ms: minuteMs, reason: 'wrong-candle', note: 'a wick' }, pool) as Promise<{
    before: CandlePrices;
    after: CandlePrices;
  }>;

test('the database holds operators apart and corrections in place', async () => {
  const insert = (changes: Record<string, string>) => {
    const columns: Record<string, string> = {
      correction_id: '3',
      coin: `'BTC'`,
      minute_ms: String(startMs + 60_000),
      before_prices: 'array[1,1,1,1]',
      after_prices: '(select after_prices from market_corrections order by correction_id desc limit 1)',
      reason: `'wrong-candle'`,
      note: `'a wick'`,
      proposal_id: `'${proposalId}'`,
      proposed_by: `'anna'`,
      approved_by: `'ben'`,
      corrected_ms: '1',
      previous_hash: '(select hash from market_corrections order by correction_id desc limit 1)',
      hash: `decode(repeat('00', 32), 'hex')`,
      public_key: `decode(repeat('00', 32), 'hex')`,
      signature: `decode(repeat('00', 64), 'hex')`,
      ...changes,
    };
    const [names, values] = [Object.keys(columns), Object.values(columns)];
    return pool.query(`insert into market_corrections (${names.join()}) values (${values.join()})`);
  };
  await assert.rejects(insert({}), /proposal_id_key/, 'a second time');
  await assert.rejects(insert({ approved_by: `'anna'` }), /not what was proposed/);
  await assert.rejects(insert({ approved_by: `'index'` }), /not what was proposed/);
  await assert.rejects(insert({ proposal_id: 'null' }), /two_operators/);
  await assert.rejects(insert({ after_prices: 'array[1,1,1,1]' }), /not what was proposed/);
  await assert.rejects(insert({ proposed_by: `'emil'` }), /not what was proposed/);
  await assert.rejects(insert({ approved_by: `'dora'` }), /not what was proposed/);
  await assert.rejects(insert({ correction_id: '4' }), /does not follow/);
  await assert.rejects(insert({ previous_hash: `decode(repeat('00', 32), 'hex')` }), /does not follow/);
  for (const sql of [
    `update market_corrections set note = 'x'`,
    'delete from market_corrections',
    'truncate market_corrections',
  ]) {
    await assert.rejects(pool.query(sql), /permission denied/);
    await assert.rejects(runAsOwner(database, sql), /append-only/);
  }
});

test('whatever is corrected, every order is decided as before, and the archive is the same to the last byte', async () => {
  const run = () => made.market.tickRun('BTC', 0, ticks.length);
  const archiveNow = async () =>
    (
      await pool.query<{ ticks: string; minutes: string }>(
        `select (select md5(string_agg(t::text, '' order by sequence)) from market_ticks t) as ticks,
                (select md5(string_agg(m::text, '' order by minute_ms)) from market_minutes m) as minutes`,
      )
    ).rows[0];
  await made.market.finalUpTo(clock.now() - 1);
  const [runBefore, archiveBefore] = [await run(), await archiveNow()];
  const price = fc.integer({ min: 1, max: 200_000 }).map(String);
  const made4 = fc.record({ open: price, high: price, low: price, close: price });
  const order = fc.record({
    received: fc.integer({ min: 0, max: 110_000 }),
    accepted: fc.integer({ min: 0, max: 120 }),
    seconds: fc.constantFrom(30, 60),
    side: fc.constantFrom('up' as const, 'down' as const),
  });
  type Order = typeof order extends fc.Arbitrary<infer Value> ? Value : never;
  const decide = ({ received, accepted, seconds, side }: Order, all: typeof runBefore) =>
    decideOption({
      order: orderAt({ receivedMs: startMs + received, accepted, side }),
      terms: { ...termsOfVersion1, ...standardTerms, duration_ms: seconds * 1_000 },
      ticks: all.ticks.filter(([sequence]) => sequence > accepted),
    });
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { minLength: 5, maxLength: 20 }),
      made4,
      fc.nat(1),
      async (orders, prices, minute) => {
        const decidedBefore = orders.map((one) => decide(one, runBefore));
        const correction = { coin: 'BTC' as const, minuteMs: startMs + minute * 60_000, before: flat, after: prices };
        await appendCorrection(
          pool,
          { ...correction, reason: 'bad-print', note: '' },
          { signingKey, now: clock.now() },
        );
        const runAfter = await run();
        assert.deepEqual(runAfter, runBefore);
        assert.deepEqual(await archiveNow(), archiveBefore);
        assert.deepEqual(
          orders.map((one) => decide(one, runAfter)),
          decidedBefore,
        );
      },
    ),
    { numRuns: runs(30) },
  );
});
const flat: CandlePrices = { open: '1', high: '1', low: '1', close: '1' };
const standardTerms = {
  option_config_id: 'one',
  config_version: 1,
  payout_rate: '0.8',
  min: '1',
  max: '100',
  tie: 'stake back' as const,
};
const orderAt = (order: { receivedMs: number; accepted: number; side: 'up' | 'down' }): OptionReceipt['order'] => ({
  option_order_id: 'opt_1',
  account_id: 'acc_1',
  coin: 'BTC',
  side: order.side,
  stake: '10',
  received_ms: order.receivedMs,
  accepted_sequence: order.accepted,
});

test('another web process draws and tells what this one corrects, at once and once', async () => {
  const there = { bus: createBus(), hub: recordingHub() };
  const other = await openMarket(there);
  const minute = startMs + 60_000;
  const told = () => there.hub.notified.filter(({ message }) => message['action'] === 'layer');
  const before = await corrections();
  joinProcesses(bus, there.bus);
  const [prices, changed] = [{ ...before[0]!.after }, { ...before[0]!.after, high: '90001' }];
  const signed = await appendCorrection(
    pool,
    { coin: 'ETH', minuteMs: minute, before: prices, after: changed, reason: 'bad-print', note: '' },
    { signingKey, now: clock.now() },
  );
  assert.deepEqual([(await call(listCoins, {}, other))[1]!.adjType, told().length], ['none', 0]);
  bus.emit('market.corrected', { id: signed.id });
  const isAdjusted = async (market = made) => (await call(listCoins, {}, market))[1]!.adjType === 'adjusted';
  await until('it is known there', () => isAdjusted(other));
  await until('it is told there', () => told().length === 1);
  assert.deepEqual(told()[0]!.message['notify'], { [`${minute}ethusdt`]: { ...signed, coin_code: 'ETH' } });
  await until('here too', () => isAdjusted());
  bus.emit('market.corrected', { id: signed.id });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(told().length, 1);
  await other.stop();
});

/** As web processes of one deployment are: by the events that the market's face says. */
function joinProcesses(one: Bus, other: Bus): void {
  const arrivals: ((event: never) => void)[] = [];
  for (const [place, each] of [one, other].entries()) {
    const link = {
      post: (_name: string, event: unknown) => arrivals[1 - place]!(structuredClone(event) as never),
      onPost: (_name: string, listener: (event: never) => void) => void (arrivals[place] = listener),
    };
    bridgeEvents(each, link as never, marketFace.bridged.betweenWebs);
  }
}

test('a restarted market keeps what was corrected, and finishes what was stored but not drawn', async () => {
  await made.stop();
  // More before it than are read at once.
  for (let place = 0; place < 1_000; place++) {
    const other = { coin: 'ETH' as const, minuteMs: startMs - place * 60_000, before: flat, after: flat };
    await appendCorrection(pool, { ...other, reason: 'bad-print', note: '' }, { signingKey, now: clock.now() });
  }
  const correction = { coin: 'BTC' as const, minuteMs: startMs, before: flat, after: { ...flat, high: '2' } };
  await appendCorrection(pool, { ...correction, reason: 'bad-print', note: '' }, { signingKey, now: clock.now() });
  made = await openMarket();
  assert.equal(await highOf('1min'), 2);
  await startPart(made.web);
  source.past = (coin, period) => (coin === 'BTC' && period === '1min' ? [sourceMinute(startMs, '99000')] : []);
  source.listener.recovered('BTC', startMs);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(await highOf('1min'), 2);
  assert.equal(formatAmount(ticks[0]!.price), '90000');
});

test('nothing outside the market names the tables of candles and corrections', () => {
  const root = join(import.meta.dirname, '../..');
  const foreign = globSync('**/*.ts', { cwd: root })
    // The public log holds what it says against these tables, and decides nothing.
    .filter((path) => !path.startsWith('market/') && !path.startsWith('public-log/'))
    .filter((path) => /market_candles|market_correction/.test(readFileSync(join(root, path), 'utf8')));
  assert.deepEqual(foreign, []);
});
