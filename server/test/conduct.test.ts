// The conduct profile on the whole server: public, pushed, obeyed by options, contracts and bonuses; and a database that lets nobody
// loosen anything without a day's notice.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { approveAct, getConduct, getConductDesk, getConductHistory, openExperienceAccount, previewAct, proposeAct, queryContractsConfig, queryOptionsConfig, submitContract, submitOptionsOrder, tryRole, verifyMe } from '@candor/wire'; // oxfmt-ignore
import type { ConductMessage } from '@candor/wire';
import { addProfile, chooseDefault, chooseProfile } from '../src/conduct/choose-profile.ts';
import { openConduct } from '../src/conduct/open-conduct.ts';
import type { Hub } from '../src/feed/hub.ts';
import { manualClock, systemClock } from '../src/kit/clock.ts';
import { startPart, stopPart } from '../src/kit/part.ts';
import { openPool } from '../src/kit/postgres.ts';
import type { Pool } from '../src/kit/postgres.ts';
import { readUntil } from '../src/kit/until.test-support.ts';
import { openContractsStage } from './support/contracts-stage.ts';
import { cloneDatabase } from './support/database.ts';
import { hearRoom } from './support/hear-room.ts';
import { consoleClient } from './support/operators.ts';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';

const dayMs = 24 * 3_600_000;
let app: RunningApp;
let owner: Pool;
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC'] });
  owner = openPool(app.ownerUrl, 1);
});
after(async () => {
  await owner.end();
  await app.close();
});

const nobody = { notify: () => undefined } as unknown as Hub;

/** What was chosen is read now, without the second that it may take. */
const reload = ({ web }: ReturnType<typeof openConduct>): Promise<void> =>
  web.jobs!.find(({ name }) => name === 'conduct')!.runNow();

test('what an operator tightens is told and obeyed at once; what is looser is only announced', async (context) => {
  const person = await app.person('100');
  got(await person.client.call(verifyMe, {}));
  const { account_id: trade_user_id } = person.user;
  const option = { pair_type: 'btcusdt', trade_user_id, trade_num: '10', option_config_id: '5', trade_transaction_type: 1 }; // oxfmt-ignore
  const idempotencyKey = randomUUID();
  const placed = got(await person.client.call(submitOptionsOrder, option, { idempotencyKey }));
  const read = async () => got(await person.client.call(getConduct, {}));
  const demo = await read();
  assert.deepEqual([demo.in_force.jurisdiction, demo.in_force.lever_max, demo.coming], ['demo', 50, null]);

  const { events, close } = await hearRoom(app.url, { room: 'home' });
  context.after(close);
  const told = () => events.flatMap(({ action, notify }) => (action === 'conduct' ? [notify as ConductMessage] : []));
  await chooseProfile(owner, { jurisdiction: 'strict' });
  const [push] = await readUntil('it is told', () => told().filter(({ in_force }) => in_force.jurisdiction === 'strict'), ({ length }) => length > 0); // oxfmt-ignore
  assert.deepEqual([push!.in_force.lever_max, push!.in_force.options_offered, push!.coming], [2, false, null]);

  assert.equal(refusalOf(await person.client.call(submitOptionsOrder, option)), 'options-off');
  assert.deepEqual(got(await person.client.call(submitOptionsOrder, option, { idempotencyKey })), placed);
  assert.equal(got(await person.client.call(queryOptionsConfig, {})).TOTAL, 0);
  assert.equal(got(await person.client.call(queryContractsConfig, {})).RESULT_LIST[0]!.lever_max, 2);
  const contract = { trade_price: '60000', trade_lever: 3, trade_user_id, trade_type: 1, trade_transaction_type: 1, trade_btc_tpye: 'btcusdt', usd_num: '20', sheets_num: 1 }; // oxfmt-ignore
  const tooHigh = await person.client.call(submitContract, contract);
  assert.ok(!tooHigh.ok);
  assert.deepEqual([tooHigh.code, tooHigh.facts], ['lever-too-high', { max: '2' }]);
  const bonus = await person.client.call(openExperienceAccount, { user_password: 'play money' });
  assert.equal(refusalOf(bonus), 'bonuses-off');

  const asked = await chooseProfile(owner, { jurisdiction: 'demo' });
  await app.readSettings();
  assert.equal(asked.inForceFrom - asked.askedAt, dayMs);
  const announced = await readUntil('a change is announced', read, ({ coming }) => coming !== null);
  assert.deepEqual([announced.in_force.jurisdiction, announced.coming!.jurisdiction, announced.coming!.lever_max], ['strict', 'demo', 50]); // oxfmt-ignore
  await readUntil('the change is told', () => told().at(-1)!, ({ coming }) => coming?.jurisdiction === 'demo'); // oxfmt-ignore
  // As a process that starts reads it; nothing is chosen by that.
  const started = openConduct({ pool: app.pool, clock: systemClock, hub: nobody, mode: 'demo' });
  await started.web.start!();
  assert.equal(started.inForce().jurisdiction, 'strict');
  const history = got(await person.client.call(getConductHistory, {}));
  assert.deepEqual(history.choices.map(({ jurisdiction, chosen_by }) => [jurisdiction, chosen_by]), [['demo', 'server'], ['strict', 'operator'], ['demo', 'operator']]); // oxfmt-ignore
  assert.ok(history.profiles.some(({ jurisdiction, version }) => jurisdiction === 'strict' && version === 1));
  await app.audit();
});

