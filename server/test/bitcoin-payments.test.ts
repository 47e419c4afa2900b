// Payments in Bitcoin over a scripted node: outputs, change, replaced blocks, raised fees, kills at each step, and a wallet used elsewhere.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bitcoinSender, bitcoinSource, followChain, networks, type AskNode, type Signer } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { payToAddress, transactionOf } from '../../chain/src/deposits/played-bitcoin.test-support.ts';
import { PlayedMempool, spendingTransaction } from '../../chain/src/deposits/played-mempool.test-support.ts';
import { setUpNetworks } from '../src/chains/chain-settings.ts';
import { readUnspentOutputs } from '../src/chains/wallet-outputs.ts';
import { followStore } from '../src/deposits/follow-store.ts';
import { openCursor } from '../src/deposits/store.ts';
import { bitcoinPayer } from '../src/withdrawals/bitcoin-payer.ts';
import { giveBackAfterMs } from '../src/withdrawals/give-back-payment.ts';
import type { NetworkPayer } from '../src/withdrawals/network-payer.ts';
import { sayOfPaying } from '../src/withdrawals/pay-store.ts';
import { payWithdrawals } from '../src/withdrawals/pay-withdrawals.ts';
import { bitcoinSigner, playBitcoinSigner } from './support/bitcoin-signer.ts';
import { runAsOwner } from './support/database.ts';
import { giveBack } from './support/give-back.ts';
import { refusedWith } from './support/options-stage.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './support/withdrawals-stage.ts';

const xpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const payee = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const otherPayee = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const bitcoin = { url: 'http://127.0.0.1:1/', xpub };
let network = networks.bitcoin;
const { payments, wallet, feeMax } = bitcoinSigner;

let stage: WithdrawalsStage;
let node: PlayedMempool;
let signer: Signer;
let by: NetworkPayer;
before(async () => {
  stage = await openWithdrawalsStage({ bitcoin, signerSocket: '/nowhere' });
  await sayOfPaying(stage.ledger.pool, { network: 'bitcoin', state: 'on', reason: '' });
  // A person's decisions of a day are counted with their worth in USDT, by the last price in the archive.
  await runAsOwner(
    stage.ledger,
    `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
     values ('BTC', 1, 2000, 1, 1, 'simulated', sha256('first'))`,
  );
  node = new PlayedMempool();
  await openCursor(stage.ledger.pool, { network: 'bitcoin', identity: 'main', from: 0 });
  signer = playBitcoinSigner(stage);
  await payer().openWallet(stage.ledger.pool);
});
after(() => stage.end());
beforeEach(() => {
  by = payer();
});

const payer = (): NetworkPayer =>
  bitcoinPayer({
    network,
    pool: stage.ledger.pool,
    signer,
    sender: bitcoinSender(node.askAll),
    wallet,
    prefix: 'bc',
    feeMax,
  });

