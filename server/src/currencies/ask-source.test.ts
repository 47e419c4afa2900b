// The source sends wrong answers, which go to a real database: customers never buy at a worse rate than the known one, and each answer
// is stored for operators.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatAmount, type CurrencyCode } from '@candor/wire';
import { approvedProposal } from '../../test/support/acts.ts';
import { cloneDatabase } from '../../test/support/database.ts';
import { ecbList } from '../../test/support/ecb-list.ts';
import { openRatesSource, type Answering, type RatesSource } from '../../test/support/rates-source.ts';
import { manualClock, systemClock } from '../kit/clock.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import { openPool, type Pool } from '../kit/postgres.ts';
import { readAnswers } from './answers-store.ts';
import { askSource } from './ask-source.ts';
import { currenciesWeb } from './currencies.ts';
import { findRateAlarms, judgeRates } from './judge-rates.ts';
import { openRates } from './open-rates.ts';
import { readRatesStored } from './rates-desk.ts';
import { readDoubts } from './store.ts';

log.setLevel('silent');

const dayMs = 24 * 3_600_000;
/** Starts at the time of the machine, because the database accepts rates of operators only for its own current day. */
const clock = manualClock(systemClock.now());
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const [today, yesterday, earlier] = [0, 1, 2].map((days) => dayOf(clock.now() - days * dayMs)) as [
  string,
  string,
  string,
];
const usual = { USD: '1.25', CHF: '1', JPY: '175' };
const list = (day: string, changed: Readonly<Record<string, string>> = {}) => ({
  text: ecbList(day, { ...usual, ...changed }),
});

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let source: RatesSource;
before(async () => {
  [database, source] = await Promise.all([cloneDatabase(), openRatesSource()]);
  pool = openPool(database.consoleUrl, 2);
});
after(async () => {
  await source.close();
  await pool.end();
  await database.drop();
});

async function ask(how: Answering, timeoutMs?: number) {
  source.answer(how);
  const parts = { url: source.url, pool, clock, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const answer = await askSource(parts, new AbortController().signal).catch(() => undefined);
  const [kept] = await readAnswers(pool, 1);
  assert.equal(kept!.outcome, answer?.outcome ?? 'failed');
  return kept!;
}

async function boughtAt(currency: CurrencyCode): Promise<string | undefined> {
  const rates = openRates({ pool, clock });
  await rates.load();
  const rate = rates.fresh(currency);
  return rate && formatAmount(rate);
}

const alarms = async () =>
  findRateAlarms(judgeRates(await readRatesStored(pool), clock.now())).map(({ kind, about }) => `${kind} ${about}`);

test('a list is stored; after a late, cut, refused, empty or invalid answer the last list stays, and the failure is recorded', async () => {
  assert.equal((await ask(list(yesterday))).outcome, 'new');
  assert.equal(await boughtAt('CHF'), '0.8');
  const bad: Answering[] = [
    'cut',
    { text: '' },
    { text: 'oops', status: 503 },
    { text: '<html><body>maintenance</body></html>' },
    { text: ecbList(today, {}) },
    list(dayOf(clock.now() + 3 * dayMs), { CHF: '1.1' }),
    list(today, { USD: '1,25' }),
    { text: 'x'.repeat(300_000) },
  ];
  for (const how of bad) {
    const kept = await ask(how);
    assert.deepEqual([kept.outcome, kept.day], ['failed', null]);
    assert.notEqual(kept.reason, '');
  }
  assert.match((await ask('cut')).reason, /^the connection to the source failed: \w+ UND_ERR_SOCKET$/);
  assert.equal((await ask('late', 1)).reason, 'the source did not answer in time');
  assert.equal(await boughtAt('CHF'), '0.8');
});

test('repeated and reordered answers are counted in one line', async () => {
  const [first, second] = [
    await ask(list(yesterday)),
    await ask({ text: ecbList(yesterday, { JPY: '175', CHF: '1', USD: '1.25' }) }),
  ];
  assert.deepEqual([first.outcome, second.outcome], ['same', 'same']);
  assert.deepEqual([second.answerId, second.times], [first.answerId, first.times + 1]);
});

test('an older list after a newer one changes nothing', async () => {
  assert.equal((await ask(list(earlier, { CHF: '1.05', JPY: '1' }))).outcome, 'older');
  assert.equal(await boughtAt('CHF'), '0.8');
  assert.deepEqual(await readDoubts(pool), []);
});

test('a currency that is left out or has an invalid number keeps its last rate, and the others are taken', async () => {
  const kept = await ask(list(today, { CHF: '1,02', JPY: '176' }));
  assert.deepEqual([kept.outcome, kept.missing], ['new', 'CHF']);
  assert.deepEqual([await boughtAt('CHF'), await boughtAt('JPY')], ['0.8', '140.8']);
});

test('a rate that jumps stops its currency until the source lists a near one', async () => {
  for (const rate of ['1000000', '0.000001', '1.3', '0.7', '99999999999999999999']) {
    assert.equal((await ask(list(today, { CHF: rate, JPY: '176' }))).doubted, 'CHF', rate);
    assert.deepEqual([await boughtAt('CHF'), await boughtAt('JPY')], [undefined, '140.8'], rate);
  }
  assert.ok((await alarms()).includes('rates-doubted CHF'));
  assert.equal((await ask(list(today, { CHF: '1.01', JPY: '176' }))).doubted, '');
  assert.equal(await boughtAt('CHF'), '0.808');
  assert.ok(!(await alarms()).includes('rates-doubted CHF'));
});

test('another list of the same day: the first rates stay, and nobody buys in a currency whose new rate is far off', async () => {
  assert.equal((await ask(list(today, { CHF: '1.02', JPY: '176' }))).changed, 'CHF');
  assert.equal(await boughtAt('CHF'), '0.808');
  assert.equal((await ask(list(today, { CHF: '1.01', JPY: '1.76' }))).doubted, 'JPY');
  assert.equal(await boughtAt('JPY'), undefined);
});

test('a doubt is answered by two operators, whose rate is bought at from then on', async () => {
  const act = currenciesWeb({ mode: 'production', pool, clock, ratesUrl: undefined }).acts![0]!;
  const body = { currency: 'JPY', per_usd: '141' };
  const facts = await act.facts(body, pool);
  const proposalId = await approvedProposal(pool, {
    kind: 'set-currency-rate',
    body,
    facts,
    maker: ['tess', 'treasurer'],
  });
  await inTransaction(pool, (client) =>
    act.carryOut({ proposalId, body, facts, maker: 'tess', checker: 'ben' }, client),
  );
  assert.equal(await boughtAt('JPY'), '141');
  await ask(list(today, { CHF: '1.01', JPY: '1.76' }));
  assert.equal(await boughtAt('JPY'), '141', 'the same list again is no new doubt');
  assert.ok(!(await alarms()).some((alarm) => alarm.startsWith('rates-doubted')));
});
