// Terms that operators change, over HTTP on a real server: two persons, a day of notice for what is worse, and one version for each order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  approveAct,
  getAct,
  getReceipt,
  getSettingHistory,
  getSettings,
  getSettingsDesk,
  previewAct,
  proposeAct,
  queryOptionsConfig,
  queryPurchaseTerms,
  queryWithdrawTerms,
  submitContract,
  submitOptionsOrder,
  tryRole,
  wireId,
  type ConsoleClient,
  type OperatorRole,
  type Receipt,
  type SettingValue,
  type Uuid,
} from '@candor/wire';
import { until } from '../src/kit/until.test-support.ts';
import { products } from '../src/products.ts';
import { select } from '../src/kit/select.ts';
import { betOf, shopPeriods } from '../src/shop/period.ts';
import { findSureGains } from '../src/settings/sure-gains.ts';
import { approvedProposal } from './support/acts.ts';
import { runAsOwner } from './support/database.ts';
import { allSettings, expectEachNamed, gainsInForce } from './support/sure-gains-in-force.ts';
import { consoleClient } from './support/operators.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';
import { longRun } from './support/long-run.ts';

let app: RunningApp;
let ann: Person;
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC'] });
  ann = await app.person('1000');
});
after(() => app.close());

async function as(role: OperatorRole, person = 1): Promise<ConsoleClient> {
  const client = consoleClient(app);
  got(await client.call(tryRole, { role, person }));
  return client;
}
const settingOf = async (name: string, id = 'all') =>
  got(await ann.client.call(getSettings, {})).settings.find((each) => each.name === name && each.id === id)!;

/** What an act would say: the version in force with some of it changed, as the next one. */
async function changeOf(name: string, id: string, change: Readonly<Record<string, SettingValue>>) {
  const { settings } = got(await (await as('auditor')).call(getSettingsDesk, {}));
  const { in_force: now, newest_version: newest } = settings.find((each) => each.name === name && each.id === id)!;
  return { name, id, version: newest + 1, values: { ...now.values, ...change } };
}
type Change = Awaited<ReturnType<typeof changeOf>>;

async function decide(body: Change) {
  const [maker, checker] = [await as('treasurer'), await as('risk', 2)];
  const { proposal_id, version, facts } = got(await maker.call(proposeAct, { kind: 'change-setting', body, why: 'a test' })); // oxfmt-ignore
  return { ...(await approve(checker, { proposal_id, version })), facts };
}

async function approve(checker: ConsoleClient, { proposal_id, version }: { proposal_id: string; version: number }) {
  const { state, reason } = got(await checker.call(approveAct, { proposal_id, version }));
  return { state, reason };
}
const offered = async (id: string) =>
  got(await ann.client.call(queryOptionsConfig, {})).RESULT_LIST.find((each) => each.options_config_id === id)!;
const order = (id: string, version?: number) =>
  ann.client.call(submitOptionsOrder, {
    pair_type: 'btcusdt',
    trade_user_id: ann.user.account_id,
    trade_num: '10',
    option_config_id: id,
    trade_transaction_type: 1,
    ...(version !== undefined && { config_version: version }),
  });

test('under the terms in force nothing pays a customer for certain but what a rule closes, and each setting was considered', async () => {
  const gains = await gainsInForce(app);
  assert.deepEqual(
    gains.filter(({ closedBy }) => closedBy === null),
    [],
  );
  const closed = gains.filter(({ closedBy }) => closedBy === 'debt');
  assert.ok(
    closed.length > 0 && closed.every(({ pair }) => /^loan-terms \S+ \+ pledge-terms \S+$/.test(pair)),
    JSON.stringify(gains),
  );
  const periods = await select(
    app.pool,
    shopPeriods.columns,
    `select ${shopPeriods.columns.list} from shop_periods where state = 'open'`,
  );
  assert.ok(periods.length > 0);
  assert.deepEqual(findSureGains(periods.map(betOf)), [], 'no draw that sells tickets now');
  // What is left out pays nobody by itself: bounds in number and time, where money comes from, and who decides.
  const silent = allSettings.filter(({ ways }) => ways === undefined).map(({ name }) => name);
  assert.deepEqual(silent.toSorted(), [
    'currency-terms',
    'deposit-terms',
    'operator-limits',
    'operator-looks',
    'payment-terms',
    'retention',
    'swap-day-limits',
    'unpaid-terms',
  ]);
});

test('each kind of terms that pay for certain is named with its sum', () => expectEachNamed(app));

