// What no operator can do, whatever the role: change a price, a tick, an outcome, a balance, the terms of a running order, a row of the
// audit log, or who proposed an act. There is no call for it: all that operators can change stands below by name, no field of those
// calls reaches any of it, and every role tries by the calls that come nearest.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { acts, approveAct, claimAct, consoleCalls, operatorRoles, proposeAct, refuseAct, submitOptionsOrder, toInstant, tryRole, withdrawAct, type ActKind, type ConsoleClient, type OperatorRole, type ProposalMessage } from '@candor/wire'; // oxfmt-ignore
import { z } from 'zod';
import { until } from '../src/kit/until.test-support.ts';
import { consoleClient } from './support/operators.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';

/** Everything that operators change, and by which calls and acts. A new one is written down here, or this fails. */
const changeable: Readonly<Record<string, readonly string[]>> = {
  'nothing: it looks, counts or shows': ['/api/acts/preview', '/api/invariants', '/api/operators/invitation'],
  'who is signed in, with which proof': ['/api/operators/sign-in', '/api/operators/sign-out', '/api/operators/used', '/api/operators/step-up', '/api/operators/sessions/end', '/api/operators/accept', '/api/operators/try-as', '/api/operators/passkey/begin', '/api/operators/passkey/sign-in', '/api/operators/step-up/begin'], // oxfmt-ignore
  'what proves who the operator is': ['/api/operators/passkeys/begin', '/api/operators/passkeys/add', '/api/operators/passkeys/remove', '/api/operators/password', '/api/operators/recovery-codes', '/api/operators/authenticator/begin', '/api/operators/authenticator/replace'], // oxfmt-ignore
  'who operators are': [
    '/api/operators/invite',
    'set-roles',
    'close-operator',
    'renew-operator',
    '/api/operators/renewal',
  ],
  'what the operator decides on nothing of': [
    '/api/operators/own-accounts/declare',
    '/api/operators/own-contacts/declare',
    'end-declared-account',
  ],
  'a proposal, and a word on it': ['/api/acts/propose', '/api/acts/comment', '/api/acts/claim', '/api/acts/approve', '/api/acts/refuse', '/api/acts/withdraw'], // oxfmt-ignore
  'a note on a customer': ['/api/customers/note'],
  'whether a customer moves money': ['freeze-account', 'release-account'],
  'whether new orders are taken': ['halt-coin', 'reopen-coin'],
  'how a minute is drawn, by the ticks of the archive': ['correct-candle'],
  'terms of what is ordered later': ['change-setting', 'choose-conduct', 'set-currency-rate'],
  "the owner's money in and out": ['house-money-in', 'house-money-out'],
  'a request that another brings in money, which moves none': ['/api/refills/ask', '/api/refills/drop'],
  'a right that the customer alone uses': ['offer-experience-account'],
  'what the shop offers': ['add-good', 'open-period'],
  'whether what a customer asked for is done': [
    '/api/identity/cases/claim',
    '/api/identity/cases/release',
    '/api/identity/cases/approve',
    '/api/identity/cases/fail',
    'approve-identity',
    '/api/loans/approve',
    '/api/loans/reject',
    'approve-loan',
    '/api/withdrawals/approve',
    '/api/withdrawals/refuse',
    'approve-withdrawal',
    'give-back-payment',
    'clear-deposit',
    'assign-deposit',
    'credit-contract-payment',
    'dismiss-contract-payment',
    '/api/deposits-desk/contracts/reopen',
    '/api/purchases/confirm',
    '/api/purchases/reject',
    'confirm-purchase',
    '/api/support-desk/claim',
    '/api/support-desk/release',
    '/api/support-desk/answer',
    '/api/support-desk/close',
    '/api/set-aside/retry',
  ],
  'from which block a chain is read again, whose deposits the rule alone credits': ['follow-chain-again'],
  'when the source of exchange rates is asked, whose list is judged as each hour': ['/api/rates-desk/ask'],
  'whether a message that was given up is tried again': ['/api/deliveries/retry'],
  'a session of the database, whose work is undone': ['/api/locks/end'],
  'that something was sent or came': [
    '/api/shop/prizes/send',
    'send-prize',
    '/api/purchases/refund',
    'record-refund',
    '/api/transfers/import/:currency/:dates',
    '/api/transfers/close',
    '/api/transfers/double',
    '/api/transfers/return',
    'return-transfer',
  ],
};

const writes = consoleCalls.filter(({ method }) => method === 'POST');
const payloads: readonly (readonly [string, z.ZodType])[] = [
  ...writes.map(({ path, payload }) => [path, payload] as const),
  ...acts.map(({ kind, body }) => [kind as string, body as z.ZodType] as const),
];

