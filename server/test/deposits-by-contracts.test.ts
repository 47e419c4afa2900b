// ETH paid by contracts: found by balances, shown to the customer and to operators, and credited once two operators have named the transaction.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BalanceSource, ChainSource } from '@candor/chain';
import { creditContractPayment, dismissContractPayment, reopenContractPayment, wireId, type Uuid } from '@candor/wire';
import { until } from '../src/kit/until.test-support.ts';
import { countOpen } from '../src/deposits/contract-payment-store.ts';
import { contractDesk } from './support/contract-payments.ts';
import {
  openNodeStage,
  openPlayedStage,
  pays,
  paysInside,
  sendsFrom,
  type PlayedStage,
} from './support/deposits-stage.ts';
import { longRun } from './support/long-run.ts';
import { declareOwn, seatOperator } from './support/seat-operator.ts';

let stage: PlayedStage;
let desk: ReturnType<typeof contractDesk>;
before(async () => {
  stage = await openPlayedStage();
  desk = contractDesk(stage);
});
after(() => stage.end());

const eth = (text: string): bigint => BigInt(Math.round(Number(text) * 1_000)) * 10n ** 15n;
const dayMs = 86_400_000;
const address0 = '0x0000000000000000000000000000000000000001';
const rounds = longRun('compares all addresses of its stage many times');

async function customer(): Promise<{ accountId: Uuid; address: string }> {
  const accountId = await stage.ledger.pay('1');
  return { accountId, address: await stage.addressOf(accountId) };
}
/** Mines two empty blocks, so that the blocks before them are deep enough, and then compares all balances that are due. */
async function settled(...blocks: Parameters<PlayedStage['mine']>): Promise<void> {
  await stage.mine(...blocks, [], []);
  await compareAll();
}
async function compareAll(second?: ChainSource & BalanceSource): Promise<void> {
  stage.clock.advance(8 * dayMs);
  while ((await desk.dueNow()) > 0) await stage.look(second);
}
async function claimed(accountId: Uuid, txid: string): Promise<string> {
  const proposalId = await desk.claim(accountId, txid);
  await stage.look();
  return desk.outcomeOf(proposalId);
}

test('what a contract paid is found once, told to its customer, and credited by the transaction that two operators name', async () => {
  const { accountId, address } = await customer();
  const paid = paysInside([address, eth('1.5')]);
  await settled([pays('ETH', [address, eth('0.25')]), paid], [sendsFrom(address, eth('0.1'))]);
  assert.deepEqual(await desk.deposited(accountId), ['0.25 credited']);
  assert.deepEqual(await desk.shown(accountId), ['1.5 ETH']);
  await settled([]);
  assert.deepEqual(await desk.shown(accountId), ['1.5 ETH']);
  const open = (await desk.openOf(accountId))!;
  assert.equal(open.verdict, 'alone');
  const { rows: hashes } = await stage.ledger.pool.query<{ height: number }>(
    `select block_height::int as height from deposits where account_id = $1`,
    [accountId],
  );
  assert.equal(open.arrivedIn, hashes[0]!.height, 'the contract paid in the block of the other deposit');
  assert.equal(open.afterHeight === null || open.afterHeight < open.height, true);
  assert.equal(await stage.ledger.available(accountId, 'ETH'), '0.25');

  assert.equal(await claimed(accountId, paid.txid), 'proven balance');
  assert.deepEqual(await desk.shown(accountId), []);
  await stage.follow();
  assert.deepEqual(await desk.deposited(accountId), ['0.25 credited', '1.5 credited']);
  assert.equal(await stage.ledger.available(accountId, 'ETH'), '1.75');
  await settled([]);
  assert.deepEqual(await desk.shown(accountId), []);
  await stage.ledger.audit();
});

test(
  'one transaction that pays two customers is a deposit of each; a transaction that did not pay is refused, and can be named anew',
  rounds,
  async () => {
    const [ann, ben] = [await customer(), await customer()];
    const paid = paysInside([ann.address, eth('2')], [ben.address, eth('3')]);
    const other = paysInside([address0, eth('9')]);
    await settled([paid], [other, pays('ETH', [ann.address, eth('1')])]);
    assert.deepEqual(await desk.shown(ben.accountId), ['3 ETH']);
    assert.equal(await claimed(ann.accountId, other.txid), 'refused not-risen');
    assert.equal(await claimed(ann.accountId, `0x${'ab'.repeat(32)}`), 'refused not-found');
    assert.equal(await claimed(ann.accountId, paid.txid), 'proven balance');
    assert.equal(await claimed(ben.accountId, paid.txid), 'proven balance');
    await stage.follow();
    assert.deepEqual(await desk.deposited(ann.accountId), ['1 credited', '2 credited']);
    assert.deepEqual(await desk.deposited(ben.accountId), ['3 credited']);
    await stage.ledger.audit();
  },
);

