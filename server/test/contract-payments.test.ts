// ETH that contracts pay: found by balances, shown to its customer and to operators, and credited once two of them have named the transaction.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BalanceSource, ChainSource } from '@candor/chain';
import { creditContractPayment, dismissContractPayment, queryContractPayments, wireId, type ContractPaid, type Uuid } from '@candor/wire'; // oxfmt-ignore
import type { BoundAct } from '../src/kit/act.ts';
import { countOpen, readOpen } from '../src/deposits/contract-payment-store.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { approvedProposal } from './support/acts.ts';
import { openPlayedStage, pays, paysInside, sendsFrom, type PlayedStage } from './support/deposits-stage.ts';

let stage: PlayedStage;
before(async () => (stage = await openPlayedStage()));
after(() => stage.end());

const eth = (text: string): bigint => BigInt(Math.round(Number(text) * 1_000)) * 10n ** 15n;
const dayMs = 86_400_000;

async function customer(): Promise<{ accountId: Uuid; address: string }> {
  const accountId = await stage.ledger.pay('1');
  return { accountId, address: await stage.addressOf(accountId) };
}
/** Two empty blocks make those before them deep; then all balances that are due are compared. */
async function settled(...blocks: Parameters<PlayedStage['mine']>): Promise<void> {
  await stage.mine(...blocks, [], []);
  stage.clock.advance(8 * dayMs);
  while ((await dueNow()) > 0) await stage.look();
}
async function dueNow(): Promise<number> {
  const { rows } = await stage.ledger.pool.query<{ due: number }>('select count(*)::int as due from address_balances where due_at <= $1', [new Date(stage.clock.now())]); // oxfmt-ignore
  return rows[0]!.due;
}
const openOf = async (accountId: Uuid) =>
  (await readOpen(stage.ledger.pool, { limit: 100, offset: 0 })).rows.find((row) => row.accountId === accountId);
const shown = async (accountId: Uuid, txid = '') =>
  (
    await stage.ask<{ RESULT_LIST: ContractPaid[] }>(
      queryContractPayments,
      { user_id: wireId('account', accountId), txid },
      { accountId },
    )
  ).RESULT_LIST.map(({ coin_code: coin, amount }) => `${amount} ${coin}`);
const deposited = async (accountId: Uuid) =>
  (await stage.list(accountId)).map(({ amount, state }) => `${amount} ${state}`).toSorted();

const actOf = (kind: string): BoundAct =>
  stage.product().acts.find(({ act }) => act.kind === kind) ?? assert.fail(`no act ${kind}`);
/** Two operators approve it, and it is carried out. */
async function decide(kind: 'credit-contract-payment' | 'dismiss-contract-payment', body: object): Promise<Uuid> {
  const { pool } = stage.ledger;
  const act = actOf(kind);
  const facts = await act.facts(body, pool);
  const proposalId = await approvedProposal(pool, { kind, body, facts });
  await carryOut(act, { proposalId, body, facts });
  return proposalId;
}
const carryOut = (act: BoundAct, what: { proposalId: Uuid; body: object; facts: Record<string, unknown> }) =>
  inTransaction(stage.ledger.pool, (database) => act.carryOut({ ...what, maker: 'anna', checker: 'ben' }, database));
async function claimed(accountId: Uuid, txid: string): Promise<string> {
  const open = (await openOf(accountId)) ?? assert.fail('nothing is open');
  const proposalId = await decide(creditContractPayment.kind, { payment_id: wireId('contractPayment', open.paymentId), txid }); // oxfmt-ignore
  await stage.look();
  return outcomeOf(proposalId);
}
async function outcomeOf(proposalId: Uuid): Promise<string> {
  const { rows } = await stage.ledger.pool.query<{ outcome: string }>(`select concat_ws(' ', state, nullif(reason, ''), proof) as outcome from contract_payment_claims where proposal_id = $1`, [proposalId]); // oxfmt-ignore
  return rows[0]!.outcome;
}

