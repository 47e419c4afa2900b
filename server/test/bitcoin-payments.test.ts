// Payments in Bitcoin over a scripted node: outputs, change, replaced blocks, raised fees, kills at each step, and a wallet used elsewhere.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bitcoinBlocks, bitcoinSender, type AskNode } from '@candor/chain';
import { formatAmount, type PayingWallet, type Uuid, type Wad } from '@candor/wire';
import { payToAddress } from '../../chain/src/deposits/played-bitcoin.test-support.ts';
import { PlayedMempool, spendingTransaction } from '../../chain/src/deposits/played-mempool.test-support.ts';
import { readUnspentOutputs } from '../src/chains/wallet-outputs.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { bitcoinAudit } from '../src/withdrawals/bitcoin-audit.ts';
import type { EndedPayment } from '../src/withdrawals/ended-payment.ts';
import { giveBackAfterMs } from '../src/withdrawals/give-back-payment.ts';
import type { NetworkPayer } from '../src/withdrawals/network-payer.ts';
import { withdrawalsOnChainRule } from '../src/withdrawals/on-chain-rule.ts';
import { readLowWallets } from '../src/overview/health-store.ts';
import { storeHoldings } from '../src/withdrawals/wallet-store.ts';
import { walletCalls } from '../src/withdrawals/wallets-desk.ts';
import type { BoundCall } from '../src/kit/feature.ts';
import { giveBack } from './support/give-back.ts';
import { refusedWith } from './support/options-stage.ts';
import { otherPayee, paidTo, payee, payments, wallet } from './support/bitcoin-signer.ts';
import { openBitcoinPayments, type BitcoinPayments } from './support/bitcoin-payments.ts';
import type { WithdrawalsStage } from './support/withdrawals-stage.ts';

let play: BitcoinPayments;
let stage: WithdrawalsStage;
let node: PlayedMempool;
before(async () => {
  play = await openBitcoinPayments();
  ({ stage, node } = play);
});
after(() => stage.end());
beforeEach(() => {
  play.by = play.payer();
});

const follow = (): Promise<void> => play.follow();
const pay = (secondNode?: AskNode): Promise<void> => play.pay(secondNode);
const settle = (blocks?: number): Promise<void> => play.settle(blocks);
const fund = (...units: readonly bigint[]): Promise<void> => play.fund(...units);
const approved = (amount: string): Promise<Uuid> => play.approved(amount);
const shown = (accountId: Uuid) => play.shown(accountId);
const stepOf = (accountId: Uuid): Promise<string> => play.stepOf(accountId);
const troubleOf = (accountId: Uuid): Promise<string> => play.troubleOf(accountId);
const unsignedOf = async (accountId: Uuid): Promise<string> => {
  const { rows } = await stage.ledger.pool.query<{ unsigned: string }>(
    'select unsigned from withdrawals where account_id = $1',
    [accountId],
  );
  return rows[0]!.unsigned;
};
const received = (): Promise<bigint[]> => paidTo(payee, node);
const unspent = () => readUnspentOutputs(stage.ledger.pool, { network: 'bitcoin', wallet });

test('without outputs it waits; then it is paid to the satoshi, and the change is the wallet’s again', async () => {
  const ann = await approved('0.01');
  await pay();
  assert.deepEqual([await stepOf(ann), await troubleOf(ann)], ['approved', 'wallet-short']);
  await fund(5_000_000n);
  await pay();
  assert.equal(await stepOf(ann), 'broadcast');
  assert.deepEqual(
    node.pool.map(({ txid }) => txid),
    [(await shown(ann)).txid],
  );
  await settle(2);
  assert.equal(await stepOf(ann), 'broadcast');
  await settle(1);
  assert.equal(await stepOf(ann), 'sent');
  assert.deepEqual(await received(), [970_000n]);
  const [change, ...others] = await unspent();
  assert.deepEqual([change!.branch, change!.addressIndex, change!.isOwnChange, others], [1, 0, true, []]);
  assert.equal(change!.units, 5_000_000n - 970_000n - 282n);
  await stage.ledger.audit();
});