test('both who decide on a change that makes a pair see it with its sum, by the terms in force when they look', async () => {
  const body = await changeOf('pledge-terms', '1', { daily_rate: '0.0004' });
  const [maker, checker] = [await as('treasurer'), await as('risk', 2)];
  const { facts: shown } = got(await maker.call(previewAct, { kind: 'change-setting', body }));
  const { proposal_id, facts, version } = got(await maker.call(proposeAct, { kind: 'change-setting', body, why: 'a test' }));
  const pair = 'loan-terms 1 + pledge-terms 1';
  const sumIn = (each: Record<string, unknown> | null, name = 'sure_gains_closed') => ((each ?? {})[name] as Record<string, string>)[pair];
  assert.deepEqual([sumIn(shown), sumIn(shown, 'sure_gains_most')], [sumIn(facts), sumIn(facts, 'sure_gains_most')]);
  assert.equal('sure_gains' in facts, false, 'owed money can not be staked');
  const look = async () => got(await checker.call(getAct, { proposal_id }));
  assert.deepEqual((await look()).facts_now, facts);
  // Meanwhile the loan becomes cheaper by 0.001 for its month, which the search takes to have 31 days.
  assert.equal((await decide(await changeOf('loan-terms', '1', { monthly_rate: '0.011' }))).state, 'done');
  const later = await look();
  assert.equal(sumIn(later.facts), sumIn(facts), 'as it was proposed');
  assert.ok(Math.abs(Number(sumIn(later.facts_now)) - Number(sumIn(facts)) - 365 / 31) < 0.001, `${sumIn(facts)} ${sumIn(later.facts_now)}`);
  assert.equal((await approve(checker, { proposal_id, version })).state, 'done');
  const open = got(await maker.call(previewAct, { kind: 'change-setting', body: await changeOf('loan-terms', '3', { max_amount: '1000' }) }));
  assert.equal(Object.keys(open.facts).some((name) => name.startsWith('sure_gains')), false, 'a smaller loan widens nothing');
}); // oxfmt-ignore

test('what is better for customers is in force at once; an order gets the version that it named, or none', async () => {
  const before = got(await order('1', 2));
  const change = await changeOf('option-terms', '1', { payout_rate: '0.87' });
  const { state, facts } = await decide(change);
  assert.deepEqual([state, facts['in_force'], facts['against_customers']], ['done', 'at-once', []]);
  await until('it is offered', async () => (await offered('1')).config_version === 3);
  assert.equal((await offered('1')).payout_rate, '0.87');
  assert.equal(refusalOf(await order('1', 2)), 'options-config-unknown');
  const after = got(await order('1', 3));
  assert.deepEqual([before.config_version, before.payout_rate, after.config_version, after.payout_rate], [2, '0.85', 3, '0.87']); // oxfmt-ignore
  const { rows } = await app.pool.query<{ profit: string }>(`select trim_scale(profit)::text as profit from option_orders order by received_at`); // oxfmt-ignore
  assert.deepEqual(rows.map(({ profit }) => profit), ['8.5', '8.7']); // oxfmt-ignore
});

test('what is worse in anything waits for a day, is public meanwhile, and is gone when something else is asked for', async () => {
  const worse = await decide(await changeOf('option-terms', '2', { payout_rate: '0.9', max_stake: '9000' }));
  assert.deepEqual([worse.state, worse.facts['in_force'], worse.facts['against_customers']], ['done', 'after-24-hours', ['max_stake']]); // oxfmt-ignore
  await until('it is to come', async () => (await settingOf('option-terms', '2')).coming !== null);
  const { in_force: now, coming } = await settingOf('option-terms', '2');
  assert.deepEqual([now.version, coming!.version, coming!.proposed_by, coming!.approved_by], [2, 3, 'demo-treasurer-1', 'demo-risk-2']); // oxfmt-ignore
  assert.equal(Date.parse(coming!.in_force_from) - Date.parse(coming!.asked_at), 24 * 3_600_000);
  assert.equal((await offered('2')).config_version, 2);
  // Up for a second and down again: down has its day, whatever was before.
  assert.equal((await decide(await changeOf('option-terms', '2', { payout_rate: '0.88' }))).state, 'done');
  await until('it is better', async () => (await offered('2')).payout_rate === '0.88');
  const down = await decide(await changeOf('option-terms', '2', { payout_rate: '0.86' }));
  assert.deepEqual([down.state, down.facts['in_force']], ['done', 'after-24-hours']);
  await until('it is to come', async () => (await settingOf('option-terms', '2')).coming?.version === 5);
  assert.equal((await offered('2')).payout_rate, '0.88');
  const { versions } = got(await ann.client.call(getSettingHistory, { name: 'option-terms' }));
  const of2 = versions.filter(({ id }) => id === '2').map(({ version, state }) => [version, state]);
  assert.deepEqual(of2, [[5, 'coming'], [4, 'in-force'], [3, 'never'], [2, 'over'], [1, 'over']]); // oxfmt-ignore
  assert.deepEqual(versions.find(({ id, version }) => id === '2' && version === 5)!.changes, [
    { field: 'payout_rate', before: '0.88', after: '0.86', favours_customers: false },
  ]);
});