test('what a contract paid is found once, told to its customer, and credited by the transaction that two operators name', async () => {
  const { accountId, address } = await customer();
  const paid = paysInside([address, eth('1.5')]);
  await settled([pays('ETH', [address, eth('0.25')]), paid], [sendsFrom(address, eth('0.1'))]);
  assert.deepEqual(await deposited(accountId), ['0.25 credited']);
  assert.deepEqual(await shown(accountId), ['1.5 ETH']);
  await settled([]);
  assert.deepEqual(await shown(accountId), ['1.5 ETH']);
  const open = (await openOf(accountId))!;
  assert.equal(open.verdict, 'alone');
  assert.equal(open.afterHeight === null || open.afterHeight < open.height, true);
  assert.equal(await stage.ledger.available(accountId, 'ETH'), '0.25');

  assert.equal(await claimed(accountId, paid.txid), 'proven balance');
  assert.deepEqual(await shown(accountId), []);
  await stage.follow();
  assert.deepEqual(await deposited(accountId), ['0.25 credited', '1.5 credited']);
  assert.equal(await stage.ledger.available(accountId, 'ETH'), '1.75');
  await settled([]);
  assert.deepEqual(await shown(accountId), []);
  await stage.ledger.audit();
});

test('one transaction that pays two customers is a deposit of each; a transaction that did not pay is refused, and can be named anew', async () => {
  const [ann, ben] = [await customer(), await customer()];
  const paid = paysInside([ann.address, eth('2')], [ben.address, eth('3')]);
  const other = paysInside([address0, eth('9')]);
  await settled([paid], [other, pays('ETH', [ann.address, eth('1')])]);
  assert.deepEqual(await shown(ben.accountId), ['3 ETH']);
  assert.equal(await claimed(ann.accountId, other.txid), 'refused not-risen');
  assert.equal(await claimed(ann.accountId, `0x${'ab'.repeat(32)}`), 'refused not-found');
  assert.equal(await claimed(ann.accountId, paid.txid), 'proven balance');
  assert.equal(await claimed(ben.accountId, paid.txid), 'proven balance');
  await stage.follow();
  assert.deepEqual(await deposited(ann.accountId), ['1 credited', '2 credited']);
  assert.deepEqual(await deposited(ben.accountId), ['3 credited']);
  await stage.ledger.audit();
});
const address0 = '0x0000000000000000000000000000000000000001';

test('a node without old states proves by the time of the block, and a second payment of the same address is another deposit', async () => {
  const { accountId, address } = await customer();
  await settled([]);
  const first = paysInside([address, eth('1')]);
  await settled([first]);
  await settled([paysInside([address0, 1n])], [], [], []);
  stage.chain.keepsStates = 5;
  assert.equal(await claimed(accountId, first.txid), 'proven window');
  const later = paysInside([address, eth('0.5')]);
  await settled([later]);
  assert.deepEqual(await shown(accountId), ['0.5 ETH']);
  assert.equal(await claimed(accountId, later.txid), 'proven balance');
  stage.chain.keepsStates = Infinity;
  await stage.follow();
  assert.deepEqual(await deposited(accountId), ['0.5 credited', '1 credited']);
  await stage.ledger.audit();
});

test('dust is no row, what is dismissed stays dismissed, and more that comes later is found by itself', async () => {
  const { accountId, address } = await customer();
  await settled([paysInside([address, eth('0.001') - 1n])]);
  assert.deepEqual(await shown(accountId), []);
  await settled([paysInside([address, 1n])]);
  assert.deepEqual(await shown(accountId), ['0.001 ETH']);
  const { paymentId } = (await openOf(accountId))!;
  const body = { payment_id: wireId('contractPayment', paymentId) };
  const forged = '00000000-0000-7000-8000-000000000001' as Uuid;
  const act = actOf(dismissContractPayment.kind);
  const facts = await act.facts(body, stage.ledger.pool);
  await assert.rejects(carryOut(act, { proposalId: forged, body, facts }), /two operators dismiss/);
  await decide(dismissContractPayment.kind, body);
  assert.deepEqual(await shown(accountId), []);
  await assert.rejects(act.facts(body, stage.ledger.pool), /not-found/);
  await settled([paysInside([address, eth('0.5')])]);
  assert.deepEqual(await shown(accountId), ['0.5 ETH']);
  await stage.ledger.audit();
});