test('two operators choose a profile: tighter at once, looser a day later, and nobody alone', async () => {
  const as = async (person: 1 | 2) => {
    const client = consoleClient(app);
    got(await client.call(tryRole, { role: 'risk', person }));
    return client;
  };
  const [maker, checker] = [await as(1), await as(2)];
  const body = (jurisdiction: string) => ({ kind: 'choose-conduct', body: { jurisdiction } }) as const;
  const choose = async (jurisdiction: string) => {
    const { proposal_id, version } = got(await maker.call(proposeAct, { ...body(jurisdiction), why: 'a test' }));
    assert.equal(refusalOf(await maker.call(approveAct, { proposal_id, version })), 'own-proposal');
    return got(await checker.call(approveAct, { proposal_id, version }));
  };
  assert.equal(refusalOf(await maker.call(previewAct, body('nowhere'))), 'profile-unknown');
  assert.equal(refusalOf(await maker.call(previewAct, body('demo'))), 'profile-chosen');
  const { facts } = got(await maker.call(previewAct, body('strict')));
  assert.equal(facts['notice_hours'], 0);
  assert.equal((await choose('strict')).state, 'done');
  const read = async () => got(await maker.call(getConductDesk, {}));
  await app.readSettings();
  // What was to come, the demo's values, does not come any more.
  const tightened = await readUntil('the change is in force', read, ({ coming }) => coming === null);
  assert.equal(tightened.in_force.jurisdiction, 'strict');
  assert.equal(got(await maker.call(previewAct, body('demo'))).facts['notice_hours'], 24);
  assert.equal((await choose('demo')).state, 'done');
  await app.readSettings();
  const {
    coming,
    in_force: inForce,
    choices,
  } = await readUntil('a change is announced', read, (now) => now.coming !== null);
  assert.deepEqual([inForce.jurisdiction, coming!.jurisdiction], ['strict', 'demo']);
  assert.equal(Date.parse(coming!.in_force_from) - Date.parse(coming!.asked_at), dayMs);
  assert.equal(choices.length, 5);
  await app.audit();
});

async function withDatabase(work: (pool: Pool, ownersPool: Pool) => Promise<void>): Promise<void> {
  const database = await cloneDatabase();
  const pools = [openPool(database.url, 4), openPool(database.ownerUrl, 1)] as const;
  try {
    await work(...pools);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await database.drop();
  }
}

test('what was announced is in force when its time has come, and is told then', () =>
  withDatabase(async (pool, ownersPool) => {
    const clock = manualClock(Date.now());
    const told: ConductMessage[] = [];
    const hub = { notify: (room: string, make: () => Record<string, unknown>) => void (room === 'home' && told.push(make()['notify'] as ConductMessage)) } as unknown as Hub; // oxfmt-ignore
    const conduct = openConduct({ pool, clock, hub, mode: 'production' });
    await startPart(conduct.web);
    try {
      assert.deepEqual([conduct.inForce().jurisdiction, conduct.inForce().areOptionsOffered], ['strict', false]);
      const europe = { jurisdiction: 'eu', areOptionsOffered: false, leverMax: 30, warning: 'losing-accounts', ageMin: 18, areBonusesOffered: false } as const; // oxfmt-ignore
      assert.equal((await addProfile(pool, europe)).version, 1);
      assert.equal((await addProfile(pool, { ...europe, leverMax: 20 })).version, 2);
      const { inForceFrom } = await chooseProfile(ownersPool, { jurisdiction: 'eu' });
      await reload(conduct);
      await readUntil('the version is told', () => told.at(-1)!, ({ coming }) => coming?.version === 2); // oxfmt-ignore
      clock.set(inForceFrom - 1);
      assert.equal(conduct.inForce().leverMax, 2);
      clock.set(inForceFrom);
      assert.equal(conduct.inForce().leverMax, 20);
      await reload(conduct);
      await readUntil('it is in force', () => told.at(-1)!, ({ in_force, coming }) => in_force.jurisdiction === 'eu' && coming === null); // oxfmt-ignore
    } finally {
      await stopPart(conduct.web);
    }
  }));

