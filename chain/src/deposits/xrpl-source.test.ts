import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hex } from '@scure/base';
import fc from 'fast-check';
import { classicAddressToXAddress } from 'ripple-address-codec';
import { tagOfIndex } from '../addresses/xrp-tag.ts';
import { networks } from '../networks/networks.ts';
import { UnprovenBlockError } from './check-receipts.ts';
import { depositKey, type Credit } from './deposit.ts';
import { followChain } from './follow-chain.ts';
import { PlayedStore } from './played-chain.test-support.ts';
import {
  accountOf,
  payXrp,
  PlayedXrpl,
  xrplTransactionOf,
  type MadeXrplTransaction,
  type XrplReading,
} from './played-xrpl.test-support.ts';
import { ledger15202439, ledger38129, type RealLedger } from './real-xrpl-ledgers.test-support.ts';
import { askSecondNode } from './second-node.ts';
import { readXrplFields, writeLength } from './xrpl-fields.ts';
import { proveTransactions, readXrplHeader } from './xrpl-ledger.ts';
import { xrplSource } from './xrpl-source.ts';

const account = accountOf(0xa);
const [annTag, benTag] = [tagOfIndex(1), tagOfIndex(2)];

const transactionsOf = ({ transactions }: RealLedger) =>
  transactions.map(({ bytes, metadata }) => ({ bytes: hex.decode(bytes), metadata: hex.decode(metadata) }));

test('ledgers of the main network are read as they are', () => {
  for (const real of [ledger38129, ledger15202439]) {
    const header = readXrplHeader(hex.decode(real.header));
    assert.equal(header.hash, real.hash);
    assert.equal(proveTransactions(header, transactionsOf(real)).length, real.transactions.length);
  }
  const header = readXrplHeader(hex.decode(ledger38129.header));
  assert.deepEqual(
    [header.height, header.parent],
    [38_129, '3401e5b2e5d3a53eb0891088a5f2d9364bbb6ce5b37a337d2c0660daf9c4175e'],
  );
  assert.deepEqual(
    proveTransactions(header, transactionsOf(ledger38129)).map(({ txid }) => txid),
    ['3b1a4e1c9bb6a7208eb146bcdb86ecea6068ed01466d933528ca2b4c64f753ef'],
  );
});

test('a payment of the main network is read to the drop', async () => {
  const [real] = ledger38129.transactions;
  const ask = async () => ({
    validated: true,
    ledger: { ledger_data: ledger38129.header, transactions: [{ tx_blob: real!.bytes, meta_blob: real!.metadata }] },
  });
  const block = await xrplSource({ ask, account: 'rLQBHVhFnaC5gLEkgr6HgBJJ3bgeZHg9cj' }).block(38_129);
  assert.deepEqual(
    block!.credits.map(({ units, tag }) => [units, tag]),
    [[10_000_000_000n, undefined]],
  );
});

test('no byte of a transaction or its metadata can be changed, left out, moved or added', () => {
  const header = readXrplHeader(hex.decode(ledger15202439.header));
  const real = transactionsOf(ledger15202439);
  const deny = (wrong: typeof real) => assert.throws(() => proveTransactions(header, wrong), UnprovenBlockError);
  const part = fc.constantFrom('bytes' as const, 'metadata' as const);
  fc.assert(
    fc.property(fc.nat(real.length - 1), part, fc.nat(), fc.integer({ min: 1, max: 255 }), (place, of, at, flip) => {
      const changed = real[place]![of].map((byte, i, all) => (i === at % all.length ? byte ^ flip : byte));
      deny(real.with(place, { ...real[place]!, [of]: changed }));
    }),
  );
  for (let left = 0; left < real.length; left++) deny(real.toSpliced(left, 1));
  deny([...real, real[0]!]);
  deny([]);
  // Their order is not part of a tree.
  assert.equal(proveTransactions(header, real.toReversed()).length, real.length);
});

