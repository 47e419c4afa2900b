// Rates: the bank's list is read from a local server in the documented form, judged by its day, and never trusted further than it should be.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatAmount, wad, type CurrencyCode } from '@candor/wire';
import { approvedProposal } from '../../test/support/acts.ts';
import { cloneDatabase } from '../../test/support/database.ts';
import { ecbList } from '../../test/support/ecb-list.ts';
import { openRatesSource, type RatesSource } from '../../test/support/rates-source.ts';
import { manualClock, systemClock } from '../kit/clock.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { startJobs, stopJobs } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { openPool, type Pool } from '../kit/postgres.ts';
import { Refusal } from '../kit/refuse.ts';
import { until } from '../kit/until.test-support.ts';
import { currenciesWeb } from './currencies.ts';
import { openRates } from './open-rates.ts';
import { readDailyRates } from './read-rates.ts';
import { isOld, missedFrom, rateInForce } from './rules.ts';
import { insertRates } from './store.ts';
import { easterOf } from './target-days.ts';

log.setLevel('silent');

test('the list is counted in dollars, and what we do not know is left out', () => {
  const { day, perUsd } = readDailyRates(ecbList('2026-11-20', { USD: '1.25', JPY: '175', CHF: '1', BGN: '1.9558' }));
  assert.equal(day, '2026-11-20');
  assert.deepEqual(Object.fromEntries(perUsd), { EUR: wad('0.8'), JPY: wad('140'), CHF: wad('0.8') });
  for (const text of ['', 'oops', '<a/>', ecbList('2026-02-31', { USD: '1.1' }), ecbList('2026-11-20', { JPY: '1' })])
    assert.throws(() => readDailyRates(text));
});

test('a rate is old after two working days of TARGET, and a fresh one of the bank goes before others', () => {
  const now = Date.parse('2026-11-24T10:00:00Z');
  assert.deepEqual(
    ['2026-11-20', '2026-11-19'].map((day) => isOld(day, now)),
    [false, true],
  );
  const rate = (source: 'bank' | 'operators' | 'demo', day: string, rateId = 1) => ({ currency: 'EUR' as const, perUsd: wad('1'), day, source, rateId }); // oxfmt-ignore
  const inForce = (...rates: ReturnType<typeof rate>[]) => rateInForce(rates, now)?.source;
  assert.equal(inForce(rate('operators', '2026-11-24'), rate('bank', '2026-11-20')), 'bank');
  assert.equal(inForce(rate('operators', '2026-11-24'), rate('bank', '2026-11-19')), 'operators');
  assert.equal(inForce(rate('demo', '2026-11-24'), rate('operators', '2026-11-23')), 'operators');
  assert.equal(inForce(rate('bank', '2026-11-02'), rate('operators', '2026-11-03')), 'operators');
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

test('Easter is where the calendars have it', () => {
  const days = [
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2029-04-01',
    '2030-04-21',
    '2031-04-13',
    '2032-03-28',
    '2033-04-17',
    '2034-04-09',
    '2035-03-25',
    '2038-04-25',
    '2285-03-22',
  ];
  for (const day of days) assert.equal(dayOf(easterOf(Number(day.slice(0, 4)))), day);
});

test('over every weekend and holiday to 2035 a rate is good while lists come, one of them missing or not, and refused soon after they stop', () => {
  const [first, end] = [Date.UTC(2026, 0, 1), Date.UTC(2036, 0, 1)];
  const isClosed = (at: number): boolean =>
    [0, 6].includes(new Date(at).getUTCDay()) ||
    ['01-01', '05-01', '12-25', '12-26'].includes(dayOf(at).slice(5)) ||
    [-2, 1].some((days) => easterOf(new Date(at).getUTCFullYear()) + days * dayMs === at);
  const published = Array.from({ length: (end - first) / dayMs + 30 }, (_, day) => first + (day - 20) * dayMs).filter(
    (at) => !isClosed(at),
  );
  let longestMs = 0;
  for (const [place, at] of published.entries()) {
    const [day, next, afterNext] = [dayOf(at), published[place + 1], published[place + 2]];
    if (next === undefined || afterNext === undefined) break;
    // Lists come at 15:00 UTC at the latest and are fetched within the hour; the one after next still finds this one good.
    for (let now = at; now <= afterNext + 16 * hourMs; now += hourMs)
      assert.ok(!isOld(day, now), `${day} at ${dayOf(now)}`);
    assert.ok(isOld(day, afterNext + dayMs), `${day} stops after two working days`);
    assert.ok(missedFrom(day) > next + 16 * hourMs && missedFrom(day) < next + dayMs, `${day} is missed`);
    longestMs = Math.max(longestMs, afterNext + dayMs - at);
  }
  assert.equal(longestMs, 7 * dayMs, 'Thursday before Easter to the end of Wednesday after it');
});

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let source: RatesSource;
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.consoleUrl, 2);
  source = await openRatesSource();
});
after(async () => {
  await source.close();
  await pool.end();
  await database.drop();
});

