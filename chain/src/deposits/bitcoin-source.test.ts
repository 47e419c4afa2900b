import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bech32, hex } from '@scure/base';
import fc from 'fast-check';
import { networks } from '../networks/networks.ts';
import { readBitcoinBlock } from './bitcoin-block.ts';
import { bitcoinSource } from './bitcoin-source.ts';
import { UnprovenBlockError } from './check-receipts.ts';
import { followChain } from './follow-chain.ts';
import {
  blockOf,
  firstBlock,
  payTo,
  PlayedBitcoin,
  transactionOf,
  type BitcoinReading,
} from './played-bitcoin.test-support.ts';
import { PlayedStore } from './played-chain.test-support.ts';
import { askSecondNode } from './second-node.ts';
import { depositKey } from './deposit.ts';

const addressOf = (byte: number): string => bech32.encode('bc', [0, ...bech32.toWords(new Uint8Array(20).fill(byte))]);
const ann = addressOf(0xa);

test('the first block of Bitcoin is read as it is', () => {
  const { parent, transactions } = readBitcoinBlock(hex.decode(firstBlock.bytes), firstBlock.hash);
  assert.equal(parent, '0'.repeat(64));
  assert.deepEqual(
    transactions.map(({ txid, inputs, outputs }) => [txid, inputs, outputs.map(({ units }) => units)]),
    [
      [
        '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
        [{ txid: '0'.repeat(64), ordinal: 0xffffffff }],
        [5_000_000_000n],
      ],
    ],
  );
});

const outputs = fc.array(
  fc.record({
    units: fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }),
    script: fc.uint8Array({ maxLength: 300 }),
  }),
  { minLength: 1, maxLength: 5 },
);
const transactions = fc
  .array(fc.tuple(outputs, fc.boolean()), { minLength: 1, maxLength: 9 })
  .map((made) => made.map(([paid, isSegwit], seed) => ({ paid, ...transactionOf(seed + 1, paid, isSegwit) })));

test('blocks that another library wrote are read to the last satoshi, and cut or changed ones are not believed', () => {
  fc.assert(
    fc.property(transactions, fc.nat(), fc.nat(), (made, cut, changed) => {
      const { hash, bytes } = blockOf('ab'.repeat(32), 7, made);
      const read = readBitcoinBlock(bytes, hash);
      assert.deepEqual(
        read.transactions.map(({ txid, outputs: found }) => [
          txid,
          found.map(({ units, script }) => [units, hex.encode(script)]),
        ]),
        made.map(({ txid, paid }) => [txid, paid.map(({ units, script }) => [units, hex.encode(script)])]),
      );
      assert.deepEqual(
        read.transactions.map(({ inputs }) => inputs),
        made.map((_, seed) => [{ txid: hex.encode(new Uint8Array(32).fill(seed + 1)), ordinal: seed + 1 }]),
      );
      const denied = (wrong: Uint8Array) => assert.throws(() => readBitcoinBlock(wrong, hash), UnprovenBlockError);
      denied(bytes.subarray(0, cut % bytes.length));
      denied(Buffer.concat([bytes, Buffer.from([0])]));
      const header = Buffer.from(bytes);
      header[changed % 80]! ^= 1;
      denied(header);
    }),
  );
});

