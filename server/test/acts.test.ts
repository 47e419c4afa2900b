// Acts that bind, over HTTP on a real server: two persons each time, carried out once, and nothing that the database would not hold.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  actKinds,
  acts,
  approveAct,
  claimAct,
  commentAct,
  getAct,
  getMarketStatus,
  inviteOperator,
  listActKinds,
  listActs,
  listOperators,
  parseWireId,
  previewAct,
  proposeAct,
  readAuditLog,
  refuseAct,
  signInOperator,
  submitOptionsOrder,
  tryRole,
  withdrawAct,
  type ActKind,
  type ConsoleClient,
  type OperatorRole,
} from '@candor/wire';
import { until } from '../src/kit/until.test-support.ts';
import { approvedProposal } from './support/acts.ts';
import { runAsOwner } from './support/database.ts';
import { acceptAs, consoleClient, forgetCodes } from './support/operators.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';
import { isLongRun, longRun } from './support/long-run.ts';

let app: RunningApp;
before(async () => (app = await openRunningApp({ liveCoins: ['BTC', 'ETH'] })));
after(() => app.close());

async function as(role: OperatorRole, person = 1): Promise<ConsoleClient> {
  const client = consoleClient(app);
  got(await client.call(tryRole, { role, person }));
  return client;
}
const propose = async (client: ConsoleClient, kind: ActKind, body: Record<string, unknown>) =>
  got(await client.call(proposeAct, { kind, body, why: 'a test' }));
const named = ({ proposal_id, version }: { proposal_id: string; version: number }) => ({ proposal_id, version });

async function placeOption({ client, user }: Person, coin: string): Promise<string> {
  const order = { pair_type: `${coin.toLowerCase()}usdt`, trade_user_id: user.account_id, trade_num: '10', option_config_id: '1', trade_transaction_type: 1 }; // oxfmt-ignore
  const outcome = await client.call(submitOptionsOrder, order);
  return outcome.ok ? 'accepted' : outcome.code;
}

test('a coin is halted by two persons: orders are refused within a second, everybody reads why, and two reopen it', async () => {
  const ann = await app.person('1000');
  const [first, second, support] = [await as('risk'), await as('risk', 2), await as('support')];
  const body = { coin: 'BTC', reason: 'the sources disagree' };
  assert.deepEqual(got(await first.call(previewAct, { kind: 'halt-coin', body })).facts['is_halted'], false);
  assert.equal(refusalOf(await first.call(previewAct, { kind: 'halt-coin', body: { coin: 'XYZ', reason: 'x' } })), 'unknown-coin'); // oxfmt-ignore
  assert.equal(refusalOf(await first.call(proposeAct, { kind: 'halt-coin', body: { coin: 'BTC' }, why: 'x' })), 'malformed'); // oxfmt-ignore
  assert.equal(refusalOf(await support.call(proposeAct, { kind: 'halt-coin', body, why: 'x' })), 'role-missing');
  const proposal = await propose(first, 'halt-coin', body);
  assert.equal(await placeOption(ann, 'BTC'), 'accepted');
  assert.equal(refusalOf(await first.call(approveAct, named(proposal))), 'own-proposal');
  assert.equal(refusalOf(await support.call(approveAct, named(proposal))), 'role-missing');
  const done = got(await second.call(approveAct, named(proposal)));
  const approvedAt = performance.now();
  assert.deepEqual([done.state, done.maker, done.checker], ['done', 'demo-risk-1', 'demo-risk-2']);
  await until('orders are refused', async () => (await placeOption(ann, 'BTC')) === 'market-halted');
  if (isLongRun) assert.ok(performance.now() - approvedAt < 1_000, `${Math.round(performance.now() - approvedAt)} ms`);
  assert.equal(await placeOption(ann, 'ETH'), 'accepted');
  const state = async () =>
    got(await ann.client.call(getMarketStatus, {})).coins.find(({ coin }) => coin === 'BTC')!.state;
  assert.equal(await state(), 'halted');
  assert.equal(refusalOf(await first.call(proposeAct, { kind: 'halt-coin', body, why: 'x' })), 'halted-already');
  const again = await propose(second, 'reopen-coin', { coin: 'BTC' });
  assert.equal(got(await first.call(approveAct, named(again))).state, 'done');
  await until('it is open', async () => (await state()) === 'live');
  assert.equal(await placeOption(ann, 'BTC'), 'accepted');
  const { rows } = await app.pool.query<{ kind: string }>(`select leaf::json ->> 'kind' as kind from public_log where leaf::json -> 'body' ->> 'coin' = 'BTC' and leaf::json ->> 'kind' <> 'house-money' order by seq`); // oxfmt-ignore
  assert.deepEqual(rows.map(({ kind }) => kind), ['halt', 'reopening']); // oxfmt-ignore
});