test('a node that says too much opens a row that closes by itself; one that says too little, or nothing, changes nothing', async () => {
  const { accountId, address } = await customer();
  const says = (change: bigint | Error): void => {
    stage.chain.balances = (said, of) => {
      if (of !== address) return said;
      if (typeof change !== 'bigint') throw change;
      return { ...said, units: (said.units + change) as typeof said.units };
    };
  };
  await settled([pays('ETH', [address, eth('1')])]);
  says(eth('5'));
  await settled([]);
  assert.deepEqual(await shown(accountId), ['5 ETH']);
  assert.equal(await claimed(accountId, paysInside([address, 1n]).txid), 'refused not-found');
  says(0n);
  await settled([]);
  assert.deepEqual(await shown(accountId), []);
  await settled([paysInside([address, eth('2')])]);
  for (const wrong of [-eth('3'), new Error('no answer')]) {
    says(wrong);
    await stage.mine([], []);
    stage.clock.advance(8 * dayMs);
    for (let round = 0; round < 20; round++) await stage.look();
    assert.deepEqual(await shown(accountId), ['2 ETH']);
  }
  says(0n);
  assert.equal(await stage.ledger.available(accountId, 'ETH'), '1');
  await stage.ledger.audit();
});

test('a second node that denies the balance keeps it from being credited until it says the same', async () => {
  const { accountId, address } = await customer();
  const paid = paysInside([address, eth('4')]);
  await stage.mine([paid], [], []);
  stage.clock.advance(8 * dayMs);
  const { chain } = stage;
  const denying: ChainSource & BalanceSource = {
    tip: () => chain.tip(),
    final: () => chain.final(),
    hashAt: (height) => chain.hashAt(height),
    block: (height) => chain.block(height),
    placeOf: (txid) => chain.placeOf(txid),
    balanceAt: async (of, block) => ({ ...(await chain.balanceAt(of, block)), units: 0n as never }),
  };
  while ((await dueNow()) > 0) await stage.look(denying);
  const open = (await openOf(accountId))!;
  assert.equal(open.verdict, 'contradicts');
  const body = { payment_id: wireId('contractPayment', open.paymentId), txid: paid.txid };
  const proposalId = await decide(creditContractPayment.kind, body);
  await stage.look(denying);
  assert.equal(await outcomeOf(proposalId), 'open no-answer');
  assert.deepEqual(await deposited(accountId), []);
  stage.clock.advance(8 * dayMs);
  while ((await dueNow()) > 0) await stage.look(chain);
  await stage.look(chain);
  assert.equal(await outcomeOf(proposalId), 'proven balance');
  await stage.follow();
  assert.deepEqual(await deposited(accountId), ['4 credited']);
  await stage.ledger.audit();
});

test('two rounds at once, and two decisions about one payment, find and credit it once', async () => {
  const { accountId, address } = await customer();
  const paid = paysInside([address, eth('1')]);
  await stage.mine([paid], [], []);
  stage.clock.advance(8 * dayMs);
  while ((await dueNow()) > 0) await Promise.all([stage.look(), stage.look(), stage.look()]);
  assert.deepEqual(await shown(accountId), ['1 ETH']);
  const body = { payment_id: wireId('contractPayment', (await openOf(accountId))!.paymentId), txid: paid.txid };
  const proposalId = await decide(creditContractPayment.kind, body);
  await assert.rejects(decide(creditContractPayment.kind, body), /not-found/);
  await assert.rejects(decide(dismissContractPayment.kind, { payment_id: body.payment_id }), /not-found/);
  await Promise.all([stage.look(), stage.look(), stage.look()]);
  assert.equal(await outcomeOf(proposalId), 'proven balance');
  await Promise.allSettled([stage.follow(), stage.follow(), stage.follow()]);
  await stage.follow();
  assert.deepEqual(await deposited(accountId), ['1 credited']);
  assert.equal(await stage.ledger.available(accountId, 'ETH'), '1');
  await stage.ledger.audit();
});

test('a customer who looks for a transaction is compared next, at most once in ten minutes', async () => {
  const { accountId, address } = await customer();
  await settled([]);
  const paid = paysInside([address, eth('1')]);
  await stage.mine([paid], [], []);
  assert.equal(await dueNow(), 0);
  assert.deepEqual(await shown(accountId, paid.txid), []);
  assert.equal(await dueNow(), 1);
  await stage.look();
  assert.deepEqual(await shown(accountId, paid.txid), ['1 ETH']);
  assert.equal(await dueNow(), 0);
  assert.equal((await openOf(accountId))!.askedTxid, paid.txid);
  // What was sent just now is in no final block yet, so it is compared again by itself.
  stage.clock.advance(16 * 60_000);
  assert.equal(await dueNow(), 1);
  assert.equal((await countOpen(stage.ledger.pool)).waiting > 0, true);
});