test('all that operators can change is written down', () => {
  const known = Object.values(changeable).flat();
  assert.deepEqual(known.filter((name) => known.indexOf(name) !== known.lastIndexOf(name)), []); // oxfmt-ignore
  assert.deepEqual(payloads.map(([name]) => name).toSorted(), known.toSorted());
});

/** Names that a field would have which reaches it. */
const forbidden = {
  'a price': /price|^(?:open|high|low|close|bid|ask|per_usd)$/,
  'a tick': /ticks?$|^ticks?_|^sequence$|source_ms|published|^inputs$/,
  'an outcome': /outcome|result|settle|exit|^(?:won|paid|payout|winners?)$/,
  'a balance': /balance|bucket|available|^(?:reserved|margin|entry_id|from|to)$/,
  'terms of a running order':
    /version|terms|^(?:rate|monthly_rate|strike|lever|expires_at|ends_at|due_at|order_id|loan_id|values)$/,
  'an audit row': /audit|hash|^(?:seq|at|at_ms|detail)$/,
  "a proposal's maker": /maker|checker|propose[rd]|approve[rd]|^(?:operator|by|person)$/,
} as const;
type Forbidden = keyof typeof forbidden;

/** Fields that sound like it, and what they are. */
const harmless: Readonly<Record<string, string>> = {
  'set-currency-rate.per_usd': 'of a currency of this world; coins have no rate',
  'open-period.price': 'of a ticket of a period that is opened with it',
  'open-period.winners': 'how many there will be',
  'house-money-in.bucket': "one of the house's own",
  'house-money-out.bucket': "one of the house's own",
  'change-setting.version': 'the one after the newest',
  'change-setting.values': 'of that version',
  '/api/shop/prizes/send.order_id': 'which prize was sent',
  'send-prize.order_id': 'which prize was sent',
  '/api/loans/approve.loan_id': 'which application is decided on',
  '/api/loans/reject.loan_id': 'which application is decided on',
  'approve-loan.loan_id': 'which application is decided on',
  '/api/acts/claim.version': 'compared with that of the proposal',
  '/api/acts/approve.version': 'compared with that of the proposal',
  '/api/acts/refuse.version': 'compared with that of the proposal',
  '/api/acts/withdraw.version': 'compared with that of the proposal',
  '/api/operators/try-as.person': 'the first or the second of a demo',
};

const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object);

test('no field of those calls reaches what can not be changed', () => {
  const near = payloads.flatMap(([name, payload]) =>
    fieldsOf(payload)
      .filter((field) => Object.values(forbidden).some((reaches) => reaches.test(field)))
      .map((field) => `${name}.${field}`),
  );
  assert.deepEqual(near.toSorted(), Object.keys(harmless).toSorted());
});

/** What somebody would send who hopes that it is taken. */
const smuggled = { price: '1', close: '1', tick: '1', outcome: 'win', balance: '1000000', terms_version: 1, hash: '00', maker: 'somebody', proposed_by: 'somebody' }; // oxfmt-ignore

test('none of them takes a field that it does not know', () => {
  for (const [name, payload] of payloads) {
    const { error } = payload.safeParse(smuggled);
    const unknown = error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [])) ?? [];
    const known = fieldsOf(payload);
    assert.deepEqual(unknown.toSorted(), Object.keys(smuggled).filter((field) => !known.includes(field)).toSorted(), name); // oxfmt-ignore
  }
});

let app: RunningApp;
let ann: Person;
const clients = new Map<OperatorRole, ConsoleClient>();
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC', 'ETH'] });
  ann = await app.person('1000');
  got(await ann.client.call(submitOptionsOrder, { pair_type: 'btcusdt', trade_user_id: ann.user.account_id, trade_num: '10', option_config_id: '3', trade_transaction_type: 1 })); // oxfmt-ignore
  await until('ticks are archived', async () => (await app.pool.query(`select from market_ticks where coin = 'BTC'`)).rowCount! >= 3); // oxfmt-ignore
  for (const role of operatorRoles) {
    const client = consoleClient(app);
    got(await client.call(tryRole, { role }));
    clients.set(role, client);
  }
});
after(() => app.close());

/** All that must be as it was, each as it stood when it was first read. */
const guarded: Readonly<Record<Exclude<Forbidden, 'a price'>, string>> = {
  'a tick': `select md5(string_agg(each::text, ',' order by sequence)) as is from (select * from market_ticks where coin = 'BTC' order by sequence limit 3) each`,
  'an outcome': `select md5(string_agg(each::text, ',' order by each::text)) as is from ended_orders each`,
  'a balance': `select md5(string_agg(concat_ws(' ', coin, available, reserved), ',' order by coin)) as is from ledger_balances`,
  'terms of a running order': `select md5(string_agg(each::text, ',' order by each::text)) as is from option_orders each`,
  'an audit row': `select md5(string_agg(each::text, ',' order by seq)) as is from audit_log each where seq <= 5`,
  "a proposal's maker": `select string_agg(distinct maker::text, ',') as is from act_proposals where why = 'of risk'`,
};
const stateOf = async (): Promise<Record<string, string>> => {
  const state: Record<string, string> = {};
  for (const [thing, sql] of Object.entries(guarded))
    state[thing] = (await app.pool.query<{ is: string }>(sql)).rows[0]!.is;
  return state;
};