/** In whole coins. */
const bankroll = async (): Promise<number> => {
  const { rows } = await app.pool.query<{ sum: number }>(`select floor(coalesce(sum(balance), 0))::int as sum from ledger_house where bucket = 'bankroll' and book = 'real' and coin = 'BTC'`); // oxfmt-ignore
  return rows[0]!.sum;
};

test('parallel approvals carry it out once, and money that is not there does not go out', async () => {
  const treasurer = await as('treasurer');
  const before = await bankroll();
  const proposal = await propose(treasurer, 'house-money-in', { coin: 'BTC', amount: '7', reference: 'transfer 1' });
  assert.equal(refusalOf(await (await as('treasurer', 2)).call(approveAct, named(proposal))), 'role-missing');
  const checkers = await Promise.all([as('risk'), as('risk', 2), as('administrator'), as('administrator', 2)]);
  const count = isLongRun ? 100 : 40;
  const outcomes = await Promise.all(
    Array.from({ length: count }, (_, place) => checkers[place % 4]!.call(approveAct, named(proposal))),
  );
  const accepted = outcomes.filter(({ ok }) => ok);
  assert.ok(accepted.length >= 1 && accepted.length <= count / 4, `${accepted.length} by one person`);
  assert.equal(new Set(accepted.map((outcome) => got(outcome).checker)).size, 1);
  assert.ok(outcomes.every((outcome) => outcome.ok || outcome.code === 'proposal-changed'));
  await until('it is carried out', async () => (await bankroll()) === before + 7);
  const out = async (amount: string) => {
    const asked = await propose(treasurer, 'house-money-out', { coin: 'BTC', amount, reference: 'transfer 2' });
    const { state, reason } = got(await checkers[0]!.call(approveAct, named(asked)));
    return [state, reason];
  };
  assert.deepEqual(await out(String(before + 8)), ['failed', 'house-short']);
  assert.deepEqual(await out('2'), ['done', null]);
  assert.equal(await bankroll(), before + 5);
  assert.equal(refusalOf(await treasurer.call(proposeAct, { kind: 'house-money-in', body: { coin: 'BTC', amount: '1e3', reference: 'x' }, why: 'x' })), 'amount-malformed'); // oxfmt-ignore
  await app.audit();
});

test(
  'what was approved when its process died is carried out by the next one, once, however many there are',
  longRun('kills processes'),
  async () => {
    const before = await bankroll();
    const body = { amount: '3', coin: 'BTC', reference: 'transfer 3' };
    await app.restart(async () => {
      const maker = ['demo-treasurer-1', 'treasurer'] as const;
      await approvedProposal(app.consolePool, {
        kind: 'house-money-in',
        body,
        facts: {},
        maker,
        checker: ['demo-risk-1', 'risk'],
      });
    });
    const beside = await app.openBeside();
    await until('it is carried out', async () => (await bankroll()) === before + 3);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    assert.equal(await bankroll(), before + 3);
    await beside.close();
  },
);