test('the change of a payment on its way pays the next one as soon as a block holds it', async () => {
  const [first, second] = [await approved('0.01'), await approved('0.01')];
  await pay();
  assert.deepEqual([await stepOf(first), await stepOf(second)].sort(), ['approved', 'broadcast']);
  assert.deepEqual([await troubleOf(first), await troubleOf(second)], ['', '']);
  await settle(1);
  assert.deepEqual([await stepOf(first), await stepOf(second)], ['broadcast', 'broadcast']);
  await settle();
  await settle();
  assert.deepEqual([await stepOf(first), await stepOf(second)], ['sent', 'sent']);
  assert.equal((await received()).length, 3);
  await stage.ledger.audit();
});

test('nothing is paid to the wallet itself', async () => {
  const accountId = await stage.ledger.pay('1', { coin: 'BTC' });
  const { rows } = await stage.ledger.pool.query<{ address: string }>(
    'select address from wallet_addresses order by branch, address_index limit 2',
  );
  for (const { address } of rows) {
    const asked = stage.address(accountId, { address, currency: 'BTC', network: 'bitcoin' });
    assert.equal(await refusedWith(asked), 'address-ours');
  }
});

test('killed after each step, a payment is made once', async () => {
  for (const at of ['sign', 'send'] as const) {
    const before = await received();
    const accountId = await approved('0.002');
    const whole = play.by;
    const killed: NetworkPayer = {
      ...whole,
      signer: {
        ...play.signer,
        async sign(asked) {
          const answer = await play.signer.sign(asked);
          if (at === 'sign') throw new Error('killed');
          return answer;
        },
      },
      async send(signed) {
        await whole.send(signed);
        if (at === 'send') throw new Error('killed');
      },
    };
    play.by = killed;
    await assert.rejects(pay(), /killed/);
    play.by = whole;
    node.minePool();
    await pay();
    await settle();
    await settle();
    assert.equal(await stepOf(accountId), 'sent', at);
    assert.equal((await received()).length, before.length + 1, at);
  }
  await stage.ledger.audit();
});

test('a node that takes nothing although it answers with the txid is asked again, and two payers at once pay once', async () => {
  const before = await received();
  const accountId = await approved('0.002');
  node.answersAlways = true;
  const [pool] = [node.pool];
  const ask = node.askAll;
  const deaf = {
    ...play.by,
    send: (signed: string) =>
      bitcoinSender(async (method, ...params) =>
        method === 'sendrawtransaction' ? 'ab'.repeat(32) : ask(method, ...params),
      ).send(signed),
  };
  const whole = play.by;
  play.by = deaf;
  await pay();
  assert.deepEqual([await stepOf(accountId), await troubleOf(accountId)], ['signed', 'node-refuses']);
  play.by = whole;
  assert.deepEqual(node.pool, pool);
  await Promise.allSettled([pay(), pay()]);
  await pay();
  await settle();
  assert.equal(await stepOf(accountId), 'sent');
  assert.equal((await received()).length, before.length + 1);
});

test('a payment that waits an hour is signed again with a higher fee on the same outputs, and paid once', async () => {
  const before = await received();
  const accountId = await approved('0.002');
  await pay();
  const { txid } = await shown(accountId);
  node.rate = 20;
  stage.clock.advance(3_600_000);
  await pay();
  const next = (await shown(accountId)).txid;
  assert.notEqual(next, txid);
  assert.deepEqual(
    node.pool.map((each) => each.txid),
    [next],
  );
  await settle();
  assert.deepEqual([await stepOf(accountId), (await shown(accountId)).txid], ['sent', next]);
  assert.equal((await received()).length, before.length + 1);
  node.rate = 2;
  await stage.ledger.audit();
});

test('an output that a replacement spends besides is a place of its payment, and of no other', async () => {
  const { pool } = stage.ledger;
  const before = await received();
  // Pays exactly, so that nothing of it comes back.
  await fund(194_230n, 400_000n);
  const accountId = await approved('0.002');
  await pay();
  const placesOf = async () =>
    (await pool.query<{ place: string }>('select place from withdrawal_places where account_id = $1 and freed_at is null', [accountId])).rows; // oxfmt-ignore
  assert.equal((await placesOf()).length, 1);
  const take = (place: string, by: Uuid) =>
    pool.query(
      `insert into withdrawal_places (network, wallet, place, account_id, withdrawal_id)
       select network, $1, $2, account_id, withdrawal_id from withdrawals where account_id = $3`,
      [wallet, place, by],
    );
  await assert.rejects(take(`${'ab'.repeat(32)}:0`, accountId), /an approved payment takes places/);
  node.rate = 20;
  stage.clock.advance(3_600_000);
  await pay();
  const places = await placesOf();
  assert.ok(places.length > 1);
  const other = await approved('0.002');
  for (const { place } of places) await assert.rejects(take(place, other), /withdrawal_places_once/);
  await assert.rejects(take(`${'ab'.repeat(32)}:0`, accountId), /an approved payment takes places/);
  await settle();
  await settle();
  assert.deepEqual([await stepOf(accountId), await stepOf(other)], ['sent', 'sent']);
  assert.equal((await received()).length, before.length + 2);
  node.rate = 2;
  await stage.ledger.audit();
});

