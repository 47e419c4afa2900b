// The watch on a real database with a market that the test plays: two processes, pauses, changes of a day, a database that fails.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { alertLimits, wad, wireId } from '@candor/wire';
import type { AlertKind, Uuid } from '@candor/wire';
import { cloneDatabase, runAsOwner } from '../../test/support/database.ts';
import { scriptedMarket } from '../../test/support/scripted-market.ts';
import type { ScriptedMarket } from '../../test/support/scripted-market.ts';
import { manualClock } from '../kit/clock.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import { idMaker } from '../kit/new-id.ts';
import { startPart, stopPart } from '../kit/part.ts';
import { openPool } from '../kit/postgres.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { Refusal } from '../kit/refuse.ts';
import { until } from '../kit/until.test-support.ts';
import type { Alert, Told } from './alert.ts';
import { countDevices, storeDevice } from './delivery-store.ts';
import { dropAlert, makeAlert, setAgain } from './set-alert.ts';
import { watchAlerts } from './watch-alerts.ts';
import type { AlertWatch } from './watch-alerts.ts';

const startMs = Date.UTC(2026, 0, 15, 12);
const clock = manualClock(startMs);
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let market: ScriptedMarket;
let accountId: Uuid;
let running: AlertWatch[] = [];

before(async () => {
  log.setLevel('silent');
  database = await cloneDatabase();
  pool = openPool(database.url, 8);
});
beforeEach(async () => {
  for (const watch of running.splice(0)) await stopPart(watch);
  market = scriptedMarket();
  clock.set(startMs);
  market.publish('BTC', [{ price: '100', publishedAt: startMs }]);
  await runAsOwner(database, 'delete from alert_progress');
  await pool.query('delete from price_alerts');
  accountId = await openAccount();
});
after(async () => {
  for (const watch of running) await stopPart(watch);
  await pool.end();
  await database.drop();
});

test('of two processes that see the same tick one fires, and the message stands once', async () => {
  const [one, two] = [await open(), await open()];
  const alert = await set(one, 'above', '110');
  await sweepOf(two);
  tick('109.99');
  await quiet();
  assert.deepEqual([...one.told, ...two.told], []);
  tick('110');
  await until('one of them tells', () => one.told.length + two.told.length > 0);
  tick('120');
  await quiet();
  assert.equal(one.told.length + two.told.length, 1);
  const [told] = await messagesOf(alert);
  assert.equal(told!.price, '110.000000000000000000');
});

test('an alert that is set again and again tells so often and no more, until a day later', async () => {
  const one = await open();
  const alert = await set(one, 'above', '110');
  const told = alertLimits.toldPerDay - 1;
  await pool.query(
    `insert into alert_messages (account_id, message_id, alert_id, arming, coin, kind, target, price, at)
     select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(), 1, 'BTC', 'above', 1, 1, $2
     from generate_series(1, $3) as n`,
    [accountId, new Date(startMs), told],
  );
  tick('111');
  await until('it tells once more', () => one.told.length > 0);
  tick('105');
  const refused = (work: Promise<unknown>) =>
    assert.rejects(work, (error) => error instanceof Refusal && error.code === 'too-many-requests' && parseInt(error.facts['seconds']!, 10) > 86_000); // oxfmt-ignore
  await refused(setAgain({ accountId, wireId: wireOf(alert) }, partsOf(one)));
  await refused(set(one, 'above', '110'));
  const stranger = await openAccount();
  await makeAlert({ coin: 'BTC', kind: 'above', target: '110' }, { ...contextOf(), session: { ...contextOf().session, accountId: stranger } }, partsOf(one)); // oxfmt-ignore
  clock.advance(24 * 3_600_000);
  assert.equal((await setAgain({ accountId, wireId: wireOf(alert) }, partsOf(one))).arming, 2);
});

