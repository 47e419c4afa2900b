// Every call of both doors by every kind of caller, through HTTP on a real server: the rows come from wire, so that a new call is tried
// without a word here. What the door lets through is then refused or answered for other reasons, which are not the matter.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  callName,
  calls as customerCalls,
  consoleCalls,
  isEndpoint,
  openExperienceAccount,
  operatorRoles,
  tryRole,
} from '@candor/wire';
import { runAsOwner } from './support/database.ts';
import { approvedProposal } from './support/acts.ts';
import { askDoor, expectedOfDoor, isEnding, type Call, type Caller } from './support/authorisation.ts';
import { consoleClient, operatorWith } from './support/operators.ts';
import { enrol, got, openRunningApp, type RunningApp } from './support/running-app.ts';

let app: RunningApp;
let annId: string;
const callers: Caller[] = [{ name: 'anonymous', cookie: '' }];

before(async () => {
  app = await openRunningApp({ liveCoins: [] });
  const [ann, ben, experienced, frozen] = await Promise.all(['ann', 'ben', 'eva', 'fay'].map((name) => enrol(app.url, { name }))); // oxfmt-ignore
  annId = ann!.user.account_id;
  got(await experienced!.client.call(openExperienceAccount, { user_password: 'another long one' }));
  const { rows } = await app.pool.query<{ id: string }>('select account_id as id from accounts where number = $1', [frozen!.user.user_number]); // oxfmt-ignore
  const proposal = await approvedProposal(app.consolePool, { kind: 'freeze-account', body: { account_id: frozen!.user.account_id }, facts: { account_uuid: rows[0]!.id } }); // oxfmt-ignore
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

/** Those that end what the next one needs come last, and each caller makes them with a cookie that is used up by it. */
const inOrder = (calls: readonly Call[]): Call[] =>
  calls.toSorted((one, other) => (isEnding(one) ? 1 : 0) - (isEnding(other) ? 1 : 0));

for (const [door, calls] of [
  ['customers', customerCalls],
  ['console', consoleCalls],
] as const) {
  test(`at the door of ${door} every call answers every caller as wire says`, async () => {
    const baseUrl = door === 'console' ? app.consoleUrl() : app.url;
    const wrong: string[] = [];
    let rows = 0;
    for (const call of inOrder(calls)) {
      const answers = await Promise.all(callers.map((caller) => askDoor({ baseUrl, annId }, call, caller)));
      rows += answers.length;
      for (const [place, caller] of callers.entries()) {
        const [is, shouldBe] = [answers[place]!, expectedOfDoor(call, caller)];
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
  for (const call of ofConsole)
    assert.equal(await askDoor({ baseUrl: app.url, annId }, call, caller!), 'not here', callName(call));
  const ofCustomers = customerCalls.filter(isEndpoint).filter(({ path }) => !path.includes(':'));
  for (const call of ofCustomers)
    assert.equal(await askDoor({ baseUrl: app.consoleUrl(), annId }, call, caller!), 'not here', callName(call));
});