test('each length of a blob is written as another library reads it', () => {
  for (const length of [0, 1, 192, 193, 194, 12_480, 12_481, 12_482, 100_000]) {
    const memo = { Memo: { MemoData: '5A'.repeat(length) } };
    const { bytes } = xrplTransactionOf({ TransactionType: 'AccountSet', Account: account, Memos: [memo] });
    const prefix = hex.encode(writeLength(length));
    assert.ok(hex.encode(bytes).includes(`7d${prefix}${'5a'.repeat(length)}e1`), `${length}`);
  }
  assert.throws(() => writeLength(918_745), RangeError);
});

test('fields that end too early are an error, whatever the cut', () => {
  const { bytes } = payXrp({ to: account, drops: 5n, tag: 1 });
  const whole = readXrplFields(bytes);
  for (let cut = 0; cut < bytes.length; cut++) {
    try {
      const found = readXrplFields(bytes.subarray(0, cut));
      for (const [name, value] of found) assert.deepEqual(value, whole.get(name));
    } catch (error) {
      assert.ok(error instanceof RangeError);
    }
  }
});

async function creditsOf(...transactions: readonly MadeXrplTransaction[]): Promise<readonly Credit[]> {
  const node = new PlayedXrpl();
  node.close(...transactions);
  return (await xrplSource({ ask: node.ask, account }).block(1))!.credits;
}
const usd = (value: string) => ({ currency: 'USD', issuer: accountOf(9), value });

test('a credit is what was delivered in XRP to our account, with the tag as it was given', async () => {
  const others = fc.record({ drops: fc.bigInt({ min: 1n, max: 10n ** 17n }), tag: fc.option(fc.nat(2 ** 32 - 1)) });
  await fc.assert(
    fc.asyncProperty(fc.array(others, { maxLength: 12 }), async (paid) => {
      const made = paid.map(({ drops, tag }) => payXrp({ to: account, drops, ...(tag === null ? {} : { tag }) }));
      const strangers = payXrp({ to: accountOf(0xb), drops: 9n, tag: annTag });
      const credits = await creditsOf(strangers, ...made);
      const expected = paid.map(({ drops, tag }, i) => ({
        txid: made[i]!.txid,
        ordinal: 0,
        asset: 'XRP',
        address: account,
        ...(tag === null ? {} : { tag }),
        units: drops,
      }));
      assert.deepEqual(credits, expected);
    }),
    { numRuns: 30 },
  );
});

test('tag 0 is a tag, and no tag is none; an address that holds its tag pays as the two do', async () => {
  const xAddress = classicAddressToXAddress(account, annTag, false);
  const credits = await creditsOf(
    payXrp({ to: account, drops: 1n, tag: 0 }),
    payXrp({ to: account, drops: 2n }),
    payXrp({ to: account, drops: 3n, tag: 2 ** 32 - 1 }),
    payXrp({ to: xAddress, drops: 4n }),
    payXrp({ to: account, drops: 5n, tag: benTag }, { transaction: { SourceTag: annTag, InvoiceID: 'AB'.repeat(32) } }),
  );
  assert.deepEqual(
    credits.map(({ units, tag }) => [units, tag]),
    [[1n, 0], [2n, undefined], [3n, 4_294_967_295], [4n, annTag], [5n, benTag]],
  ); // oxfmt-ignore
});

test('a partial payment is worth what it delivered, and tokens are worth nothing', async () => {
  const partial = { Flags: 0x0002_0000, SendMax: usd('1') };
  const paid = { to: account, drops: 2_000_000n, tag: annTag };
  const mpt = { mpt_issuance_id: '00'.repeat(24), value: '2000000' };
  const credits = await creditsOf(
    payXrp(paid, { transaction: partial, metadata: { DeliveredAmount: '1' } }),
    payXrp(paid, { transaction: { ...partial, Amount: usd('5') }, metadata: { DeliveredAmount: usd('5') } }),
    payXrp(paid, { transaction: { Amount: usd('5') } }),
    payXrp(paid, { transaction: { Amount: mpt } }),
    payXrp(paid, { transaction: partial, metadata: { DeliveredAmount: mpt } }),
    payXrp(paid, { transaction: partial, metadata: { DeliveredAmount: usd('2000000') } }),
    // The whole amount was delivered, so the metadata does not name it.
    payXrp(paid, { transaction: partial }),
  );
  assert.deepEqual(
    credits.map(({ units }) => units),
    [1n, 2_000_000n],
  );
});