test('the source is read, its rate becomes old by itself, and one that jumps is not taken', async () => {
  const clock = manualClock(Date.parse('2026-11-20T18:00:00Z'));
  const ratesUrl = source.url;
  const rates = openRates({ pool, clock });
  const read = async (): Promise<void> => {
    const jobs = currenciesWeb({ mode: 'production', pool, clock, ratesUrl, pace: { everyMs: 20, retryMs: 20 } }).jobs!;
    const before = source.asked();
    startJobs(jobs);
    // Whoever asks a second time has taken in what came first.
    await until('the source was read', () => source.asked() >= before + 2);
    await stopJobs(jobs);
    await rates.load();
  };
  source.answer({ text: ecbList('2026-11-20', { USD: '1.25', CHF: '1' }) });
  await read();
  assert.equal(rates.fresh('CHF'), wad('0.8'));
  assert.equal(rates.fresh('JPY'), undefined, 'nobody has said');
  assert.equal(rates.fresh('USD'), wad('1'));

  clock.advance(4 * dayMs);
  assert.equal(rates.fresh('CHF'), wad('0.8'), 'the second working day after it');
  clock.advance(dayMs);
  assert.equal(rates.fresh('CHF'), undefined, 'the third');
  assert.deepEqual(
    rates.describe().find(({ code }) => code === 'CHF'),
    { code: 'CHF', decimals: 2, per_usd: '0.8', day: '2026-11-20', source: 'bank', is_old: true, is_doubted: false },
  );

  source.answer({ text: ecbList('2026-11-24', { USD: '1.25', CHF: '100' }) });
  await read();
  assert.equal(rates.fresh('CHF'), undefined, 'a hundredfold is a fault');
  source.answer({ text: ecbList('2027-11-24', { USD: '1.25', CHF: '1.01' }) });
  await read();
  assert.equal(rates.fresh('CHF'), undefined, 'of a day to come');
  source.answer({ text: ecbList('2026-11-24', { USD: '1.25', CHF: '1.05' }) });
  await until('it is read', async () => {
    await read();
    return rates.fresh('CHF') === wad('0.84');
  });
});

test('what two operators decided on is carried out only while it is so: not beside a fresh rate of the bank, nor after another one', async () => {
  const act = currenciesWeb({ mode: 'production', pool, clock: systemClock, ratesUrl: undefined }).acts![0]!;
  const today = new Date(systemClock.now()).toISOString().slice(0, 10);
  const approve = async (body: { currency: CurrencyCode; per_usd: string }, meanwhile: () => Promise<unknown>) => {
    const facts = await act.facts(body, pool);
    const proposalId = await approvedProposal(pool, { kind: 'set-currency-rate', body, facts, maker: ['tess', 'treasurer'] }); // oxfmt-ignore
    await meanwhile();
    const carryOut = inTransaction(pool, (database) => act.carryOut({ proposalId, body, facts, maker: 'tess', checker: 'ben' }, database)); // oxfmt-ignore
    return carryOut.then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
    );
  };
  const rates = openRates({ pool, clock: systemClock });
  const inForce = async (currency: CurrencyCode) => {
    await rates.load();
    return formatAmount(rates.inForce(currency)!.perUsd);
  };
  const nothing = async (): Promise<void> => {};
  assert.equal(await approve({ currency: 'SEK', per_usd: '9' }, nothing), 'done');
  const bank = () => insertRates(pool, { day: today, source: 'bank', perUsd: [['SEK', wad('9.5')]] });
  assert.equal(await approve({ currency: 'SEK', per_usd: '9.9' }, bank), 'rate-from-source');
  assert.equal(await inForce('SEK'), '9.5');

  const other = () => approve({ currency: 'KRW', per_usd: '1400' }, nothing);
  assert.equal(await approve({ currency: 'KRW', per_usd: '600' }, other), 'rate-too-far');
  assert.equal(await approve({ currency: 'HKD', per_usd: '7.8' }, () => approve({ currency: 'HKD', per_usd: '7.9' }, nothing)), 'rate-changed'); // oxfmt-ignore
  assert.deepEqual([await inForce('KRW'), await inForce('HKD')], ['1400', '7.9']);
});

test('nobody writes a rate of operators without them, nor samples into a production', async () => {
  const insert = (source: string, proposal: string) =>
    pool.query(`insert into currency_rates (currency, per_usd, day, source, proposal_id) values ('TWD', 30, (now() at time zone 'UTC')::date, '${source}', ${proposal})`); // oxfmt-ignore
  await assert.rejects(insert('operators', 'gen_random_uuid()'), /no approved proposal/);
  await assert.rejects(pool.query(`update currency_rates set per_usd = 1`), /permission denied/);
  await insert('demo', 'null');
});
