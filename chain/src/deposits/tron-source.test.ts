import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodeError } from '../networks/json-rpc.ts';
import type { Credit } from './deposit.ts';
import { depositKey } from './deposit.ts';
import { ann, ben, follow, stateOf } from './follow-tron.test-support.ts';
import type { Fields } from './node-answers.ts';
import {
  accountHex,
  base58Of,
  bytes,
  calls,
  number,
  PlayedTron,
  reverted,
  sendsAsset,
  sendsTrx,
  sendsUsdt,
  transactionOf,
  transferLog,
  transferTopic,
  usdt,
  type MadeTransaction,
  type TronReading,
} from './played-tron.test-support.ts';
import { askSecondNode } from './second-node.ts';
import { readTronBlock, readTronHeader } from './tron-block.ts';
import { firstTronBlock, nileBlock } from './tron-real-blocks.test-support.ts';
import { firstTronBlockOf, tronSource } from './tron-source.ts';

test('real blocks are read as they are, and no byte of them can be changed', () => {
  assert.equal(readTronHeader(firstTronBlock).height, 0);
  const block = readTronBlock(nileBlock);
  assert.ok(block.isRootProven);
  assert.deepEqual([block.height, block.hash], [46_929_239, nileBlock.blockID]);
  assert.deepEqual(block.transactions.map(({ isGood, contract }) => [isGood, contract?.kind]), [
    [true, 'TransferContract'],
    [true, 'TransferContract'],
    [true, 'TransferContract'],
    [true, 'TriggerSmartContract'],
    [true, 'TransferContract'],
  ]); // oxfmt-ignore
  const [first, ...others] = nileBlock.transactions;
  const isProven = (transactions: object[]): boolean => readTronBlock({ ...nileBlock, transactions }).isRootProven;
  assert.ok(!isProven(others));
  assert.ok(!isProven([...nileBlock.transactions, first!]));
  assert.ok(!isProven([...others, first!]));
  assert.ok(!isProven([{ ...first!, ret: [{ contractRet: 'REVERT' }] }, ...others]));
  assert.ok(!isProven([{ ...first!, ret: [{ contractRet: 'SUCCESS', unheardOf: 1 }] }, ...others]));
  assert.ok(!isProven([{ ...first!, signature: [] }, ...others]));
});

const creditsOf = async (node: PlayedTron, height = node.blocks.length - 1): Promise<readonly Credit[] | undefined> =>
  (await tronSource({ ask: node.ask, usdt }).block(height))?.credits;
const creditsOfOnly = async (...made: MadeTransaction[]): Promise<string[]> => {
  const node = new PlayedTron();
  node.mine(...made);
  return (await creditsOf(node))!.map(
    ({ asset, ordinal, address, units }) => `${asset} ${ordinal} ${address} ${units}`,
  );
};

test('TRX is what a transaction pays, USDT what its contract logged, by their place in the own transaction', async () => {
  const node = new PlayedTron();
  // More than a number of JavaScript can hold: the sum of all TRX is 1e17 sun.
  const paid = sendsTrx(1, ann, 99_000_000_000_000_001n);
  const other: ReturnType<typeof transferLog> = { address: accountHex(0x55).slice(2), topics: [], data: '' };
  const shared = calls(2, accountHex(0x55), { logs: [other, transferLog(ann, 5n), transferLog(ben, 2n ** 63n)] });
  node.mine(paid, shared);
  assert.deepEqual(await creditsOf(node), [
    { txid: paid.txid, ordinal: 0, asset: 'TRX', address: base58Of(ann), units: 99_000_000_000_000_001n },
    { txid: shared.txid, ordinal: 1, asset: 'USDT', address: base58Of(ann), units: 5n },
    { txid: shared.txid, ordinal: 2, asset: 'USDT', address: base58Of(ben), units: 2n ** 63n },
  ]);
});

test('the contract of USDT is the same in base 58 and as digits', async () => {
  const node = new PlayedTron();
  node.mine(sendsUsdt(1, ann, 5n));
  for (const written of [usdt, usdt.toUpperCase(), usdt.slice(2), `0x${usdt.slice(2)}`, base58Of(usdt)]) {
    const block = await tronSource({ ask: node.ask, usdt: written }).block(1);
    assert.equal(block?.credits.length, 1, written);
  }
  for (const wrong of ['', '0x', usdt.slice(4), `42${usdt.slice(2)}`, `${base58Of(usdt).slice(0, -1)}1`])
    assert.throws(() => tronSource({ ask: node.ask, usdt: wrong }), /address/, wrong);
});