test('a payment that failed is none, though it is in the ledger', async () => {
  const failed = ['tecPATH_PARTIAL', 'tecDST_TAG_NEEDED', 'tecUNFUNDED_PAYMENT', 'tecNO_DST_INSUF_XRP'];
  const paid = { to: account, drops: 5n, tag: annTag };
  assert.deepEqual(
    await creditsOf(...failed.map((result) => payXrp(paid, { metadata: { TransactionResult: result } }))),
    [],
  );
});

test('an account that is deleted pays what is left in it; no other transaction pays', async () => {
  const named = { Account: accountOf(7), Destination: account, DestinationTag: annTag };
  const credits = await creditsOf(
    xrplTransactionOf({ TransactionType: 'AccountDelete', ...named }, { DeliveredAmount: '7000000' }),
    xrplTransactionOf({ TransactionType: 'AccountDelete', ...named, Sequence: 2 }),
    xrplTransactionOf({ TransactionType: 'EscrowCreate', ...named, Amount: '5', FinishAfter: 5 }),
    xrplTransactionOf({ TransactionType: 'CheckCreate', ...named, SendMax: '5' }),
    xrplTransactionOf({ TransactionType: 'PaymentChannelCreate', ...named, Amount: '5', SettleDelay: 5, PublicKey: '02'.repeat(33) }), // oxfmt-ignore
  );
  assert.deepEqual(
    credits.map(({ units, tag }) => [units, tag]),
    [[7_000_000n, annTag]],
  );
});

const network = networks.xrpl;

/** A store in which these tags belong to ann, and all others to nobody. */
function follow(node: PlayedXrpl, tagsOfAnn = new Set([annTag])) {
  const store = new PlayedStore(network);
  const source = xrplSource({ ask: node.ask, account });
  store.know = async () => ({
    payeeOf: ({ tag }) => (tag !== undefined && tagsOfAnn.has(tag) ? { accountId: 'ann' } : {}),
    standing: (key) => store.deposits.get(key),
  });
  return { store, source, round: () => followChain(network, { source, store, startHeight: 0 }) };
}
const stateOf = (store: PlayedStore) => [...store.deposits.values()].map(({ units, state }) => `${units} ${state}`);

test('a payment is credited as soon as its ledger is validated; without the tag of a customer it waits', async () => {
  const node = new PlayedXrpl();
  const { store, round } = follow(node);
  node.close(
    payXrp({ to: account, drops: 1_000_000n, tag: annTag }),
    payXrp({ to: account, drops: 2_000_000n, tag: annTag + 1 }),
    payXrp({ to: account, drops: 3_000_000n }),
  );
  await round();
  await round();
  assert.deepEqual(stateOf(store), ['1000000 credited', '2000000 unmatched', '3000000 unmatched']);
});

