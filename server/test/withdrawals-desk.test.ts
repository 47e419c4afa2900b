// Withdrawals over HTTP on a real server: proven, asked for, decided at the console by one operator or by two, and told to the customer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addAddress, addWithdraw, approveAct, approveWithdrawal, closeAccount, getWithdrawal, listOutbox, listWithdrawals, proposeAct, queryNotifications, refuseWithdrawal, selectWithdraw, sendProofCode, tryRole, verifyMe, type ConsoleClient, type OperatorRole } from '@candor/wire'; // oxfmt-ignore
import { until } from '../src/kit/until.test-support.ts';
import { demoHoldMs } from '../src/withdrawals/terms.ts';
import { consoleClient } from './support/operators.ts';
import { got, openRunningApp, refusalOf, setTradePassword, type Person, type RunningApp } from './support/running-app.ts'; // oxfmt-ignore
import { longRun } from './support/long-run.ts';

const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const paypass = '135790';
let app: RunningApp;
before(async () => (app = await openRunningApp({ liveCoins: [] })));
after(() => app.close());

async function as(role: OperatorRole, person = 1): Promise<ConsoleClient> {
  const client = consoleClient(app);
  got(await client.call(tryRole, { role, person }));
  return client;
}

async function codeFor({ client, email }: Person): Promise<string> {
  // Codes are a minute apart and few a day, which nobody waits for here.
  await app.pool.query(`delete from throttles where scope like 'code-%'`);
  got(await client.call(sendProofCode, {}));
  const { messages } = got(await client.call(listOutbox, { recipient: email }));
  return messages.find(({ kind }) => kind === 'prove-code')!.code!;
}

interface Customer extends Person {
  addressId: string;
}

async function customer(money: string): Promise<Customer> {
  const person = await app.person(money);
  got(await person.client.call(verifyMe, {}));
  await setTradePassword(person, paypass);
  const wanted = { currency: 'USDT', network: 'ethereum', address: payee, alias: 'wallet', user_password: person.password }; // oxfmt-ignore
  assert.equal(refusalOf(await person.client.call(addAddress, { ...wanted, code: '000000' })), 'code-invalid');
  const { address_id: addressId } = got(await person.client.call(addAddress, { ...wanted, code: await codeFor(person) })); // oxfmt-ignore
  await new Promise((resolve) => setTimeout(resolve, demoHoldMs));
  return { ...person, addressId };
}

const ask = async (person: Customer, amount: string, more: { user_paypass?: string; code?: string } = {}) =>
  person.client.call(addWithdraw, { withdraw_user: person.user.account_id, coin_code: 'USDT', withdraw_money: amount, withdraw_address: person.addressId, withdraw_agree: '1', user_paypass: paypass, code: more.code ?? (await codeFor(person)), ...more }); // oxfmt-ignore

test(
  'proven by trade password and code, asked for once, refused with a reason that its owner is told',
  longRun('waits for codes and sweeps'),
  async () => {
    const person = await customer('500');
    assert.equal(refusalOf(await ask(person, '100', { user_paypass: '000000' })), 'trade-password-wrong');
    assert.equal(refusalOf(await ask(person, '100', { code: '000000' })), 'code-invalid');
    const asked = got(await ask(person, '100'));
    const second = await ask(person, '50');
    assert.equal(refusalOf(second), 'withdrawal-unfinished');
    assert.equal((await app.available(person)).available, '400');
    assert.equal(refusalOf(await person.client.call(closeAccount, { user_password: person.password, code: await codeFor(person) })), 'balances-left'); // oxfmt-ignore

    const desk = await as('treasurer');
    const { RESULT_LIST } = got(await desk.call(listWithdrawals, { step: 'review' }));
    assert.deepEqual(RESULT_LIST.map(({ withdraw_id: id, net }) => [id, net]), [[asked.withdraw_id, '97']]); // oxfmt-ignore
    const { picture } = got(await desk.call(getWithdrawal, { withdraw_id: asked.withdraw_id }));
    assert.deepEqual([picture.sent_there, picture.address_shared_with, picture.is_frozen], [0, 0, false]);
    assert.ok(picture.changes.some(({ kind }) => kind === 'address-added'));
    assert.equal(refusalOf(await (await as('auditor')).call(approveWithdrawal, { withdraw_id: asked.withdraw_id })), 'role-missing'); // oxfmt-ignore
    got(await desk.call(refuseWithdrawal, { withdraw_id: asked.withdraw_id, reason: 'address-doubtful' }));
    assert.equal(refusalOf(await desk.call(approveWithdrawal, { withdraw_id: asked.withdraw_id })), 'withdrawal-not-open'); // oxfmt-ignore
    assert.equal((await app.available(person)).available, '500');
    const [refused] = got(await person.client.call(selectWithdraw, { account_id: person.user.account_id })).RESULT_LIST;
    assert.deepEqual([refused!.state, refused!.reason], [3, 'address-doubtful']);
    await until('its owner is told', async () => {
    const told = got(await person.client.call(queryNotifications, {})).RESULT_LIST;
    return told.some(({ kind }) => kind === 'withdrawal-ended');
  }, 20_000); // oxfmt-ignore
    await app.audit();
  },
);

test(
  'above the limit of one operator two approve it, and the other account with the address is seen',
  longRun('waits for codes and sweeps'),
  async () => {
    const person = await customer('3000');
    const asked = got(await ask(person, '2000'));
    const [maker, checker] = [await as('treasurer'), await as('risk', 2)];
    const id = asked.withdraw_id;
    assert.equal(got(await maker.call(getWithdrawal, { withdraw_id: id })).picture.address_shared_with, 1);
    assert.equal(refusalOf(await maker.call(approveWithdrawal, { withdraw_id: id })), 'withdrawal-needs-two');
    const { proposal_id, version, facts } = got(await maker.call(proposeAct, { kind: 'approve-withdrawal', body: { withdraw_id: id }, why: 'known for long' })); // oxfmt-ignore
    assert.deepEqual([facts['net'], facts['address']], ['1940', payee]);
    assert.equal(got(await checker.call(approveAct, { proposal_id, version })).state, 'done');
    const [approved] = got(await maker.call(listWithdrawals, { step: undefined })).RESULT_LIST;
    assert.equal(approved!.decided_by, 'demo-treasurer-1, demo-risk-2');
    const { rows } = await app.pool.query<{ person: string }>(
      'select person from withdrawal_approvals order by person',
    );
    assert.deepEqual(rows.map((row) => row.person), ['demo-risk-2', 'demo-treasurer-1']); // oxfmt-ignore
    await app.audit();
  },
);