test('the first block of a node names its chain', async () => {
  const node = new PlayedTron();
  assert.equal(await firstTronBlockOf(node.ask), firstTronBlock.blockID);
  for (const answer of [{}, { ...firstTronBlock, blockID: `00${'ab'.repeat(31)}` }, nileBlock])
    await assert.rejects(firstTronBlockOf(async () => answer));
});

test('what looks like a payment and is none is no credit', async () => {
  const fake = accountHex(0x66);
  assert.deepEqual(await creditsOfOnly(sendsAsset(1, ann, 10n ** 9n)), [], 'a TRC10 coin that is called USDT');
  assert.deepEqual(await creditsOfOnly(calls(1, fake, { logs: [transferLog(ann, 10n ** 9n, fake)] })), [], 'a fake token');
  assert.deepEqual(await creditsOfOnly(reverted(sendsUsdt(1, ann, 10n ** 9n), true)), [], 'a reverted call');
  assert.deepEqual(await creditsOfOnly(reverted(sendsTrx(1, ann, 10n ** 9n))), [], 'a failed payment');
  assert.deepEqual(await creditsOfOnly({ ...sendsTrx(1, ann, 5n), ret: {}, retBytes: Buffer.alloc(0) }), [], 'no result');
  assert.deepEqual(await creditsOfOnly(sendsTrx(1, ann, 0n)), [], 'nothing');
  assert.deepEqual(await creditsOfOnly(sendsTrx(1, ann, 2n ** 64n - 5n)), [], 'less than nothing');
  assert.deepEqual(await creditsOfOnly(sendsTrx(1, `42${ann.slice(2)}`, 5n)), [], 'an address with another prefix');
  const approval = { ...transferLog(ann, 5n), topics: [transferTopic.replace('dd', 'de'), ...transferLog(ann, 5n).topics!.slice(1)] };
  assert.deepEqual(await creditsOfOnly(calls(1, usdt, { logs: [approval] })), [], 'another event of USDT');
  const [topic, from, to] = transferLog(ann, 5n).topics!;
  assert.deepEqual(await creditsOfOnly(calls(1, usdt, { logs: [{ ...approval, topics: [topic!, from!, to!, to!] }] })), [], 'an event of another form');
  // A reverted call has no logs; one whose info does not know that it was reverted pays nothing either.
  const half = { ...reverted(sendsUsdt(1, ann, 5n)), info: sendsUsdt(1, ann, 5n).info };
  assert.deepEqual(await creditsOfOnly(half), []);
}); // oxfmt-ignore

test('bytes that two programs could read otherwise are read as nodes read them', async () => {
  const pay = (...fields: Buffer[]) =>
    creditsOfOnly(transactionOf(1, { type: 1, name: 'TransferContract', value: Buffer.concat(fields) }));
  const [to, other] = [bytes(2, Buffer.from(ann, 'hex')), bytes(2, Buffer.from(ben, 'hex'))];
  assert.deepEqual(await pay(to, other, number(3, 7), number(3, 9)), [`TRX 0 ${base58Of(ben)} 9`]);
  assert.deepEqual(await pay(to, number(2, 7), bytes(3, Buffer.from('7')), number(3, 9)), [`TRX 0 ${base58Of(ann)} 9`]);
  assert.deepEqual(await pay(to, number(30, 7), number(3, 9)), [`TRX 0 ${base58Of(ann)} 9`]);
  const group = Buffer.from([0x2b, 0x18, 1, 0x2c]);
  assert.deepEqual(await pay(to, group, number(3, 9)), [`TRX 0 ${base58Of(ann)} 9`]);
  // Nodes refuse such bytes; here they pay nobody and keep nothing else of the block from being read.
  assert.deepEqual(await pay(to, number(3, 9), Buffer.from([0x12, 0x7f])), []);
  const ofOtherType = { type: 2, name: 'TransferContract', value: Buffer.concat([to, number(3, 9)]) };
  assert.deepEqual(await creditsOfOnly(transactionOf(1, ofOtherType)), []);
  const named = { type: 1, name: 'Transfer', value: Buffer.concat([to, number(3, 9)]) };
  assert.deepEqual(await creditsOfOnly(transactionOf(1, named)), []);
});