const follow = async (): Promise<void> => {
  const { pool, lanes, bus } = stage.ledger;
  const followed = setUpNetworks({ bitcoin }).get('bitcoin')!;
  const store = followStore(followed, { pool, lanes, bus, clock: stage.clock });
  await followChain(network, { source: bitcoinSource({ ask: node.askAll, prefix: 'bc' }), store, startHeight: 0 });
};
/** `secondNode` is asked what became of payments that are to be given back. */
const pay = async (secondNode?: AskNode): Promise<void> => {
  await follow();
  const { ledger, clock } = stage;
  const second = secondNode && (async () => by.statusBy!(secondNode));
  await payWithdrawals({ ...ledger, clock, mode: 'production', network, by, second });
};
/** Puts what was sent into a block, and adds as many as settle a payment. */
async function settle(blocks = 3): Promise<void> {
  node.minePool();
  for (let more = 1; more < blocks; more++) node.mine();
  await pay();
}
let seed = 0;
async function fund(...units: readonly bigint[]): Promise<void> {
  const { rows } = await stage.ledger.pool.query<{ address: string }>(
    'select address from wallet_addresses where branch = 0',
  );
  for (const each of units) node.mine(transactionOf(++seed, [payToAddress(each, rows[0]!.address)]));
  node.mine();
  node.mine();
  await follow();
}
async function approved(amount: string): Promise<Uuid> {
  const accountId = await stage.ledger.pay('10', { coin: 'BTC' });
  const to = await stage.usableAddress(accountId, 'BTC', { address: payee, network: 'bitcoin' });
  await stage.approve(await stage.request({ accountId }, to, amount), 'olga');
  return accountId;
}
const shown = async (accountId: Uuid) => (await stage.list(accountId))[0]!;
const stepOf = async (accountId: Uuid) => (await shown(accountId)).step;
const troubleOf = async (accountId: Uuid): Promise<string> => {
  const { rows } = await stage.ledger.pool.query<{ trouble: string }>('select trouble from withdrawals where account_id = $1', [accountId]); // oxfmt-ignore
  return rows[0]!.trouble;
};
const unsignedOf = async (accountId: Uuid): Promise<string> => {
  const { rows } = await stage.ledger.pool.query<{ unsigned: string }>(
    'select unsigned from withdrawals where account_id = $1',
    [accountId],
  );
  return rows[0]!.unsigned;
};
/** Returns what the chain has paid to the address, in satoshis, one sum for each output. */
const received = async (): Promise<bigint[]> => {
  const source = bitcoinSource({ ask: node.askAll, prefix: 'bc' });
  const blocks = await Promise.all(node.blocks.map((_, height) => source.block(height)));
  return blocks.flatMap((block) => block!.credits.filter(({ address }) => address === payee).map(({ units }) => units));
};
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
    const whole = by;
    const killed: NetworkPayer = {
      ...whole,
      signer: {
        ...signer,
        async sign(asked) {
          const answer = await signer.sign(asked);
          if (at === 'sign') throw new Error('killed');
          return answer;
        },
      },
      async send(signed) {
        await whole.send(signed);
        if (at === 'send') throw new Error('killed');
      },
    };
    by = killed;
    await assert.rejects(pay(), /killed/);
    by = whole;
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
    ...by,
    send: (signed: string) =>
      bitcoinSender(async (method, ...params) =>
        method === 'sendrawtransaction' ? 'ab'.repeat(32) : ask(method, ...params),
      ).send(signed),
  };
  const whole = by;
  by = deaf;
  await pay();
  assert.deepEqual([await stepOf(accountId), await troubleOf(accountId)], ['signed', 'node-refuses']);
  by = whole;
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

test('a block with the payment that is replaced before it is deep takes it back, and the payment is made once', async () => {
  const before = await received();
  const accountId = await approved('0.002');
  await pay();
  await settle(2);
  assert.equal(await stepOf(accountId), 'broadcast');
  node.replaceBlocks(2);
  node.pool = [];
  for (let mined = 0; mined < 3; mined++) node.mine();
  await pay();
  assert.equal(await stepOf(accountId), 'broadcast');
  assert.equal((await received()).length, before.length);
  // The round above has sent the same bytes again.
  await settle();
  assert.equal(await stepOf(accountId), 'sent');
  assert.equal((await received()).length, before.length + 1);
  await stage.ledger.audit();
});

test('a large amount is settled six blocks deep', async () => {
  const requires = { ...networks.bitcoin.requires, large: { from: '0.001', confirmations: 6 } };
  network = { ...networks.bitcoin, requires };
  const accountId = await approved('0.002');
  await pay();
  await settle(5);
  assert.equal(await stepOf(accountId), 'broadcast');
  await settle(1);
  assert.equal(await stepOf(accountId), 'sent');
  network = networks.bitcoin;
});

test('an output that only a replacement spends, after the first transaction was made, is left out of later payments', async () => {
  // Paid from this output without change, so that the raise takes a further output.
  await fund(194_230n, 1_000_000n);
  const first = await approved('0.002');
  await pay();
  const [sentFirst] = node.pool;
  node.rate = 20;
  stage.clock.advance(3_600_000);
  await pay();
  const [replacement] = node.pool;
  assert.notEqual(replacement!.txid, sentFirst!.txid);
  node.pool = [sentFirst!];
  node.rate = 2;
  await settle();
  assert.deepEqual([await stepOf(first), (await shown(first)).txid], ['sent', sentFirst!.txid]);
  const next = await approved('0.002');
  await pay();
  assert.deepEqual([await stepOf(next), await troubleOf(next)], ['broadcast', '']);
  await settle();
  assert.equal(await stepOf(next), 'sent');
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