test('a proposal can be claimed, talked about, refused, taken back, and grows too old', async () => {
  const [editor, first, second] = [await as('treasurer'), await as('risk'), await as('risk', 2)];
  const body = { coin: 'ETH', reason: 'a try' };
  const claimed = got(await first.call(claimAct, named(await propose(editor, 'halt-coin', body))));
  assert.equal(claimed.claimed_by, 'demo-risk-1');
  assert.equal(refusalOf(await second.call(approveAct, named(claimed))), 'claimed-by-other');
  assert.equal(refusalOf(await first.call(refuseAct, { proposal_id: claimed.proposal_id, version: 0, reason: 'mistake' })), 'proposal-changed'); // oxfmt-ignore
  got(await second.call(commentAct, { proposal_id: claimed.proposal_id, text: 'Why ETH?' }));
  assert.equal(refusalOf(await first.call(claimAct, named(claimed))), 'claimed-lately');
  const refused = got(await first.call(refuseAct, { ...named(claimed), reason: 'not-justified', comment: 'No.' }));
  assert.deepEqual([refused.state, refused.reason, refused.checker], ['refused', 'not-justified', 'demo-risk-1']);
  const read = got(await editor.call(getAct, { proposal_id: refused.proposal_id }));
  assert.deepEqual(read.comments.map(({ operator, text }) => [operator, text]), [['demo-risk-2', 'Why ETH?'], ['demo-risk-1', 'No.']]); // oxfmt-ignore
  const own = await propose(editor, 'halt-coin', body);
  assert.equal(refusalOf(await first.call(withdrawAct, { ...named(own), reason: 'mistake' })), 'others-proposal');
  assert.equal(got(await editor.call(withdrawAct, { ...named(own), reason: 'mistake' })).state, 'withdrawn');
  assert.equal(refusalOf(await first.call(approveAct, named(own))), 'proposal-changed');
  const old = await propose(editor, 'halt-coin', body);
  await runAsOwner(
    app,
    `alter table act_proposals disable trigger act_proposals_guard; update act_proposals set expires_at = now()
    where proposal_id = '${parseWireId('proposal', old.proposal_id)}'; alter table act_proposals enable trigger act_proposals_guard`,
  );
  assert.equal(refusalOf(await first.call(approveAct, named(old))), 'proposal-expired');
  const list = got(await first.call(listActs, { state: 'refused', kind: 'halt-coin', pagesize: 1 }));
  assert.deepEqual([list.TOTAL, list.RESULT_LIST[0]!.proposal_id], [1, refused.proposal_id]);
  assert.equal(got(await (await as('support')).call(listActs, { kind: 'halt-coin' })).TOTAL, 0, 'not for whom it does not concern'); // oxfmt-ignore
  assert.equal(refusalOf(await (await as('support')).call(getAct, { proposal_id: old.proposal_id })), 'not-found');
});

test('nobody keeps all others from deciding: a claim comes once in a while, an administrator ends it, and it is never one’s own', async () => {
  const [maker, first, second, admin] = [await as('support'), await as('risk'), await as('risk', 2), await as('administrator')]; // oxfmt-ignore
  const thief = await app.person('1000');
  const freeze = { kind: 'freeze-account', body: { account_id: thief.user.account_id } } as const;
  const claimed = got(await first.call(claimAct, named(await propose(maker, freeze.kind, freeze.body))));
  assert.equal(refusalOf(await second.call(approveAct, named(claimed))), 'claimed-by-other');
  assert.equal(refusalOf(await second.call(claimAct, { ...named(claimed), claim: false })), 'claimed-by-other');
  const released = got(await admin.call(claimAct, { ...named(claimed), claim: false }));
  assert.deepEqual([released.claimed_by, released.claimed_until], [null, null]);
  // Neither now nor when he gives it back himself, nor when his time is over.
  assert.equal(refusalOf(await first.call(claimAct, named(released))), 'claimed-lately');
  assert.equal(refusalOf(await second.call(claimAct, { ...named(released), claim: false })), 'proposal-changed');
  const id = parseWireId('proposal', claimed.proposal_id)!;
  const claimAgo = (ago: string) =>
    runAsOwner(app, `alter table act_claims disable trigger act_claims_keep;
      update act_claims set claimed_until = now() - interval '${ago}' where proposal_id = '${id}';
      alter table act_claims enable trigger act_claims_keep`); // oxfmt-ignore
  await claimAgo('59 minutes');
  assert.equal(refusalOf(await first.call(claimAct, named(released))), 'claimed-lately');
  const by = `(select operator_id from operators where name = 'demo-risk-1')`;
  const claim = (who: string, until: string) => app.consolePool.query(`update act_proposals set claimed_by = ${who}, claimed_until = ${until}, version = version + 1 where proposal_id = '${id}'`); // oxfmt-ignore
  await assert.rejects(claim(by, `now() + interval '5 minutes'`), /may not claim it now/);
  await assert.rejects(claim('maker', `now() + interval '5 minutes'`), /may not claim it now/);
  await assert.rejects(claim(by.replace('1', '2'), `now() + interval '1 day'`), /may not claim it now/);
  await assert.rejects(app.pool.query('delete from act_claims'), /permission denied/);
  await claimAgo('61 minutes');
  const again = got(await first.call(claimAct, named(released)));
  assert.equal(got(await first.call(claimAct, { ...named(again), claim: false })).claimed_by, null);
  const own = await propose(first, 'freeze-account', { account_id: (await app.person()).user.account_id });
  assert.equal(refusalOf(await first.call(claimAct, named(own))), 'own-proposal');
  const { entries } = got(await (await as('auditor')).call(readAuditLog, { act: 'act-release', subject: claimed.proposal_id })); // oxfmt-ignore
  assert.deepEqual(entries.map(({ operator, detail }) => [operator, JSON.parse(detail).of]), [['demo-risk-1', 'demo-risk-1'], ['demo-administrator-1', 'demo-risk-1']]); // oxfmt-ignore
});