test('production does not keep what the demo chose by itself, and keeps what an operator chose', () =>
  withDatabase(async (pool, ownersPool) => {
    const newest = async () => (await pool.query('select jurisdiction, chosen_by from conduct_choices order by number desc limit 1')).rows[0]; // oxfmt-ignore
    await Promise.all(Array.from({ length: 4 }, () => chooseDefault(pool, 'demo')));
    assert.deepEqual(await newest(), { jurisdiction: 'demo', chosen_by: 'server' });
    await chooseDefault(pool, 'production');
    assert.deepEqual(await newest(), { jurisdiction: 'strict', chosen_by: 'server' });
    await chooseProfile(ownersPool, { jurisdiction: 'demo' });
    await chooseDefault(pool, 'production');
    assert.deepEqual(await newest(), { jurisdiction: 'demo', chosen_by: 'operator' });
    assert.equal((await pool.query<{ all: number }>('select count(*) as all from conduct_choices')).rows[0]!.all, 3);
  }));

test('the database itself refuses to loosen early, to backdate, to hold back and to rewrite', () =>
  withDatabase(async (pool, ownersPool) => {
    const insert = (jurisdiction: string, number: number, { asked = '0 s', from = '0 s' } = {}) =>
      `insert into conduct_choices (number, jurisdiction, version, chosen_by, asked_at, in_force_from)
       select ${number}, '${jurisdiction}', 1, 'operator', at - interval '${asked}', at - interval '${asked}' + interval '${from}'
       from (select clock_timestamp() as at) as now`;
    const refused = (statement: string, reason: RegExp) =>
      assert.rejects(ownersPool.query(statement), reason, statement);
    const denied = (statement: string) => assert.rejects(pool.query(statement), /permission denied/, statement);
    await refused(insert('demo', 1, { asked: '25 hours', from: '24 hours' }), /asked for now/);
    await refused(`begin; ${insert('demo', 1, { asked: '59.5 s', from: '24 hours' })}; select pg_sleep(0.6); commit`, /public when it is asked for/); // oxfmt-ignore
    await chooseDefault(pool, 'production');
    await refused(insert('demo', 2), /24 hours after they were asked for/);
    await refused(insert('demo', 2, { from: '23 hours 59 minutes 59 seconds' }), /24 hours after they were asked for/);
    await refused(insert('demo', 2, { asked: '25 hours', from: '24 hours' }), /follow one another/);
    await refused(insert('strict', 3), /follow one another/);
    await refused(insert('nowhere', 2), /conduct_choices_jurisdiction_version_fkey/);
    await denied(`update conduct_choices set in_force_from = asked_at`);
    await denied(`delete from conduct_choices`);
    await denied(`update conduct_profiles set lever_max = 100 where jurisdiction = 'strict'`);
    await assert.rejects(pool.query(insert('strict', 2)), /two of them decide/);
    await ownersPool.query(insert('demo', 2, { from: '24 hours' }));
    await assert.rejects(pool.query(insert('strict', 3).replace('operator', 'server')), /two of them decide/);
    await ownersPool.query(insert('strict', 3));
    // What is in force by then is what counts: strict again, so the demo's values need their day again.
    await refused(insert('demo', 4), /24 hours after they were asked for/);
  }));

test('losing accounts are those whose contracts took more from them than they gave, in twelve months, real money only', async (context) => {
  const stage = await openContractsStage({ startMs: Date.UTC(2026, 2, 1, 12) });
  context.after(() => stage.end());
  stage.tick('60000');
  const [winner, loser, even, guest] = [await stage.ledger.pay('1000'), await stage.ledger.pay('1000'), await stage.ledger.pay('1000'), await stage.ledger.pay('1000', { book: 'bonus' })]; // oxfmt-ignore
  const orders = [
    await stage.place({ accountId: winner, price: '60000' }),
    await stage.place({ accountId: loser, price: '60000', side: 'short' }),
    await stage.place({ accountId: guest, price: '60000', side: 'short', book: 'bonus' }),
  ];
  const level = await stage.place({ accountId: even, price: '60000' });
  stage.tick('60000');
  for (const order of [...orders, level]) await stage.opened(order);
  await stage.close({ accountId: even }, level.trade_id);
  stage.tick('60000');
  await stage.ended(level);
  await stage.close({ accountId: winner }, orders[0]!.trade_id);
  stage.tick('62000');
  for (const order of orders) await stage.ended(order);

  const read = async () => {
    const conduct = openConduct({ pool: stage.ledger.pool, clock: stage.clock, hub: nobody, mode: 'production' });
    await startPart(conduct.web);
    const bound = conduct.web.calls.find(({ call }) => call === getConduct)!;
    try {
      const answer = async () => {
        await reload(conduct);
        return (await bound.handle({}, {} as never)) as ConductMessage;
      };
      const reply = await readUntil('the day is counted', answer, ({ losing_accounts }) => losing_accounts !== null && Date.parse(losing_accounts.until) > stage.clock.now() - dayMs); // oxfmt-ignore
      return reply.losing_accounts!;
    } finally {
      await stopPart(conduct.web);
    }
  };
  // The one who closed at the entry's price paid the fee: that is a loss as well.
  const { accounts, losing, share } = await read();
  assert.deepEqual([accounts, losing, share], [3, 2, '0.6667']);
  stage.clock.advance(366 * dayMs);
  const later = await read();
  assert.deepEqual([later.accounts, later.share], [0, null]);
});