test(
  'a node without old states proves by the time of the block, and a second payment of the same address is another deposit',
  rounds,
  async () => {
    const { accountId, address } = await customer();
    await settled([]);
    const first = paysInside([address, eth('1')]);
    await settled([first]);
    await settled([paysInside([address0, 1n])], [], [], []);
    stage.chain.keepsStates = 5;
    assert.equal(await claimed(accountId, first.txid), 'proven window');
    const later = paysInside([address, eth('0.5')]);
    await settled([later]);
    assert.deepEqual(await desk.shown(accountId), ['0.5 ETH']);
    assert.equal(await claimed(accountId, later.txid), 'proven balance');
    stage.chain.keepsStates = Infinity;
    await stage.follow();
    assert.deepEqual(await desk.deposited(accountId), ['0.5 credited', '1 credited']);
    await stage.ledger.audit();
  },
);

test('no more is credited than two operators decided on, however much a node says later', rounds, async () => {
  const { accountId, address } = await customer();
  const paid = paysInside([address, eth('1')]);
  await settled([paid], [], [], []);
  const proposalId = await desk.claim(accountId, paid.txid);
  stage.chain.keepsStates = 4;
  stage.chain.balances = (said, of) =>
    of === address ? { ...said, units: (said.units + eth('50')) as typeof said.units } : said;
  stage.clock.advance(8 * dayMs);
  await stage.look();
  await stage.look();
  assert.equal(await desk.outcomeOf(proposalId), 'proven window');
  assert.deepEqual(await desk.deposited(accountId), ['1 seen']);
  stage.chain.keepsStates = Infinity;
  stage.chain.balances = (said) => said;
  await settled([]);
  assert.deepEqual(await desk.deposited(accountId), ['1 credited']);
  assert.deepEqual(await desk.shown(accountId), []);
  await stage.ledger.audit();
});

test('dust opens no row, a dismissed payment stays dismissed, and a later payment is found separately', async () => {
  const { accountId, address } = await customer();
  await settled([paysInside([address, eth('0.001') - 1n])]);
  assert.deepEqual(await desk.shown(accountId), []);
  await settled([paysInside([address, 1n])]);
  assert.deepEqual(await desk.shown(accountId), ['0.001 ETH']);
  const body = desk.bodyOf(await desk.openOf(accountId));
  const forged = '00000000-0000-7000-8000-000000000001' as Uuid;
  const act = desk.actOf(dismissContractPayment.kind);
  const facts = await act.facts(body, stage.ledger.pool);
  await assert.rejects(desk.carryOut(act, { proposalId: forged, body, facts }), /two operators dismiss/);
  await desk.decide(dismissContractPayment.kind, body);
  assert.deepEqual(await desk.shown(accountId), []);
  await assert.rejects(act.facts(body, stage.ledger.pool), /not-found/);
  await settled([paysInside([address, eth('0.5')])]);
  assert.deepEqual(await desk.shown(accountId), ['0.5 ETH']);
  await stage.ledger.audit();
});