test('a payment is credited when it is twenty blocks deep and final', async () => {
  const node = new PlayedTron();
  const { store, round } = follow(node);
  node.finalBelow = 30;
  node.mine(sendsTrx(1, ann, 2_000_000n), sendsUsdt(2, ann, 3_000_000n), sendsUsdt(3, ben, 4n));
  await round();
  assert.deepEqual(stateOf(store), ['2000000 TRX seen', '3000000 USDT seen']);
  node.mineEmpty(19);
  await round();
  assert.deepEqual(stateOf(store), ['2000000 TRX seen', '3000000 USDT seen']);
  for (const servesSolidity of [true, false]) {
    node.finalBelow = servesSolidity ? 20 : 19;
    node.servesSolidity = servesSolidity;
    await round();
    assert.equal(stateOf(store)[0], servesSolidity ? '2000000 TRX seen' : '2000000 TRX credited');
  }
  assert.equal(store.booked.size, 2);
});

test('a block that was replaced takes its payments along until another block has them', async () => {
  const node = new PlayedTron();
  const { store, round } = follow(node);
  node.finalBelow = 25;
  const paid = calls(1, accountHex(0x55), { logs: [transferLog(ben, 1n), transferLog(ann, 3_000_000n)] });
  node.mine(sendsTrx(2, ben, 1n), paid);
  await round();
  node.remove(1);
  node.mine();
  node.mine();
  await round();
  assert.deepEqual(stateOf(store), ['3000000 USDT orphaned']);
  node.mine(paid);
  node.mineEmpty(19);
  await round();
  assert.deepEqual(stateOf(store), ['3000000 USDT seen']);
  node.mineEmpty(10);
  await round();
  assert.deepEqual(stateOf(store), ['3000000 USDT credited']);
});

test('whatever the node answers of a block, nothing is lost, made up or credited twice', async () => {
  const readings: TronReading[] = [
    'late',
    'other header',
    'other txid',
    'no infos',
    'half of the infos',
    'repeated infos',
    'one info too many',
    'infos of another block',
    'infos of another time',
    'without logs',
    'other result',
    'other words',
    'repeated block',
  ];
  for (const reading of readings) {
    const node = new PlayedTron();
    const { store, round } = follow(node);
    node.mine(sendsTrx(1, ben, 5n));
    node.mine(sendsTrx(2, ann, 2_000_000n), sendsUsdt(3, ann, 3_000_000n));
    node.mineEmpty(20);
    node.reads.set(2, reading);
    await round().catch((error: unknown) => assert.match(String(error), /a node answers/, reading));
    assert.deepEqual(stateOf(store), [], reading);
    node.reads.clear();
    await round();
    assert.deepEqual(stateOf(store), ['2000000 TRX credited', '3000000 USDT credited'], reading);
    await round();
    assert.equal(store.booked.size, 2, reading);
  }
});

test('other ways to write the same block are read alike: visible addresses, and numbers as text', async () => {
  for (const reading of ['visible', 'text'] as const) {
    const node = new PlayedTron();
    node.mine(sendsTrx(1, ann, 5n), sendsUsdt(2, ben, 7n));
    const plain = await creditsOf(node);
    node.reads.set(1, reading);
    assert.deepEqual(await creditsOf(node), plain, reading);
    assert.equal(plain?.length, 2);
  }
});

test('a node that has no final block, or a newest one below those that are stored, credits nothing and drops nothing', async () => {
  const node = new PlayedTron();
  const { store, round } = follow(node);
  node.mine(sendsTrx(1, ann, 2_000_000n));
  node.mineEmpty(25);
  node.finalBelow = 100;
  await round();
  assert.deepEqual(stateOf(store), ['2000000 TRX seen']);
  const newest = node.blocks.splice(-10);
  await round();
  assert.deepEqual(stateOf(store), ['2000000 TRX seen']);
  node.blocks.push(...newest);
  node.finalBelow = 0;
  await round();
  assert.deepEqual(stateOf(store), ['2000000 TRX credited']);
  for (let height = 1; height < 30; height++) node.reads.set(height, 'repeated block');
  node.mine();
  const source = tronSource({ ask: node.ask, usdt });
  assert.deepEqual([await source.hashAt(5), await source.hashAt(1_000)], [undefined, undefined]);
  await round();
  assert.deepEqual(stateOf(store), ['2000000 TRX credited']);
});