test('fees, levers and products of staking are changed the same way, and what is new is there at once', async () => {
  const fee = await decide(await changeOf('contract-terms', 'all', { fee_rate: '0.005' }));
  assert.deepEqual([fee.state, fee.facts['before'], fee.facts['after']], ['done', { fee_rate: '0.01' }, { fee_rate: '0.005' }]); // oxfmt-ignore
  await until('it is in force', async () => (await settingOf('contract-terms')).in_force.version === 3);
  const named = {
    trade_price: '1', trade_lever: 1, trade_user_id: ann.user.account_id, trade_type: 1, trade_transaction_type: 1,
    trade_btc_tpye: 'btcusdt', usd_num: '1', sheets_num: 1, config_version: 2,
  }; // oxfmt-ignore
  assert.equal(refusalOf(await ann.client.call(submitContract, named)), 'verification-required');
  const level = await decide(await changeOf('vip-levels', '2', { trading_cost: '1200' }));
  assert.deepEqual([level.state, level.facts['in_force'], level.facts['against_customers']], ['done', 'after-24-hours', ['trading_cost']]); // oxfmt-ignore
  const unknown = await decide({ name: 'vip-levels', id: '4', version: 1, values: { trading_cost: '50000' } });
  assert.deepEqual([unknown.state, unknown.reason], ['failed', 'setting-malformed']);
  const { values } = await changeOf('pledge-terms', '1', { days: 180, daily_rate: '0.0006' });
  const made = await decide({ name: 'pledge-terms', id: '180d', version: 1, values });
  assert.deepEqual([made.state, made.facts['is_new']], ['done', true]);
  await until('it is offered', async () => (await settingOf('pledge-terms', '180d')) !== undefined);
  const { rows } = await app.pool.query(`select from pledge_quotas where product_id = '180d'`);
  assert.equal(rows.length, 2);
});

test('fees of withdrawals, terms of purchases and swaps, and how long pictures are kept are changed the same way', async () => {
  const self = { account_id: ann.user.account_id };
  const said = async (name: string, change: Readonly<Record<string, SettingValue>>, id = 'all') => {
    const { state, reason, facts } = await decide(await changeOf(name, id, change));
    return [state === 'done' ? facts['in_force'] : `${state} ${reason}`, facts['against_customers']];
  };
  assert.deepEqual(await said('withdrawal-terms', { fee_rate: '0.04', min_amount: '5' }, 'USDT'), [
    'after-24-hours',
    ['fee_rate'],
  ]);
  assert.deepEqual(await said('withdrawal-terms', { fee_rate: '0.02', min_amount: '5' }, 'USDT'), ['at-once', []]);
  assert.deepEqual(await said('withdrawal-terms', { fee_rate: '0.01001' }, 'USDT'), ['failed setting-malformed', []], 'people read two decimals of it'); // oxfmt-ignore
  assert.deepEqual(await said('withdrawal-terms', { two_persons_above: '1001' }, 'USDT'), ['failed setting-malformed', ['two_persons_above']]); // oxfmt-ignore
  assert.deepEqual(await said('withdrawal-terms', { two_persons_above: '900' }, 'USDT'), ['after-24-hours', ['two_persons_above']]); // oxfmt-ignore
  const ways = async () => got(await ann.client.call(queryWithdrawTerms, self)).ways;
  await until('it is in force', async () => (await ways())[0]!.fee_share === '0.02');
  assert.deepEqual((await ways()).map((way) => [way.coin_code, way.min, way.fee_share]).slice(1, 3), [['USDT', '5', '0.02'], ['BTC', '0.0005', '0.03']]); // oxfmt-ignore
  assert.deepEqual(await said('purchase-terms', { fee_rate: '0', payment_minutes: 29 }), ['after-24-hours', ['payment_minutes']]); // oxfmt-ignore
  assert.deepEqual(await said('purchase-terms', { fee_rate: '0', payment_minutes: 60 }), ['at-once', []]);
  const offer = async () => got(await ann.client.call(queryPurchaseTerms, {}));
  await until('it is in force', async () => (await offer()).payment_minutes === 60);
  assert.equal((await offer()).fee_rate, '0');
  assert.deepEqual(await said('swap-terms', { min_value: '0.5', limits_max: 49 }), ['after-24-hours', ['limits_max']]);
  assert.deepEqual(await said('swap-terms', { min_value: '0.5', limits_max: 51 }), ['at-once', []]);
  const { values } = (await settingOf('retention')).in_force;
  assert.deepEqual(values, { pictures_kept_days: 1_826 }, 'as it is configured');
  assert.deepEqual(await said('retention', { pictures_kept_days: 1_827 }), ['after-24-hours', ['pictures_kept_days']]);
  assert.deepEqual(await said('retention', { pictures_kept_days: 30 }), ['at-once', []]);
});