test('one operator opens a dismissed payment again with a reason, for nobody of his own, and two credit it as before', async () => {
  const { accountId, address } = await customer();
  const paid = paysInside([address, eth('0.7')]);
  await settled([paid]);
  const open = (await desk.openOf(accountId))!;
  await desk.decide(dismissContractPayment.kind, desk.bodyOf(open));
  const call = stage.product().calls.find((each) => each.call === reopenContractPayment)!;
  const reopen = async (operatorId: Uuid): Promise<unknown> =>
    call.handle(
      { payment_id: wireId('contractPayment', open.paymentId), reason: 'the customer showed the transaction' } as never,
      { operator: { operatorId, name: 'rita' }, receivedAt: stage.clock.now() } as never,
    );
  const [rita, owner, support] = [
    await seatOperator(stage.ledger, 'rita', 'treasurer'),
    await seatOperator(stage.ledger, 'odo', 'risk'),
    await seatOperator(stage.ledger, 'sam', 'support'),
  ];
  await declareOwn(stage.ledger, { operatorId: owner, accountId });
  await assert.rejects(reopen(owner), /own-account/);
  await assert.rejects(reopen(support), /an operator who may opens/);
  await assert.rejects(
    stage.ledger.pool.query(
      `update contract_payments set state = 'open', closed_at = null, dismissed_by = null where payment_id = $1`,
      [open.paymentId],
    ),
    /an operator who may opens/,
  );
  await reopen(rita);
  await assert.rejects(reopen(rita), /not-found/, 'it is open');
  assert.deepEqual(await desk.shown(accountId), ['0.7 ETH']);
  const again = (await desk.openOf(accountId))!;
  assert.deepEqual(
    [again.paymentId, again.units, again.height, again.afterHeight, again.reopenReason],
    [open.paymentId, open.units, open.height, open.afterHeight, 'the customer showed the transaction'],
  );
  await compareAll();
  assert.deepEqual(await desk.shown(accountId), ['0.7 ETH'], 'the next comparison finds the same sum once');
  assert.equal(await claimed(accountId, paid.txid), 'proven balance');
  await settled([]);
  assert.deepEqual(await desk.deposited(accountId), ['0.7 credited']);
  await stage.ledger.audit();
});

test('a dismissed payment is not opened again while its address has another one', async () => {
  const { accountId, address } = await customer();
  await settled([paysInside([address, eth('0.7')])]);
  const first = (await desk.openOf(accountId))!;
  await desk.decide(dismissContractPayment.kind, desk.bodyOf(first));
  await settled([paysInside([address, eth('0.2')])]);
  const call = stage.product().calls.find((each) => each.call === reopenContractPayment)!;
  const operatorId = await seatOperator(stage.ledger, 'rolf', 'treasurer');
  const asked = { payment_id: wireId('contractPayment', first.paymentId), reason: 'asked again' };
  const context = { operator: { operatorId, name: 'rolf' }, receivedAt: stage.clock.now() };
  await assert.rejects(async () => call.handle(asked as never, context as never), /not-found/);
  assert.deepEqual(await desk.shown(accountId), ['0.2 ETH']);
});

test(
  'a node that says too much opens a row that closes by itself; one that says too little, or nothing, changes nothing',
  rounds,
  async () => {
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
    assert.deepEqual(await desk.shown(accountId), ['5 ETH']);
    assert.equal(await claimed(accountId, paysInside([address, 1n]).txid), 'refused not-found');
    says(0n);
    await settled([]);
    assert.deepEqual(await desk.shown(accountId), []);
    await settled([paysInside([address, eth('2')])]);
    for (const wrong of [-eth('3'), new Error('no answer')]) {
      says(wrong);
      await stage.mine([], []);
      stage.clock.advance(8 * dayMs);
      for (let round = 0; round < 20; round++) await stage.look();
      assert.deepEqual(await desk.shown(accountId), ['2 ETH']);
    }
    says(0n);
    assert.equal(await stage.ledger.available(accountId, 'ETH'), '1');
    await stage.ledger.audit();
  },
);

test('a second node that denies the balance keeps it from being credited until it says the same', rounds, async () => {
  const { accountId, address } = await customer();
  const paid = paysInside([address, eth('4')]);
  await stage.mine([paid], [], []);
  const { chain } = stage;
  const denying: ChainSource & BalanceSource = {
    tip: () => chain.tip(),
    final: () => chain.final(),
    hashAt: (height) => chain.hashAt(height),
    block: (height) => chain.block(height),
    placeOf: (txid) => chain.placeOf(txid),
    balanceAt: async (of, block) => ({ ...(await chain.balanceAt(of, block)), units: 0n as never }),
  };
  await compareAll(denying);
  const open = (await desk.openOf(accountId))!;
  assert.equal(open.verdict, 'contradicts');
  const proposalId = await desk.claim(accountId, paid.txid);
  await stage.look(denying);
  assert.equal(await desk.outcomeOf(proposalId), 'open not-agreed');
  assert.deepEqual(await desk.deposited(accountId), []);
  await compareAll(chain);
  await stage.look(chain);
  assert.equal(await desk.outcomeOf(proposalId), 'proven balance');
  await stage.follow();
  assert.deepEqual(await desk.deposited(accountId), ['4 credited']);
  await stage.ledger.audit();
});