test('a transaction in each block that the header does not prove, which anyone can send, holds nobody’s deposit', async () => {
  const odd: MadeTransaction[] = [
    { ...sendsTrx(1, ben, 5n), hidden: number(99, 1) },
    { ...sendsTrx(1, ben, 5n), ret: { contractRet: 'SUCCESS', orderDetails: [{}] } },
  ];
  for (const strange of odd) {
    const node = new PlayedTron();
    const { store, round } = follow(node);
    for (let block = 0; block < 3; block++) node.mine(strange, sendsTrx(block + 2, ann, 2_000_000n));
    for (let block = 0; block < 20; block++) node.mine(strange);
    await round();
    assert.ok((await tronSource({ ask: node.ask, usdt }).block(1))?.isUnproven);
    assert.deepEqual(stateOf(store), ['2000000 TRX credited', '2000000 TRX credited', '2000000 TRX credited']);
    assert.equal(store.alarms.size, 0);
    // A second node, or the sum that one node is believed up to, is asked about each of them as about any other.
    store.ruling = () => 'hold';
    node.mine(strange, sendsTrx(9, ann, 4_000_000n));
    node.mineEmpty(20);
    await round();
    assert.equal(stateOf(store).at(-1), '4000000 TRX held');
  }
});

test('a payment that a node leaves out at first is found when its block is read a second time', async () => {
  const node = new PlayedTron();
  const { store, round } = follow(node);
  node.mine(sendsTrx(1, ann, 2_000_000n), sendsTrx(2, ann, 3_000_000n));
  node.reads.set(1, 'without the last payment');
  await round();
  assert.deepEqual(stateOf(store), ['2000000 TRX seen']);
  node.reads.clear();
  node.mineEmpty(20);
  await round();
  assert.deepEqual(stateOf(store), ['2000000 TRX credited', '3000000 TRX credited']);
});

test('results of transactions are written as blocks contain them', async () => {
  const node = new PlayedTron();
  const ret = {
    fee: 100_000n,
    ret: 'FAILED',
    contractRet: 'OUT_OF_ENERGY',
    assetIssueID: '1000001',
    withdraw_amount: 2n ** 63n - 1n,
    exchange_id: '7',
    orderId: 'ab01',
  };
  const retBytes = Buffer.concat([
    number(1, 100_000),
    number(2, 1),
    number(3, 10),
    bytes(14, Buffer.from('1000001')),
    number(15, 2n ** 63n - 1n),
    number(21, 7),
    bytes(25, Buffer.from('ab01', 'hex')),
  ]);
  node.mine({ ...sendsTrx(1, ben, 5n), ret, retBytes });
  assert.ok(readTronBlock((await node.ask('wallet/getblockbynum', { num: 1 })) as Fields).isRootProven);
});

test('a sender who writes a failure into the own transaction has paid all the same', async () => {
  const node = new PlayedTron();
  const ret = { ret: 'FAILED', contractRet: 'SUCCESS' };
  node.mine({ ...sendsTrx(1, ann, 5n), ret, retBytes: Buffer.concat([number(2, 1), number(3, 1)]) });
  const block = await tronSource({ ask: node.ask, usdt }).block(1);
  assert.deepEqual([block?.credits.length, block?.isUnproven], [1, undefined]);
});

test('a second node confirms what is in its own final block', async () => {
  const [node, second] = [new PlayedTron(), new PlayedTron()];
  const paid = sendsUsdt(1, ann, 2_000_000n);
  node.mine(paid);
  const { store, round } = follow(node);
  await round();
  const [deposit] = [...store.deposits.values()];
  const verdict = async () =>
    (await askSecondNode(follow(second).source, 'tron', [deposit!])).get(depositKey('tron', deposit!));
  assert.equal(await verdict(), 'behind');
  second.mine(paid);
  second.finalBelow = 1;
  assert.equal(await verdict(), 'behind');
  second.finalBelow = 0;
  assert.equal(await verdict(), 'agrees');
  second.reads.set(1, 'no infos');
  assert.equal(await verdict(), 'unusable');
  second.reads.clear();
  second.remove(1);
  second.mine(sendsUsdt(1, ann, 3_000_000n));
  assert.equal(await verdict(), 'contradicts');
});

test('what is no answer of a node is refused by name', async () => {
  const answers: Record<string, unknown>[] = [
    { blockID: 'ab' },
    { ...nileBlock, blockID: undefined },
    { ...nileBlock, block_header: {} },
    { ...nileBlock, block_header: { raw_data: { ...nileBlock.block_header.raw_data, number: -1 } } },
    { ...nileBlock, block_header: { raw_data: { ...nileBlock.block_header.raw_data, number: 1.5 } } },
    { ...nileBlock, transactions: {} },
    { ...nileBlock, transactions: [{ txID: 'ab'.repeat(32), raw_data_hex: 'xyz' }] },
  ];
  for (const answer of answers) {
    const source = tronSource({ ask: async () => answer, usdt });
    await assert.rejects(source.block(5), (error) => error instanceof Error && !(error instanceof NodeError));
  }
  await assert.rejects(tronSource({ ask: async () => ({}), usdt }).tip(), /no block/);
});