test('a change that is malformed, stale, of nothing or of what is fixed is not proposed', async () => {
  const risk = await as('risk');
  const previewed = async (body: object) => refusalOf(await risk.call(previewAct, { kind: 'change-setting', body: { ...body } })); // oxfmt-ignore
  const change = (values: Readonly<Record<string, SettingValue>>) => changeOf('option-terms', '3', values);
  assert.equal(await previewed(await change({ payout_rate: '1.5' })), 'setting-malformed');
  assert.equal(await previewed(await change({ payout_rate: 1 })), 'setting-malformed');
  assert.equal(await previewed(await change({ unknown: '1' })), 'setting-malformed');
  assert.equal(await previewed(await change({ duration_ms: 60_000 })), 'setting-malformed');
  assert.equal(await previewed(await change({})), 'nothing-to-change');
  assert.equal(await previewed({ ...(await change({ payout_rate: '0.9' })), version: 2 }), 'setting-changed');
  assert.equal(await previewed({ ...(await change({ payout_rate: '0.9' })), name: 'moon-terms' }), 'setting-unknown');
  assert.equal(await previewed({ ...(await changeOf('contract-terms', 'all', { fee_rate: '0' })), id: 'x' }), 'setting-unknown'); // oxfmt-ignore
  // The bounds that go across fields are the database's.
  const crossed = await decide(await change({ min_stake: '1000', max_stake: '999' }));
  assert.deepEqual([crossed.state, crossed.reason], ['failed', 'setting-malformed']);
  const support = await as('support');
  const body = await change({ payout_rate: '0.9' });
  assert.equal(refusalOf(await support.call(proposeAct, { kind: 'change-setting', body, why: 'x' })), 'role-missing');
});

test('two changes of one setting at once make one version, and the other one fails', async () => {
  const checker = await as('risk', 2);
  const proposals = await Promise.all(
    ['0.9', '0.91', '0.92'].map(async (rate) => {
      const body = await changeOf('option-terms', '4', { payout_rate: rate });
      return got(await (await as('treasurer')).call(proposeAct, { kind: 'change-setting', body, why: 'x' }));
    }),
  );
  const outcomes = await Promise.all(proposals.map((proposal) => approve(checker, proposal)));
  const ended = outcomes.map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()).toSorted();
  assert.deepEqual(ended, ['done', 'failed setting-changed', 'failed setting-changed']);
  const { proposal_id: done } = proposals[outcomes.findIndex(({ state }) => state === 'done')]!;
  const { rows } = await app.pool.query<{ id: Uuid }>(
    `select proposal_id as id from setting_versions where name = 'option-terms' and id = '4' order by version desc limit 1`,
  );
  assert.equal(wireId('proposal', rows[0]!.id), done);
});

const fails = (sql: string, code: RegExp): Promise<void> => assert.rejects(app.pool.query(sql), code);