test('two rounds at once, and two decisions about one payment, find and credit it once', async () => {
  const { accountId, address } = await customer();
  const paid = paysInside([address, eth('1')]);
  await stage.mine([paid], [], []);
  stage.clock.advance(8 * dayMs);
  while ((await desk.dueNow()) > 0) await Promise.all([stage.look(), stage.look(), stage.look()]);
  assert.deepEqual(await desk.shown(accountId), ['1 ETH']);
  const body = { ...desk.bodyOf(await desk.openOf(accountId)), txid: paid.txid };
  const proposalId = await desk.decide(creditContractPayment.kind, body);
  await assert.rejects(desk.decide(creditContractPayment.kind, body), /not-found/);
  await assert.rejects(desk.decide(dismissContractPayment.kind, { payment_id: body.payment_id }), /not-found/);
  await Promise.all([stage.look(), stage.look(), stage.look()]);
  assert.equal(await desk.outcomeOf(proposalId), 'proven balance');
  await Promise.allSettled([stage.follow(), stage.follow(), stage.follow()]);
  await stage.follow();
  assert.deepEqual(await desk.deposited(accountId), ['1 credited']);
  assert.equal(await stage.ledger.available(accountId, 'ETH'), '1');
  await stage.ledger.audit();
});

test('addresses of a customer who looks for a transaction are compared next, at most once in ten minutes', async () => {
  const { accountId, address } = await customer();
  await settled([]);
  const paid = paysInside([address, eth('1')]);
  await stage.mine([paid], [], []);
  assert.equal(await desk.dueNow(), 0);
  assert.deepEqual(await desk.shown(accountId, paid.txid), []);
  assert.equal(await desk.dueNow(), 1);
  await stage.look();
  assert.deepEqual(await desk.shown(accountId, paid.txid), ['1 ETH']);
  assert.equal(await desk.dueNow(), 0);
  assert.equal((await desk.openOf(accountId))!.askedTxid, paid.txid);
  // The customer's transaction may not be in a final block yet, so the balance is soon compared again.
  stage.clock.advance(16 * 60_000);
  assert.equal(await desk.dueNow(), 1);
  assert.equal((await countOpen(stage.ledger.pool)).waiting > 0, true);
});

test(
  'on a real node: what a contract passes on inside a transaction is found when its customer looks for it, and credited',
  longRun('a chain as a process'),
  async (context) => {
    const node = await openNodeStage();
    if (!node) return context.skip('the node of the development chain does not run here');
    try {
      const own = contractDesk(node);
      const accountId = await node.ledger.pay('1');
      const address = await node.addressOf(accountId);
      await until('it is followed', async () => (await node.ways({ accountId })).some(({ state }) => state === 'on'));
      const ask = node.askNodeItself();
      const from = '0x00000000000000000000000000000000000000aa';
      await ask('anvil_setBalance', from, `0x${(10n ** 20n).toString(16)}`);
      await ask('anvil_impersonateAccount', from);
      const send = async (more: object): Promise<{ txid: string; made: string }> => {
        const txid = String(await ask('eth_sendTransaction', { from, gas: '0x30d40', ...more }));
        let receipt: { contractAddress?: string; status?: string } | null = null;
        await until('it is in a block', async () => {
          receipt = (await ask('eth_getTransactionReceipt', txid)) as typeof receipt;
          return receipt?.status === '0x1';
        });
        return { txid, made: receipt!.contractAddress ?? '' };
      };
      const { made } = await send({ data: forwarder });
      const { txid } = await send({
        to: made,
        value: '0x14d1120d7b160000',
        data: `0x${address.slice(2).toLowerCase().padStart(64, '0')}`,
      });
      assert.deepEqual(await node.list(accountId), []);
      await until('it is found', async () => {
        await ask('anvil_mine', '0x2');
        node.clock.advance(11 * 60_000);
        return (await own.shown(accountId, txid)).length > 0;
      });
      assert.deepEqual(await own.shown(accountId), ['1.5 ETH']);
      const proposalId = await own.claim(accountId, txid);
      await until('it is credited', async () => (await own.deposited(accountId)).join() === '1.5 credited');
      assert.equal(await own.outcomeOf(proposalId), 'proven balance');
      assert.equal(await node.ledger.available(accountId, 'ETH'), '1.5');
      await node.ledger.audit();
    } finally {
      await node.end();
    }
  },
);
/** Deploys a contract that forwards any payment to the address in its data. */
const forwarder = '0x600f600c600039600f6000f36000600060006000346000355af100';