test('whatever the node answers of a ledger, nothing is lost, made up or credited twice', async () => {
  const waits: Record<XrplReading, string> = {
    late: 'node-behind',
    'not validated': 'node-behind',
    'other ledger': 'node-behind',
    'without the last payment': 'node-incomplete',
    'repeated payment': 'node-incomplete',
    'without metadata': 'node-incomplete',
    'other metadata': 'node-incomplete',
    'no transactions': 'node-incomplete',
    'only hashes': 'a node answers no object',
    'half a header': 'has no 59 bytes',
    'other words': 'a node answers',
    noNetwork: 'noNetwork',
    amendmentBlocked: 'amendmentBlocked',
    slowDown: 'slowDown',
  };
  for (const [reading, reason] of Object.entries(waits)) {
    const node = new PlayedXrpl();
    const { store, round } = follow(node);
    node.close(payXrp({ to: account, drops: 5_000_000n, tag: annTag }));
    node.close();
    node.reads.set(1, reading as XrplReading);
    const said = await round().then(({ waits: why }) => String(why), String);
    assert.ok(said.includes(reason), `${reading}: ${said}`);
    assert.deepEqual(stateOf(store), [], reading);
    node.reads.clear();
    await round();
    await round();
    assert.deepEqual(stateOf(store), ['5000000 credited'], reading);
    assert.equal(store.booked.size, 1, reading);
  }
});

test('a ledger that the node has lost is waited for and never skipped', async () => {
  const node = new PlayedXrpl();
  const { store, round } = follow(node);
  node.close();
  node.close(payXrp({ to: account, drops: 5_000_000n, tag: annTag }));
  for (let closed = 0; closed < 5; closed++) node.close();
  node.reads.set(2, 'late');
  for (let rounds = 0; rounds < 3; rounds++) assert.equal((await round()).waits, 'node-behind');
  assert.equal((await store.newestBlocks(1))[0]?.height, 1);
  node.reads.clear();
  await round();
  assert.deepEqual(stateOf(store), ['5000000 credited']);
});

test('a tag that is given to a customer later does not claim a payment, even if the chain is followed again', async () => {
  const node = new PlayedXrpl();
  const tags = new Set<number>();
  const { store, round } = follow(node, tags);
  node.close(payXrp({ to: account, drops: 5_000_000n, tag: annTag }));
  await round();
  assert.deepEqual(stateOf(store), ['5000000 unmatched']);
  tags.add(annTag);
  store.again = 1;
  await round();
  await round();
  assert.deepEqual(stateOf(store), ['5000000 unmatched']);
  node.close(payXrp({ to: account, drops: 6_000_000n, tag: annTag }));
  await round();
  assert.deepEqual(stateOf(store), ['5000000 unmatched', '6000000 credited']);
});

test('a validated ledger is never replaced: the network stops', async () => {
  const node = new PlayedXrpl();
  const { store, round } = follow(node);
  node.close(payXrp({ to: account, drops: 5_000_000n, tag: annTag }));
  await round();
  node.remove(1);
  node.salt = 1;
  node.close();
  await assert.rejects(round(), { name: 'ChainReplacedError', reason: 'final-replaced' });
  assert.deepEqual(stateOf(store), ['5000000 credited']);
});

test('a second node confirms what is in its own ledger, is behind without it, and denies another one', async () => {
  const [node, second] = [new PlayedXrpl(), new PlayedXrpl()];
  const paid = payXrp({ to: account, drops: 5_000_000n, tag: annTag });
  node.close(paid);
  const { store, round } = follow(node);
  await round();
  const [deposit] = [...store.deposits.values()];
  const verdict = async () =>
    (await askSecondNode(follow(second).source, 'xrpl', [deposit!])).get(depositKey('xrpl', deposit!));
  assert.equal(await verdict(), 'behind');
  second.close(paid);
  assert.equal(await verdict(), 'agrees');
  second.reads.set(1, 'not validated');
  assert.equal(await verdict(), 'unusable');
  second.reads.set(1, 'without the last payment');
  assert.equal(await verdict(), 'unusable');
  second.reads.clear();
  second.remove(1);
  second.close(payXrp({ to: account, drops: 5_000_000n, tag: benTag }));
  assert.equal(await verdict(), 'contradicts');
});

test('the account must be a classic address', () => {
  const node = new PlayedXrpl();
  for (const wrong of ['', 'rrrr', classicAddressToXAddress(account, 1, false), `${account}-1`])
    assert.throws(() => xrplSource({ ask: node.ask, account: wrong }), wrong);
});
