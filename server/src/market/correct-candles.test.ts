// Corrections on a real database: found by the index, made by two operators, public, and without any part in a settlement.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { decideOption, findCorrectionsFault, termsOfVersion1 } from '@candor/proof';
import { approveCorrection, formatAmount, getCorrections, proposeCorrection, wad } from '@candor/wire';
import type { CandlePrices, Endpoint, OptionReceipt } from '@candor/wire';
import fc from 'fast-check';
import type { z } from 'zod';
import { cloneDatabase } from '../../test/support/database.ts';
import { createBus } from '../kit/bus.ts';
import { manualClock } from '../kit/clock.ts';
import type { CallContext } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import { openPool } from '../kit/postgres.ts';
import type { Pool } from '../kit/postgres.ts';
import { Refusal } from '../kit/refuse.ts';
import { until } from '../kit/until.test-support.ts';
import { appendCorrection } from './correction-store.ts';
import { createMarket } from './create-market.ts';
import { recordingHub, scriptedSource } from './market-fixture.ts';
import type { Tick } from './market.ts';
import type { Candle } from './sources/source.ts';

log.setLevel('silent');
const signingKey = 'cd'.repeat(32);
const startMs = Date.UTC(2026, 0, 5, 12, 0, 0);
const clock = manualClock(startMs);
const source = scriptedSource();
const hub = recordingHub();
const ticks: Tick[] = [];
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let made: Awaited<ReturnType<typeof openMarket>>;

const openMarket = () =>
  createMarket({
    databaseUrl: database.url,
    pool,
    clock,
    bus: createBus(),
    hub,
    source: 'simulated',
    htx: { websocketUrl: 'ws://127.0.0.1:1/ws', restUrl: 'http://127.0.0.1:1' },
    venues: [],
    simulated: { seed: 1 },
    countUsers: () => Promise.resolve(0),
    signingKey,
    operatorOf: ({ userAgent }) => Promise.resolve(userAgent),
    ownSource: source,
  });

/** Two minutes with a tick a second, and a little more. */
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url);
  made = await openMarket();
  made.market.onTicks((published) => void ticks.push(...published));
  await made.feature.start!();
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

async function call<One extends Endpoint>(wanted: One, payload: Record<string, unknown>, operator = 'anybody') {
  const bound = made.feature.calls.find((each) => each.call === wanted)!;
  const reply = await bound.handle(wanted.payload.parse(payload), { userAgent: operator } as CallContext);
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
  source.past = (_coin, period) => (period === '1min' ? [sourceMinute(startMs, '99000')] : []);
  source.listener.recovered('BTC', startMs);
  await until('the correction', async () => (await corrections()).length === 1, 15_000);
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
      message: { action: 'layer', notify: correction },
    },
  );
  source.listener.recovered('BTC', startMs);
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  assert.equal(await highOf('1min'), 90_006, 'the source says it again in vain');
  assert.equal((await corrections()).length, 1);
});

test('less than that is corrected when one operator proposes and another approves', async () => {
  const minute = startMs + 60_000;
  await assert.rejects(propose(minute), refusal('nothing-to-correct'));
  source.past = (_coin, period) => (period === '1min' ? [sourceMinute(minute, '90100')] : []);
  source.listener.recovered('BTC', minute);
  await until('the wick', async () => (await highOf('5min')) === 90_100);
  for (const atMs of [minute + 1, minute + 60_000, minute - 600_000, clock.now() + 600_000]) {
    await assert.rejects(propose(atMs), refusal('nothing-to-correct'), String(atMs - minute));
  }
  const proposal = await propose(minute);
  assert.deepEqual([proposal.before.high, proposal.after.high], ['90100', '90006']);
  const approve = (operator: string) => call(approveCorrection, { proposal_id: proposal.proposal_id }, operator);
  await assert.rejects(approve('anna'), refusal('second-operator-needed'));
  assert.equal((await corrections()).length, 1);
  const outcomes = await Promise.allSettled([approve('ben'), approve('carla')]);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1, 'a proposal is approved once');
  await assert.rejects(approve('ben'), refusal('not-found'));
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
const propose = (minuteMs: number) =>
  call(proposeCorrection, { coin: 'BTC', minute_ms: minuteMs, reason: 'wrong-candle', note: 'a wick' }, 'anna');

test('the database holds operators apart and corrections in place', async () => {
  const { rows } = await pool.query<{ id: string }>('select proposal_id as id from market_correction_proposals');
  const insert = (changes: Record<string, string>) => {
    const columns: Record<string, string> = {
      correction_id: '3',
      coin: `'BTC'`,
      minute_ms: String(startMs + 60_000),
      before_prices: 'array[1,1,1,1]',
      after_prices: '(select after_prices from market_correction_proposals)',
      reason: `'wrong-candle'`,
      note: `'a wick'`,
      proposal_id: `'${rows[0]!.id}'`,
      proposed_by: `'anna'`,
      approved_by: `'dora'`,
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
  await assert.rejects(insert({ approved_by: `'anna'` }), /two_operators/);
  await assert.rejects(insert({ approved_by: `'index'` }), /two_operators/);
  await assert.rejects(insert({ proposal_id: 'null' }), /two_operators/);
  await assert.rejects(insert({ after_prices: 'array[1,1,1,1]' }), /not what was proposed/);
  await assert.rejects(insert({ proposed_by: `'emil'` }), /not what was proposed/);
  await assert.rejects(insert({ correction_id: '4' }), /does not follow/);
  await assert.rejects(insert({ previous_hash: `decode(repeat('00', 32), 'hex')` }), /does not follow/);
  for (const sql of [
    `update market_corrections set note = 'x'`,
    'delete from market_corrections',
    'truncate market_corrections',
    `update market_correction_proposals set note = 'x'`,
    'delete from market_correction_proposals',
  ]) {
    await assert.rejects(pool.query(sql), /append-only/);
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
    { numRuns: 30 },
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
  await made.feature.start!();
  source.past = (_coin, period) => (period === '1min' ? [sourceMinute(startMs, '99000')] : []);
  source.listener.recovered('BTC', startMs);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(await highOf('1min'), 2);
  assert.equal(formatAmount(ticks[0]!.price), '90000');
});

test('nothing outside the market names the tables of candles and corrections', () => {
  const root = join(import.meta.dirname, '..');
  const foreign = globSync('**/*.ts', { cwd: root })
    .filter((path) => !path.startsWith('market/'))
    .filter((path) => /market_candles|market_correction/.test(readFileSync(join(root, path), 'utf8')));
  assert.deepEqual(foreign, []);
});