test('a payment from change that vanished with a replaced block can’t be made, and operators give it back', async () => {
  await fund(2_000_000n);
  const first = await approved('0.002');
  await pay();
  const [sentFirst] = node.pool;
  node.rate = 20;
  stage.clock.advance(3_600_000);
  await pay();
  const [replacement] = node.pool;
  assert.notEqual(replacement!.txid, sentFirst!.txid);
  node.rate = 2;
  node.pool = [sentFirst!];
  node.minePool();
  await follow();
  const change = (await unspent()).filter(({ txid }) => txid === sentFirst!.txid);
  assert.equal(change.length, 1);
  const behind = await approved('0.006');
  await pay();
  assert.equal(await stepOf(behind), 'broadcast');
  const { places } = (await payments.read(await unsignedOf(behind), wallet))!;
  assert.deepEqual(places, [`${sentFirst!.txid}:${change[0]!.ordinal}`]);
  // The other transaction of the first payment comes into the chain in its place.
  node.replaceBlocks(1);
  node.pool = [replacement!];
  await settle(5);
  assert.deepEqual([await stepOf(first), await troubleOf(behind)], ['sent', 'node-refuses']);
  await settle(1);
  assert.equal(await troubleOf(behind), 'place-used');
  await giveBack(stage, behind);
  stage.clock.advance(giveBackAfterMs);
  await pay();
  assert.equal(await stepOf(behind), 'failed');
  await stage.ledger.audit();
});

test('outputs that another transaction spends for good make no second payment, and operators see it', async () => {
  const before = await received();
  const accountId = await approved('0.002');
  await pay();
  const { places } = (await payments.read(await unsignedOf(accountId), wallet))!;
  node.pool = [spendingTransaction(places[0]!, [payToAddress(1_000n, otherPayee)])];
  await settle(5);
  assert.deepEqual([await stepOf(accountId), await troubleOf(accountId)], ['broadcast', 'node-refuses']);
  await settle(1);
  assert.deepEqual([await stepOf(accountId), await troubleOf(accountId)], ['broadcast', 'place-used']);
  // It holds up nobody else.
  await fund(1_000_000n);
  const next = await approved('0.002');
  await pay();
  await settle();
  assert.equal(await stepOf(next), 'sent');
  assert.equal((await received()).length, before.length + 1);

  // A second node with other blocks denies that the outputs are used; one that has not come as far, or does not answer, says nothing.
  await giveBack(stage, accountId);
  stage.clock.advance(giveBackAfterMs);
  const other = new PlayedMempool();
  while (other.blocks.length < node.blocks.length) other.mine();
  await pay(other.askAll);
  assert.deepEqual([await stepOf(accountId), await troubleOf(accountId)], ['broadcast', 'nodes-disagree']);
  await pay(node.askAll);
  assert.deepEqual([await stepOf(accountId), await stage.ledger.available(accountId, 'BTC')], ['failed', '10']);
  await stage.ledger.audit();
});