test('no byte of an output can be changed', () => {
  const { hash, bytes } = blockOf('ab'.repeat(32), 7, [
    transactionOf(1, [payTo(5n, 1)]),
    transactionOf(2, [payTo(7n, 2)]),
  ]);
  const asItIs = JSON.stringify(readBitcoinBlock(bytes, hash), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  for (let at = 80; at < bytes.length; at++) {
    const other = Buffer.from(bytes);
    other[at]! ^= 0x10;
    try {
      const read = JSON.stringify(readBitcoinBlock(other, hash), (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      // The txid does not cover the witnesses, and witnesses pay nobody.
      assert.equal(read, asItIs, `byte ${at}`);
    } catch (error) {
      assert.ok(error instanceof UnprovenBlockError, `byte ${at}: ${String(error)}`);
    }
  }
});

test('each output to the hash of a key is a credit in satoshis, by its own place; other scripts are none', async () => {
  const node = new PlayedBitcoin();
  const other = { units: 9n, script: new Uint8Array([0x51, 0x20, ...new Uint8Array(32)]) };
  const paid = transactionOf(1, [other, payTo(150n, 0xa), payTo(2_100_000_000_000_000n, 0xa)]);
  node.mine(paid);
  const block = (await bitcoinSource({ ask: node.ask, prefix: 'bc' }).block(1))!;
  assert.deepEqual(block.credits, [
    { txid: paid.txid, ordinal: 1, asset: 'BTC', address: ann, units: 150n },
    { txid: paid.txid, ordinal: 2, asset: 'BTC', address: ann, units: 2_100_000_000_000_000n },
  ]);
  assert.deepEqual(block.inputs!.at(-1), { txid: paid.txid, of: { txid: '01'.repeat(32), ordinal: 1 } });
  assert.equal(block.parent, node.blocks[0]!.hash);
  assert.deepEqual(await bitcoinSource({ ask: node.ask, prefix: 'bcrt' }).tip(), { height: 1, hash: block.hash });
});

const network = networks.bitcoin;

/** A store in which the address belongs to ann. */
function follow(node: PlayedBitcoin) {
  const store = new PlayedStore(network);
  const source = bitcoinSource({ ask: node.ask, prefix: 'bc' });
  const named = {
    ...source,
    async block(height: number) {
      const block = await source.block(height);
      return (
        block && {
          ...block,
          credits: block.credits.map((credit) => ({
            ...credit,
            address: credit.address === ann ? 'of-ann' : credit.address,
          })),
        }
      );
    },
  };
  return { store, source: named, round: () => followChain(network, { source: named, store, startHeight: 0 }) };
}
const stateOf = (store: PlayedStore) => [...store.deposits.values()].map(({ units, state }) => `${units} ${state}`);

test('a payment is seen, and credited three blocks deep; one bitcoin takes six', async () => {
  const node = new PlayedBitcoin();
  const { store, round } = follow(node);
  node.mine(transactionOf(1, [payTo(20_000n, 0xa), payTo(30_000n, 0xb)]));
  await round();
  assert.deepEqual(stateOf(store), ['20000 seen']);
  node.mine();
  node.mine(transactionOf(2, [payTo(100_000_000n, 0xa)]));
  await round();
  assert.deepEqual(stateOf(store), ['20000 credited', '100000000 seen']);
  for (let mined = 0; mined < 4; mined++) node.mine();
  await round();
  assert.deepEqual(stateOf(store), ['20000 credited', '100000000 seen']);
  node.mine();
  await round();
  assert.deepEqual(stateOf(store), ['20000 credited', '100000000 credited']);
});

test('new coins count when they can be spent, a hundred blocks later, in the same places', async () => {
  const node = new PlayedBitcoin();
  const { store, source, round } = follow(node);
  node.toMiner = [payTo(300_000_000n, 0xa)];
  node.mine(transactionOf(1, [payTo(20_000n, 0xa)]));
  for (let mined = 0; mined < 99; mined++) node.mine();
  await round();
  assert.deepEqual(stateOf(store), ['20000 credited']);
  node.mine(transactionOf(2, [payTo(30_000n, 0xa)]));
  await round();
  assert.deepEqual(stateOf(store), ['20000 credited', '300000000 seen', '30000 seen']);
  const { txid, ordinal } = [...store.deposits.values()][1]!;
  const { bytes, hash } = node.blocks[1]!;
  assert.deepEqual([txid, ordinal], [readBitcoinBlock(bytes, hash).transactions[0]!.txid, 1]);
  for (let mined = 0; mined < 5; mined++) node.mine();
  await round();
  assert.deepEqual(stateOf(store), ['20000 credited', '300000000 credited', '30000 credited']);
  // A block that is replaced takes new coins along that no other chain pays.
  node.remove(6);
  for (let mined = 0; mined < 6; mined++) node.mine();
  await round();
  assert.deepEqual(stateOf(store), ['20000 credited', '300000000 credited', '30000 frozen']);
  node.reads.set(7, 'pruned');
  assert.equal(await source.block(107), undefined);
});

test('a block that was replaced takes its payment along until another block has it', async () => {
  const node = new PlayedBitcoin();
  const { store, round } = follow(node);
  const paid = transactionOf(1, [payTo(20_000n, 0xa)]);
  node.mine(paid);
  await round();
  node.remove(1);
  node.mine();
  node.mine();
  await round();
  assert.deepEqual(stateOf(store), ['20000 orphaned']);
  node.mine(paid);
  node.mine();
  node.mine();
  await round();
  assert.deepEqual(stateOf(store), ['20000 credited']);
});

test('whatever the node answers of a block, nothing is lost, made up or credited twice', async () => {
  const readings: BitcoinReading[] = [
    'late',
    'pruned',
    'half',
    'other block',
    'without the last payment',
    'repeated payment',
    'other words',
    'repeated hash',
  ];
  for (const reading of readings) {
    const node = new PlayedBitcoin();
    const { store, round } = follow(node);
    node.mine(transactionOf(1, [payTo(20_000n, 0xa)]));
    node.mine();
    node.mine();
    node.reads.set(1, reading);
    await round().catch((error: unknown) => assert.match(String(error), /a node answers/, reading));
    assert.deepEqual(stateOf(store), [], reading);
    node.reads.clear();
    await round();
    assert.deepEqual(stateOf(store), ['20000 credited'], reading);
    await round();
    assert.equal(store.booked.size, 1, reading);
  }
});

test('a second node confirms what is in its own block, and is behind without it', async () => {
  const [node, second] = [new PlayedBitcoin(), new PlayedBitcoin()];
  const paid = transactionOf(1, [payTo(20_000n, 0xa)]);
  node.mine(paid);
  const { store, round } = follow(node);
  await round();
  const [deposit] = [...store.deposits.values()];
  const verdict = async () =>
    (await askSecondNode(follow(second).source, 'bitcoin', [deposit!])).get(depositKey('bitcoin', deposit!));
  assert.equal(await verdict(), 'behind');
  second.mine(paid);
  assert.equal(await verdict(), 'agrees');
  second.remove(1);
  second.mine();
  assert.equal(await verdict(), 'contradicts');
});

test('a node that repeats the hash of another height is behind, and no credited deposit leaves its block', async () => {
  const node = new PlayedBitcoin();
  const { store, round } = follow(node);
  node.mine(transactionOf(1, [payTo(20_000n, 0xa)]));
  for (let mined = 0; mined < 4; mined++) node.mine();
  await round();
  assert.deepEqual(stateOf(store), ['20000 credited']);
  for (let height = 1; height < 6; height++) node.reads.set(height, 'repeated hash');
  node.mine();
  await round();
  assert.deepEqual(stateOf(store), ['20000 credited']);
});