test('a frozen customer looks and closes, and begins nothing; a release undoes it', async () => {
  const ben = await app.person('1000');
  const [support, risk] = [await as('support'), await as('risk')];
  const body = { account_id: ben.user.account_id };
  const decide = async (kind: ActKind) => got(await risk.call(approveAct, named(await propose(support, kind, body)))).state; // oxfmt-ignore
  assert.equal(await placeOption(ben, 'ETH'), 'accepted');
  assert.equal(refusalOf(await support.call(proposeAct, { kind: 'release-account', body, why: 'x' })), 'not-frozen');
  assert.equal(await decide('freeze-account'), 'done');
  await until('it is frozen', async () => (await placeOption(ben, 'ETH')) === 'account-frozen');
  const { available } = await app.available(ben);
  assert.equal(await placeOption(ben, 'ETH'), 'account-frozen');
  assert.equal((await app.available(ben)).available, available);
  assert.equal(refusalOf(await support.call(proposeAct, { kind: 'freeze-account', body, why: 'x' })), 'frozen-already');
  assert.equal(await decide('release-account'), 'done');
  await until('it is released', async () => (await placeOption(ben, 'ETH')) === 'accepted');
});

test('roles come from two administrators alone, and whoever is closed is out at once', async () => {
  const [first, second] = [await as('administrator'), await as('administrator', 2)];
  const { token } = got(await first.call(inviteOperator, { name: 'nora' }));
  assert.equal(refusalOf(await first.call(proposeAct, { kind: 'set-roles', body: { name: 'nora', roles: ['risk'] }, why: 'x' })), 'operator-unknown'); // oxfmt-ignore
  const nora = await acceptAs(app, token);
  await forgetCodes(app, 'nora');
  got(await nora.client.call(signInOperator, { name: 'nora', password: nora.password, code: nora.code() }));
  assert.equal(refusalOf(await nora.client.call(listOperators, {})), 'role-missing');
  const given = await propose(first, 'set-roles', { name: 'nora', roles: ['auditor', 'support'] });
  assert.match(given.facts['fingerprint'] as string, /^[0-9a-f]{12}$/);
  assert.equal(refusalOf(await first.call(approveAct, named(given))), 'own-proposal');
  assert.equal(got(await second.call(approveAct, named(given))).state, 'done');
  got(await nora.client.call(listOperators, {}));
  const closed = await propose(second, 'close-operator', { name: 'nora' });
  assert.equal(got(await first.call(approveAct, named(closed))).state, 'done');
  assert.equal(refusalOf(await nora.client.call(listOperators, {})), 'login-required');
  const auditor = await as('auditor');
  const { entries } = got(await auditor.call(readAuditLog, { subject: closed.proposal_id }));
  assert.deepEqual(entries.map(({ act, operator }) => `${act} ${operator}`), ['act-done demo-administrator-1', 'act-approve demo-administrator-1', 'act-proposed demo-administrator-2']); // oxfmt-ignore
});