test('browsers that are added at the same moment are no more than an account may have', async () => {
  const sessionId = randomUUID() as Uuid;
  await pool.query(
    `insert into sessions (session_id, account_id, token_hash, ip, user_agent, created_at, last_seen_at)
     values ($1, $2, sha256($3::text::bytea), '127.0.0.1', 'a test', now(), now())`,
    [sessionId, accountId, sessionId],
  );
  const devicesMax = 3;
  const add = (database: Database, place: number) =>
    storeDevice(database, { device: { endpoint: `https://push.example/${place}`, accountId, sessionId, p256dh: 'p', auth: 'a', language: 'en' }, at: startMs + place, devicesMax }); // oxfmt-ignore
  for (let place = 0; place < devicesMax; place++) await inTransaction(pool, (database) => add(database, place));
  // The second begins before the first has ended.
  let second: Promise<void> | undefined;
  await inTransaction(pool, async (database) => {
    await add(database, 3);
    second = inTransaction(pool, (other) => add(other, 4));
    await until('the second waits', async () => (await pool.query(waitingForLocks)).rowCount === 1);
  });
  await second;
  assert.equal(await countDevices(pool, accountId), devicesMax);
});

test('an alert that was deleted or set again elsewhere does not fire for what it was', async () => {
  const [one, two] = [await open(), await open()];
  const [gone, kept] = [await set(one, 'above', '110'), await set(one, 'above', '110')];
  await sweepOf(two);
  await dropAlert({ accountId, wireId: wireOf(gone) }, { ...partsOf(two) });
  tick('115');
  await until('one of them tells', () => one.told.length + two.told.length > 0);
  await quiet();
  assert.deepEqual([...one.told, ...two.told].map(({ alertId }) => alertId), [kept.alertId]); // oxfmt-ignore
  tick('105');
  const again = await setAgain({ accountId, wireId: wireOf(kept) }, partsOf(one));
  assert.equal(again.arming, 2);
  tick('111');
  await until('two messages', async () => (await messagesOf(kept)).length === 2);
  await quiet();
  assert.equal((await messagesOf(kept)).length, 2);
});

test('the change of a day fires either way, and says how far', async () => {
  const watch = await open();
  market.setDayOpen('BTC', '100');
  const five = await set(watch, 'change', '5');
  const ten = await set(watch, 'change', '10');
  tick('104.99');
  tick('95.01');
  await quiet();
  assert.equal(watch.told.length, 0);
  tick('95');
  await until('the first is told', () => watch.told.length === 1);
  assert.equal(watch.told[0]!.alertId, five.alertId);
  assert.equal(watch.told[0]!.seen.change, wad('-0.05'));
  // The day goes on: what it counts from moves, and the same price is another change.
  market.setDayOpen('BTC', '86');
  tick('95');
  await until('the second is told', () => watch.told.length === 2);
  assert.equal(watch.told[1]!.alertId, ten.alertId);
  assert.ok(watch.told[1]!.seen.change! > wad('0.104'));
});

test('a crossing of the time when nobody watched is found, at the very tick', async () => {
  const first = await open();
  const [above, below, far] = [await set(first, 'above', '110'), await set(first, 'below', '90'), await set(first, 'above', '111.5')]; // oxfmt-ignore
  await close(first);
  for (const price of ['109', '111', '112', '100', '89', '88', '100']) tick(price);
  const next = await open();
  await until('the third is told', () => next.told.length === 3);
  const pricesOf = async (alert: Alert) => (await messagesOf(alert)).map(({ price }) => price);
  assert.deepEqual(await pricesOf(above), ['111.000000000000000000']);
  assert.deepEqual(await pricesOf(far), ['112.000000000000000000']);
  assert.deepEqual(await pricesOf(below), ['89.000000000000000000']);
  await close(next);
  const third = await open();
  await quiet();
  assert.equal(third.told.length, 0);
});

test('after a pause too long to look through, the present price decides', async () => {
  const first = await open();
  const [there, passed] = [await set(first, 'above', '110'), await set(first, 'below', '90')];
  await close(first);
  const many = Array.from({ length: 18_100 }, (_, place) => ({ price: place === 5 ? '80' : '120', publishedAt: clock.now() + place + 1 })); // oxfmt-ignore
  market.publish('BTC', many);
  const next = await open();
  await until('one is told', () => next.told.length > 0);
  await quiet();
  assert.deepEqual(next.told.map(({ alertId }) => alertId), [there.alertId]); // oxfmt-ignore
  assert.equal((await messagesOf(passed)).length, 0);
});