test('the database itself refuses what is not approved, an edit of an old version, and a notice cut short', async () => {
  const body = await changeOf('option-terms', '5', { payout_rate: '0.95' });
  await fails(`insert into setting_versions (name, id, version, body) values ('option-terms', '5', 3, '{}')`, /permission denied/); // oxfmt-ignore
  await fails(`update setting_versions set in_force_from = now()`, /permission denied/);
  await fails(`update setting_kinds set favours = '{}'`, /permission denied/);
  await fails(`update options_configs set payout_rate = 0.01`, /permission denied/);
  await fails(`select setting_change(gen_random_uuid())`, /no approved proposal/);
  await assert.rejects(
    approvedProposal(app.consolePool, { kind: 'change-setting', body, facts: {}, maker: ['carl', 'risk'], checker: ['carl', 'risk'] }), // oxfmt-ignore
    /act_two_persons/,
  );
  await assert.rejects(
    approvedProposal(app.consolePool, { kind: 'change-setting', body, facts: {}, maker: ['dora', 'support'] }),
    /who may make it/,
  );
  const asOwner = (sql: string) => runAsOwner(app, sql);
  await assert.rejects(asOwner(`update setting_versions set in_force_from = now()`), /append-only/);
  await assert.rejects(asOwner(`delete from setting_versions`), /append-only/);
  await assert.rejects(asOwner(`update setting_kinds set favours = '{}'`), /append-only/);
  await assert.rejects(asOwner(`update options_configs set payout_rate = 0.01`), /append-only/);
  // Whoever owns the tables is held to the notice too: here the payout falls, back in time and at once.
  await asOwner(
    `insert into options_configs select (jsonb_populate_record(c, '{"version": 3, "payout_rate": 0.5, "created_at": "2020-01-01"}')).*
     from options_configs c where config_id = '5' and version = 2`,
  );
  await asOwner(
    `insert into setting_versions (name, id, version, body, asked_at, in_force_from)
     values ('contract-terms', 'all', 4, '{"fee_rate": "0.1"}', '2020-01-01', '2020-01-01')`,
  );
  const { rows } = await app.pool.query<{ hours: number }>(
    `select extract(epoch from in_force_from - clock_timestamp())::float8 / 3600 as hours from setting_versions
     where (name, id, version) in (('option-terms', '5', 3), ('contract-terms', 'all', 4))`,
  );
  assert.ok(rows.length === 2 && rows.every(({ hours }) => hours > 23.9 && hours <= 24), JSON.stringify(rows));
});

test('each setting is in the database what its product declares, and every change is in the public log', async () => {
  const { rows } = await app.pool.query<{ name: string; table: string; idColumn: string | null; favours: object }>(
    `select name, table_name as "table", id_column as "idColumn", favours from setting_kinds order by name`,
  );
  const declared = products
    .flatMap(({ settings }) => settings)
    .map(({ name, table, idColumn, fields }) => ({
      name, table, idColumn, favours: Object.fromEntries(fields.map((field) => [field.name, field.favours])),
    })); // oxfmt-ignore
  assert.deepEqual(
    rows,
    declared.toSorted((left, right) => (left.name < right.name ? -1 : 1)),
  );
  for (const { name, table, idColumn } of declared) {
    const { rows: columns } = await app.pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    );
    const fields = columns.map((each) => each.name).filter((each) => !['version', 'created_at', idColumn].includes(each)); // oxfmt-ignore
    const listed = declared.find((each) => each.name === name)!.favours;
    assert.deepEqual(fields.toSorted(), Object.keys(listed).toSorted(), table);
  }
  const { rows: told } = await app.pool.query<{ text: string }>(
    `select leaf::json -> 'body' ->> 'name' || ' ' || (leaf::json -> 'body' ->> 'id') || ' ' || (leaf::json -> 'body' ->> 'version') as text
     from public_log where leaf::json ->> 'kind' = 'setting' and leaf::json -> 'body' ->> 'proposal_id' is not null order by seq`,
  );
  const ofOptions = told.map(({ text }) => text).filter((text) => text.startsWith('option-terms'));
  assert.deepEqual(ofOptions.slice(0, 4), [
    'option-terms 1 3',
    'option-terms 2 3',
    'option-terms 2 4',
    'option-terms 2 5',
  ]);
});

test(
  'an order that runs keeps its version to the end, and its receipt says which',
  longRun('an option of 30 s'),
  async () => {
    const { values } = await changeOf('option-terms', '1', { duration_ms: 5_000, payout_rate: '0.8' });
    assert.equal((await decide({ name: 'option-terms', id: 'quick', version: 1, values })).state, 'done');
    await until('it is offered', async () => (await offered('quick')) !== undefined);
    const placed = got(await order('quick', 1));
    assert.equal((await decide(await changeOf('option-terms', 'quick', { payout_rate: '0.9' }))).state, 'done');
    await until('it is better', async () => (await offered('quick')).payout_rate === '0.9');
    const receiptOf = () => ann.client.call(getReceipt, { kind: 'option', id: placed.option_order_id });
    await until('it has ended', async () => (await receiptOf()).ok, 60_000);
    const { terms } = got(await receiptOf()) as Extract<Receipt, { kind: 'option' }>;
    assert.deepEqual([terms.option_config_id, terms.config_version, terms.payout_rate], ['quick', 1, '0.8']);
    await app.audit();
  },
);