/** As near as each act comes to it: bodies that say more than they may, or that are about what is over. */
const bodies: readonly (readonly [Forbidden, ActKind, Record<string, unknown>, readonly string[]])[] = [
  ['a price', 'correct-candle', { coin: 'BTC', minute_ms: 0, reason: 'source-error', note: 'x', close: '1' }, ['malformed']], // oxfmt-ignore
  ['a price', 'set-currency-rate', { currency: 'BTC', per_usd: '1' }, ['malformed']],
  ['a tick', 'halt-coin', { coin: 'BTC', reason: 'x', sequence: 1, price: '1' }, ['malformed']],
  ['an outcome', 'approve-withdrawal', { withdraw_id: 'x', outcome: 'paid' }, ['malformed']],
  ['a balance', 'house-money-out', { coin: 'USDT', amount: '1', reference: 'x', account_id: 'acc_1' }, ['malformed']],
  ['a balance', 'house-money-in', { coin: 'USDT', amount: '1', reference: 'x', bucket: 'available' }, ['malformed']],
  ['terms of a running order', 'change-setting', { name: 'option-terms', id: '3', version: 1, values: {} }, ['setting-changed', 'setting-malformed']], // oxfmt-ignore
  ["a proposal's maker", 'freeze-account', { account_id: 'acc_1', maker: 'somebody' }, ['malformed']],
];

test('each role tries by the nearest acts, and is refused', async () => {
  const before = await stateOf();
  for (const [thing, kind, body, refusals] of bodies) {
    const { proposers } = acts.find((act) => act.kind === kind)!;
    for (const [role, client] of clients) {
      const code = refusalOf(await client.call(proposeAct, { kind, body, why: 'a test' }));
      const mayPropose = (proposers as readonly OperatorRole[]).includes(role);
      assert.ok(mayPropose ? refusals.includes(code) : code === 'role-missing', `${thing} by ${role}: ${code}`);
    }
  }
  assert.deepEqual(await stateOf(), before);
});

test('each role tries to be the maker of what another proposed, and is refused', async () => {
  const halt = { kind: 'halt-coin', body: { coin: 'ETH', reason: 'x' }, why: 'of risk' } as const;
  const proposal: ProposalMessage = got(await clients.get('risk')!.call(proposeAct, halt));
  const before = await stateOf();
  const named = { proposal_id: proposal.proposal_id, version: proposal.version };
  for (const [role, client] of clients) {
    const isMaker = role === 'risk';
    const decided = isMaker ? 'own-proposal' : 'role-missing';
    const mayDecide = isMaker || role === 'administrator';
    if (mayDecide && !isMaker) continue;
    assert.equal(refusalOf(await client.call(approveAct, named)), decided, role);
    assert.equal(refusalOf(await client.call(refuseAct, { ...named, reason: 'other' })), decided, role);
    if (!isMaker) assert.equal(refusalOf(await client.call(withdrawAct, { ...named, reason: 'other' })), 'others-proposal', role); // oxfmt-ignore
    for (const call of [approveAct, claimAct] as const)
      assert.equal(refusalOf(await client.call(call, { ...named, maker: 'somebody' } as never)), 'malformed', role);
  }
  assert.deepEqual(await stateOf(), before);
});

/** Where it is read, and where customers order. */
const places = ['/api/market-desk/BTC', '/api/market-desk/BTC/minutes', '/api/corrections', '/api/open-orders', '/api/house', '/api/journal', '/api/customers/x', '/api/audit-log', '/api/acts/x', '/api/action']; // oxfmt-ignore

test('each role tries to write where it can read, and nothing is there', async () => {
  const before = await stateOf();
  const body = JSON.stringify({ ...smuggled, at: toInstant(0) });
  for (const [role, client] of clients) {
    const headers = { cookie: client.cookies(), 'content-type': 'application/json' };
    const ask = async (path: string, how: RequestInit) => (await fetch(app.consoleUrl() + path, how)).status;
    const tries = places.flatMap((path) =>
      ['POST', 'PUT', 'PATCH', 'DELETE'].map(async (method) => {
        const how = { method, body, headers };
        return [path, method, await ask(path, how)] as const;
      }),
    );
    for (const [path, method, status] of await Promise.all(tries))
      // The console has no call behind an action's name.
      assert.ok(
        [404, 405, ...(path === '/api/action' ? [400] : [])].includes(status),
        `${method} ${path} by ${role}: ${status}`,
      );
  }
  assert.deepEqual(await stateOf(), before);
  await app.audit();
});