test('a tick that comes while an alert is being stored counts for it', async () => {
  const watch = await open();
  const parts = partsOf(watch);
  // Between the look at the price and the watch: what the database's commit takes.
  const slow = { ...parts, watch: { ...watch.watch, add: (alert: Alert) => { tick('130'); tick('100'); watch.watch.add(alert); } } }; // oxfmt-ignore
  const alert = await makeAlert({ coin: 'BTC', kind: 'above', target: '125' }, contextOf(), slow);
  await until('one is told', () => watch.told.length === 1);
  assert.equal(watch.told[0]!.alertId, alert.alertId);
  assert.equal(watch.told[0]!.seen.price, wad('130'));
});

test('what could not be stored fires as soon as the database is back', async () => {
  const watch = await open();
  const alert = await set(watch, 'above', '110');
  watch.break(true);
  tick('115');
  await until('it was tried', () => watch.tries() > 0);
  assert.equal((await messagesOf(alert)).length, 0);
  watch.break(false);
  tick('100');
  await until('one is told', () => watch.told.length === 1);
  assert.equal(watch.told[0]!.seen.price, wad('115'));
});

interface TestWatch {
  watch: AlertWatch;
  told: Told[];
  break(isBroken: boolean): void;
  /** How often it asked the database in vain. */
  tries(): number;
}

async function open(): Promise<TestWatch> {
  const told: Told[] = [];
  let [isBroken, tries] = [false, 0];
  const query = ((...parts: Parameters<Pool['query']>) => {
    if (!isBroken) return pool.query(...parts);
    tries++;
    return Promise.reject(new Error('the database is away'));
  }) as Pool['query'];
  const watch = watchAlerts({
    pool: { query } as Pool,
    market,
    clock,
    newId: idMaker(clock),
    onFired: (all) => told.push(...all),
  });
  await startPart(watch);
  running.push(watch);
  return { watch, told, break: (breaks) => void (isBroken = breaks), tries: () => tries };
}

async function close(one: TestWatch): Promise<void> {
  running = running.filter((watch) => watch !== one.watch);
  await stopPart(one.watch);
}

const partsOf = ({ watch }: TestWatch) => ({ pool, market, clock, newId: idMaker(clock), watch });
const wireOf = ({ alertId }: Alert): string => wireId('alert', alertId);

function contextOf() {
  const session = { sessionId: accountId, accountId, accountWireId: wireId('account', accountId), book: 'real', isVerified: false, isFrozen: false, owesAcceptance: false, isOverdue: false } as const; // oxfmt-ignore
  return { session, idempotency: { key: randomUUID() as Uuid, digest: Buffer.alloc(32) } };
}

/** Percent for a change. */
const set = (one: TestWatch, kind: AlertKind, target: string): Promise<Alert> =>
  makeAlert({ coin: 'BTC', kind, target }, contextOf(), partsOf(one));

function tick(price: string): void {
  clock.advance(100);
  market.publish('BTC', [{ price, publishedAt: clock.now() }]);
}

/** Finds what another process stored. */
async function sweepOf({ watch }: TestWatch): Promise<void> {
  for (const job of watch.jobs!) await job.runNow();
}

/** All that the ticks so far fired is carried out, whoever saw them. */
async function quiet(): Promise<void> {
  for (const watch of running) while (watch.allPending()) await watch.allPending();
}

const waitingForLocks = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

async function messagesOf({ alertId }: Alert): Promise<{ price: string }[]> {
  const sql = 'select price from alert_messages where alert_id = $1 order by message_id';
  return (await pool.query<{ price: string }>(sql, [alertId])).rows;
}

let accounts = 0;

async function openAccount(): Promise<Uuid> {
  const id = randomUUID() as Uuid;
  accounts++;
  await pool.query(
    `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
     values ($1, $2, $3, '1', 'en', $4, now())`,
    [id, String(10_000_000 + accounts), `watch-${accounts}@example.com`, `code-${accounts}`],
  );
  return id;
}