test('the audit finds each payment in the node’s blocks, and names what the books say otherwise', async () => {
  const { pool } = stage.ledger;
  const blocks = bitcoinBlocks(node.askAll);
  const { blockAt } = blocks;
  const asked = async (
    change: (payment: EndedPayment) => EndedPayment,
    of: Pick<typeof blocks, 'blockAt'> = blocks,
  ) => {
    const open = async (_network: string, database: Parameters<typeof bitcoinAudit>[0]['database']) => {
      const audit = bitcoinAudit({ blocks: of, database, prefix: 'bc' });
      return { verdictOf: (payment: EndedPayment) => audit.verdictOf(change(payment)) };
    };
    return (await checkInvariants(pool, [withdrawalsOnChainRule({ open })]))[0]!;
  };
  const { checked, broken } = await asked((payment) => payment);
  const ended = await pool.query(`select from withdrawals where state in ('sent', 'failed')`);
  assert.deepEqual([checked, broken], [ended.rowCount, 0]);
  const lies: ((payment: EndedPayment) => EndedPayment)[] = [
    (payment) => ({ ...payment, units: `${payment.units}0` }),
    (payment) => ({ ...payment, address: otherPayee }),
    (payment) => ({ ...payment, state: payment.state === 'sent' ? 'failed' : 'sent' }),
    (payment) => ({ ...payment, txids: ['ab'.repeat(32)] }),
    (payment) => ({ ...payment, unsigned: 'ab' }),
  ];
  // Of a payment that was not made, neither amount nor address is on the chain.
  const sent = (await received()).length;
  for (const lie of lies) assert.ok((await asked(lie)).broken >= sent);
  await assert.rejects(
    asked((payment) => payment, { blockAt: async () => undefined }),
    /the node does not know/,
  );
  const without = async (height: number) => {
    const block = await blockAt(height);
    return block && { ...block, transactions: block.transactions.slice(0, 1) };
  };
  assert.ok((await asked((payment) => payment, { blockAt: without })).broken >= sent);

  // The payment whose outputs another transaction has spent.
  const { rows } = await pool.query<EndedPayment>(
    `select 'failed' as state, address, units, wallet, unsigned, array[txid] as txids from withdrawals where state = 'failed' and network = 'bitcoin'`,
  );
  const failed = rows[0]!;
  const verdictOf = (payment: EndedPayment, of: Pick<typeof blocks, 'blockAt'> = blocks) =>
    bitcoinAudit({ blocks: of, database: pool, prefix: 'bc' }).verdictOf(payment);
  for (const each of rows) assert.equal(await verdictOf(each), 'right');
  assert.equal(await verdictOf({ ...failed, state: 'sent' }), 'wrong');
  assert.equal(await verdictOf(failed, { blockAt: async () => undefined }), 'unknown');
  assert.equal(await verdictOf(failed, { blockAt: without }), 'wrong');
});

test('operators see where to fund the wallet, what it has and what withdrawals need, and are warned if it has too little', async () => {
  const { pool } = stage.ledger;
  const [{ handle }] = walletCalls({ pool, chains: stage.chains }) as [BoundCall];
  const look = async () => {
    const { wallets } = (await handle({}, {} as never)) as { wallets: PayingWallet[] };
    const { coins, ...paying } = wallets[0]!;
    return { paying, coin: coins[0]! };
  };
  const keep = async (of = wallet) =>
    storeHoldings(pool, { network: 'bitcoin', wallet: of, holdings: await play.by.holdings!(), at: stage.clock.now() });
  await keep();
  const calm = await look();
  const { rows } = await pool.query<{ address: string }>('select address from wallet_addresses where branch = 0');
  assert.deepEqual([calm.paying.fund_to, calm.paying.state, calm.paying.is_test], [rows[0]!.address, 'on', false]);
  const held = (await unspent()).reduce((sum, { units }) => sum + units, 0n);
  assert.equal(calm.coin.held, formatAmount((held * 10n ** 10n) as Wad));
  assert.deepEqual([calm.coin.requested, calm.coin.is_low], ['0', false]);
  assert.equal(calm.paying.oldest_at, null, 'all payments are finished');
  assert.deepEqual(await readLowWallets(pool), []);

  const accountId = await stage.ledger.pay('10', { coin: 'BTC' });
  const to = await stage.usableAddress(accountId, 'BTC', { address: payee, network: 'bitcoin' });
  const asked = await stage.request({ accountId }, to, '5');
  const low = await look();
  assert.deepEqual([low.coin.requested, low.coin.is_low], [asked.net, true]);
  assert.deepEqual(await readLowWallets(pool), [{ about: 'bitcoin: BTC', since: Date.parse(asked.requested_at) }]);
  // What another wallet had says nothing of this one.
  await keep('another');
  const other = await look();
  assert.deepEqual([other.coin.held, other.coin.is_low, await readLowWallets(pool)], [null, false, []]);
  await keep();
  await stage.cancel(accountId, asked);
  assert.deepEqual([(await look()).coin.is_low, await readLowWallets(pool)], [false, []]);
});
