// Every call of both doors by every kind of caller, through HTTP on a real server: the rows come from wire, so that a new call is tried
// without a word here. What the door lets through is then refused or answered for other reasons, which are not the matter.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  callName,
  calls as customerCalls,
  consoleCalls,
  isEndpoint,
  logOut,
  openExperienceAccount,
  operatorRoles,
  signOutOperator,
  tryRole,
  type Action,
  type Endpoint,
  type OperatorRole,
} from '@candor/wire';
import { runAsOwner } from './support/database.ts';
import { approvedProposal } from './support/acts.ts';
import { consoleClient, operatorWith } from './support/operators.ts';
import { enrol, got, openRunningApp, type RunningApp } from './support/running-app.ts';

type Call = Action | Endpoint;
interface Caller {
  name: string;
  cookie: string;
  /** Of a customer; ids in requests are Ann's. */
  customer?: 'ann' | 'other' | 'frozen';
  role?: OperatorRole;
}

let app: RunningApp;
let annId: string;
const callers: Caller[] = [{ name: 'anonymous', cookie: '' }];
const refusedAtDoor = new Set(['login-required', 'role-missing', 'not-yours', 'account-frozen', 'step-up-required']);

before(async () => {
  app = await openRunningApp({ liveCoins: [] });
  const [ann, ben, experienced, frozen] = await Promise.all(['ann', 'ben', 'eva', 'fay'].map((name) => enrol(app.url, { name }))); // oxfmt-ignore
  annId = ann!.user.account_id;
  got(await experienced!.client.call(openExperienceAccount, { user_password: 'another long one' }));
  const { rows } = await app.pool.query<{ id: string }>('select account_id as id from accounts where number = $1', [frozen!.user.user_number]); // oxfmt-ignore
  const proposal = await approvedProposal(app.pool, { kind: 'freeze-account', body: { account_id: frozen!.user.account_id }, facts: { account_uuid: rows[0]!.id } }); // oxfmt-ignore
  await app.pool.query('select account_freeze($1, $2)', [proposal, rows[0]!.id]);
  callers.push({ name: 'customer', cookie: ann!.client.cookies(), customer: 'ann' });
  callers.push({ name: 'another customer', cookie: ben!.client.cookies(), customer: 'other' });
  callers.push({ name: 'experience account', cookie: experienced!.client.cookies(), customer: 'other' });
  callers.push({ name: 'frozen customer', cookie: frozen!.client.cookies(), customer: 'frozen' });
  for (const role of operatorRoles) {
    const client = consoleClient(app);
    got(await client.call(tryRole, { role }));
    callers.push({ name: role, cookie: client.cookies(), role });
  }
  const without = await operatorWith(app, 'olga', 'administrator');
  await runAsOwner(
    app,
    `alter table operators disable trigger operators_guard; update operators set accepted_at = null where name = 'olga';
    alter table operators enable trigger operators_guard;
    update operator_passwords set ended_at = now() where operator_id = (select operator_id from operators where name = 'olga');
    update operator_authenticators set ended_at = now() where operator_id = (select operator_id from operators where name = 'olga');
    update operator_recovery_codes set ended_at = now() where operator_id = (select operator_id from operators where name = 'olga')`,
  );
  callers.push({ name: 'operator without second factor', cookie: without.client.cookies() });
});
after(() => app.close());

/** What the door says: a code, or that it lets the call through. */
async function ask(baseUrl: string, call: Call, { cookie }: Caller): Promise<string> {
  const ids = Object.fromEntries((call.selfIds ?? []).map((field) => [field, annId]));
  const isPost = !isEndpoint(call) || call.method === 'POST';
  const path = isEndpoint(call) ? call.path.replace(/:\w+/g, 'x') : '/api/action';
  const query = isPost ? '' : `?${new URLSearchParams(ids).toString()}`;
  const body = isEndpoint(call) ? ids : { ACTION_NAME: call.name, ACTION_INFO: ids };
  const response = await fetch(baseUrl + path + query, {
    method: isPost ? 'POST' : 'GET',
    headers: { cookie, ...(isPost && { 'content-type': 'application/json' }) },
    ...(isPost && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // A file may have a document on each line; a refusal is one document.
  const isDocument =
    (response.headers.get('content-type') ?? '').startsWith('application/json') && text.startsWith('{');
  const { code } = (isDocument ? JSON.parse(text) : {}) as { code?: string };
  if (code === 'unknown-error' || code === 'outcome-unknown') return `failed with ${code}`;
  if (response.status === 404 && code === 'not-found' && !path.includes('/x')) return 'not here';
  return code !== undefined && refusedAtDoor.has(code) ? code : 'let through';
}

/** What wire says that the door says. */
function expected({ who, selfIds, isForFrozen, ...call }: Call, { customer, role }: Caller): string {
  if (who === 'anyone') return 'let through';
  if (who === 'self') {
    if (customer === undefined) return 'login-required';
    if (customer !== 'ann' && (selfIds?.length ?? 0) > 0) return 'not-yours';
    return customer === 'frozen' && 'movesMoney' in call && call.movesMoney && !isForFrozen
      ? 'account-frozen'
      : 'let through';
  }
  if (role === undefined) return 'login-required';
  return who.operator.includes(role) ? 'let through' : 'role-missing';
}

/** Those that end what the next one needs come last, and each caller makes them with a cookie that is used up by it. */
const inOrder = (calls: readonly Call[]): Call[] =>
  calls.toSorted((one, other) => (isEnding(one) ? 1 : 0) - (isEnding(other) ? 1 : 0));
const isEnding = (call: Call): boolean => call === logOut || call === signOutOperator;

for (const [door, calls] of [
  ['customers', customerCalls],
  ['console', consoleCalls],
] as const) {
  test(`at the door of ${door} every call answers every caller as wire says`, async () => {
    const baseUrl = door === 'console' ? app.consoleUrl() : app.url;
    const wrong: string[] = [];
    let rows = 0;
    for (const call of inOrder(calls)) {
      const answers = await Promise.all(callers.map((caller) => ask(baseUrl, call, caller)));
      rows += answers.length;
      for (const [place, caller] of callers.entries()) {
        const [is, shouldBe] = [answers[place]!, expected(call, caller)];
        if (is !== shouldBe) wrong.push(`${callName(call)} by ${caller.name}: ${is} and not ${shouldBe}`);
      }
    }
    process.stdout.write(`authorisation: ${calls.length} calls × ${callers.length} callers = ${rows} rows at the door of ${door}\n`); // oxfmt-ignore
    assert.deepEqual(wrong, []);
    assert.equal(rows, calls.length * callers.length);
  });
}

test('neither door knows the calls of the other', async () => {
  const [caller] = callers;
  const ofConsole = consoleCalls.filter(({ path }) => !path.includes(':'));
  for (const call of ofConsole) assert.equal(await ask(app.url, call, caller!), 'not here', callName(call));
  const ofCustomers = customerCalls.filter(isEndpoint).filter(({ path }) => !path.includes(':'));
  for (const call of ofCustomers) assert.equal(await ask(app.consoleUrl(), call, caller!), 'not here', callName(call));
});