test('the database holds two persons apart, whoever asks it', async () => {
  const treasurer = await as('treasurer');
  const proposal = await propose(treasurer, 'house-money-in', { coin: 'BTC', amount: '1', reference: 'x' });
  const id = parseWireId('proposal', proposal.proposal_id)!;
  const change = (set: string) =>
    app.consolePool.query(`update act_proposals set ${set}, version = version + 1 where proposal_id = '${id}'`);
  const operator = (name: string) => `(select operator_id from operators where name = '${name}')`;
  await assert.rejects(change(`maker = ${operator('demo-risk-1')}`), /stays what it is/);
  await assert.rejects(change(`body = '{"amount":"1000000","coin":"BTC","reference":"x"}'`), /stays what it is/);
  await assert.rejects(
    change(`state = 'approved', checker = maker, decided_at = now()`),
    /act_two_persons|may not decide/,
  );
  await assert.rejects(change(`state = 'approved', checker = ${operator('demo-treasurer-2')}, decided_at = now()`), /may not decide/); // oxfmt-ignore
  await assert.rejects(change(`state = 'done', ended_at = now()`), /can not become done/);
  await app.consolePool.query(`update operator_sessions set stepped_up_at = now() - interval '1 hour'`);
  await assert.rejects(change(`state = 'approved', checker = ${operator('demo-risk-1')}, decided_at = now()`), /second factor was not shown/); // oxfmt-ignore
  assert.equal(refusalOf(await (await steppedDown('risk')).call(approveAct, named(proposal))), 'step-up-required');
  for (const sql of [
    `insert into market_halts (coin, reason, proposed_by, approved_by) values ('BTC', 'x', 'anna', 'ben')`,
    `insert into account_freezes (account_id, frozen_by) select account_id, '${id}' from accounts limit 1`,
    `delete from act_proposals`,
    `update act_kinds set approvers = proposers`,
  ])
    await assert.rejects(app.pool.query(sql), /permission denied/, sql);
  await assert.rejects(app.pool.query(`select market_halt('${id}')`), /no approved proposal/);
  await assert.rejects(app.consolePool.query(`select operator_set_roles('${id}')`), /no approved proposal/);
});

async function steppedDown(role: OperatorRole): Promise<ConsoleClient> {
  const client = await as(role);
  await app.consolePool.query(`update operator_sessions set stepped_up_at = now() - interval '1 hour'`);
  return client;
}

test('a role that approves what it proposes is one of these: two persons of it decide, and a new one is a decision', () => {
  const both = acts.flatMap(({ kind, proposers, approvers }) => {
    const roles: readonly OperatorRole[] = proposers.filter((role) => (approvers as readonly OperatorRole[]).includes(role)); // oxfmt-ignore
    return roles.map((role) => `${role}: ${kind}`);
  });
  const listed = {
    administrator: ['halt-coin', 'reopen-coin', 'set-roles', 'close-operator', 'renew-operator', 'end-declared-account', 'change-setting', 'choose-conduct'], // oxfmt-ignore
    risk: [
      'halt-coin',
      'reopen-coin',
      'correct-candle',
      'freeze-account',
      'release-account',
      'change-setting',
      'choose-conduct',
      'approve-loan',
      'approve-withdrawal',
      'clear-deposit',
      'assign-deposit',
      'credit-contract-payment',
      'dismiss-contract-payment',
      'follow-chain-again',
      'give-back-payment',
    ],
    'identity-reviewer': ['approve-identity'],
  };
  assert.deepEqual(new Set(both), new Set(Object.entries(listed).flatMap(([role, kinds]) => kinds.map((kind) => `${role}: ${kind}`)))); // oxfmt-ignore
});

test('wire and the database say alike who proposes and who approves, and the console learns it from the server', async () => {
  const { rows } = await app.pool.query<{
    kind: string;
    proposers: string[];
    approvers: string[];
    concerns_account: boolean;
  }>('select kind, proposers, approvers, concerns_account from act_kinds');
  const ofWire = acts.map((act) => ({
    kind: act.kind,
    proposers: [...act.proposers],
    approvers: [...act.approvers],
    concerns_account: 'concernsAccount' in act,
  }));
  const byKind = (one: { kind: string }, other: { kind: string }): number => (one.kind < other.kind ? -1 : 1);
  assert.deepEqual(rows.toSorted(byKind), ofWire.toSorted(byKind));
  const { kinds } = got(await (await as('editor')).call(listActKinds, {}));
  assert.deepEqual(kinds.map(({ kind }) => kind), actKinds); // oxfmt-ignore
  assert.ok(kinds.every(({ body_schema: schema }) => schema['type'] === 'object'));
});
