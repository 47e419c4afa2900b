import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssetCode } from '@candor/wire';
import { UnprovenBlockError } from './check-receipts.ts';
import { evmSource } from './evm-source.ts';
import type { Fields } from './node-answers.ts';
import { seals } from './sealed-block.test-support.ts';

const word = (digit: string): string => `0x${digit.repeat(64)}`;
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const payee = '9858effd232b4033e47d90003d41ec34ecaeda94';
const units = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
const log = ({ address = usdt, topics = [transfer, word('0'), `0x${'0'.repeat(24)}${payee}`], data = units(25_000_000n) } = {}) => ({ address, topics, data, logIndex: '0x9' }); // oxfmt-ignore
const sent = (digit: string, value: bigint, to: string | null) => ({ hash: word(digit), value: `0x${value.toString(16)}`, to }); // oxfmt-ignore
const receipt = (digit: string, logs: readonly unknown[] = [], { status = '0x1', blockHash = word('b') } = {}) => ({
  transactionHash: word(digit),
  blockHash,
  status,
  cumulativeGasUsed: '0x5208',
  logs,
});

/** Returns a header that commits to these receipts, in the order of the transactions; a header for no receipts if they can't be encoded. */
function sealOf(transactions: readonly unknown[], receipts: unknown): Record<string, unknown> {
  try {
    const place = (receipt: Fields): number =>
      transactions.findIndex((each) => (each as Fields)['hash'] === receipt['transactionHash']);
    return seals((receipts as readonly Fields[]).toSorted((one, other) => place(one) - place(other)));
  } catch {
    return seals([]);
  }
}

/** A node with one block, and what it was asked. */
function node(transactions: readonly unknown[], receipts: unknown, header: Record<string, unknown> = {}) {
  const seal = sealOf(transactions, receipts);
  const block = { number: '0x10', hash: word('b'), parentHash: word('a'), transactions, ...seal, ...header };
  const asked: string[] = [];
  const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    asked.push(`${method} ${params.join(' ')}`);
    if (method === 'eth_getBlockReceipts') return receipts;
    return params[0] === 'finalized' || params[0] === '0x11' ? null : block;
  };
  const tokens = new Map<string, AssetCode>([[usdt, 'USDT']]);
  return {
    asked,
    ask,
    ethereum: evmSource({ ask, tokens }),
  };
}

test('what a transaction pays and what the token moves are credits, in the order of its own logs', async () => {
  const { ethereum } = node(
    [sent('1', 10n ** 18n, `0x${payee}`), sent('2', 0n, usdt), sent('3', 5n, null)],
    [receipt('3'), receipt('1'), receipt('2', [log({ topics: [word('c')] }), log(), log({ data: units(1n) })])],
  );
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  assert.deepEqual(await ethereum.block(16), {
    height: 16,
    hash: word('b'),
    parent: word('a'),
    credits: [
      { txid: word('1'), ordinal: 0, asset: 'ETH', address, units: 10n ** 18n },
      { txid: word('2'), ordinal: 1, asset: 'USDT', address, units: 25_000_000n },
      { txid: word('2'), ordinal: 2, asset: 'USDT', address, units: 1n },
    ],
    sends: [],
  });
});

test('what a transaction takes from its sender is its value, unless it failed, and its fee', async () => {
  const from = { from: `0x${payee}` };
  const gas = { gasUsed: '0x5208', effectiveGasPrice: '0x2' };
  const { ethereum } = node(
    [
      { ...sent('1', 5n, usdt), ...from },
      { ...sent('2', 7n, usdt), ...from },
      { ...sent('3', 1n, null), ...from },
      { ...sent('4', 9n, usdt), ...from },
    ],
    [
      { ...receipt('1'), ...gas },
      { ...receipt('2', [], { status: '0x0' }), ...gas },
      { ...receipt('3'), ...gas, blobGasUsed: '0x20000', blobGasPrice: '0x1' },
      receipt('4'),
    ],
  );
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  assert.deepEqual((await ethereum.block(16))!.sends, [
    { txid: word('1'), address, units: 42_005n },
    { txid: word('2'), address, units: 42_000n },
    { txid: word('3'), address, units: 173_073n },
  ]);
});

test('a balance is asked for at exactly one block, and where a transaction is with whether a contract was called', async () => {
  const asked: unknown[][] = [];
  const answers: Record<string, unknown> = {
    eth_getBalance: '0x7',
    eth_getTransactionCount: '0x2',
    eth_getTransactionReceipt: {
      transactionHash: word('1'),
      blockHash: word('b'),
      blockNumber: '0x10',
      status: '0x1',
      to: usdt,
    },
    eth_getCode: '0x6000',
  };
  const ask = async (...question: readonly unknown[]) => (asked.push([...question]), answers[String(question[0])]);
  const source = evmSource({ ask, tokens: new Map() });
  const block = { height: 16, hash: word('b') };
  assert.deepEqual(await source.balanceAt(`0x${payee}`, block), { units: 7n, sentCount: 2 });
  const at = { blockHash: word('b'), requireCanonical: true };
  assert.deepEqual(asked, [
    ['eth_getBalance', `0x${payee}`, at],
    ['eth_getTransactionCount', `0x${payee}`, at],
  ]);
  assert.deepEqual(await source.placeOf(word('1')), { block, isGood: true, isToContract: true });
  answers['eth_getCode'] = '0x';
  assert.equal((await source.placeOf(word('1')))?.isToContract, false);
  await assert.rejects(source.placeOf(word('2')), /another transaction/);
  answers['eth_getTransactionReceipt'] = null;
  assert.equal(await source.placeOf(word('1')), undefined);
  answers['eth_getBalance'] = null;
  await assert.rejects(source.balanceAt(`0x${payee}`, block));
});

test('a failed transaction, another contract that says USDT, another event and a stray form of it are no credits', async () => {
  const none = [
    log({ address: word('d').slice(0, 42) }),
    log({ topics: [word('e'), word('0'), word('1')] }),
    log({ topics: [transfer, word('0')] }),
    log({ topics: [transfer, word('0'), word('1'), word('2')] }),
  ];
  const { ethereum } = node([sent('1', 5n, `0x${payee}`), sent('2', 0n, usdt)], [receipt('1', [log()], { status: '0x0' }), receipt('2', none)]); // oxfmt-ignore
  assert.deepEqual((await ethereum.block(16))?.credits, []);
});

test('receipts of another block, or a block that is gone, are looked at again', async () => {
  const torn = node([sent('1', 5n, `0x${payee}`)], [receipt('1', [], { blockHash: word('f') })]);
  assert.equal(await torn.ethereum.block(16), undefined);
  assert.equal(await node([], null).ethereum.block(16), undefined);
  const gone = node([], []);
  assert.equal(await gone.ethereum.block(17), undefined);
  assert.deepEqual(gone.asked, ['eth_getBlockByNumber 0x11 true', 'eth_getBlockByNumber 0x11 true']);
});

test('the tip, the hash at a height and what is final are asked for by name', async () => {
  const { ethereum, asked } = node([], []);
  assert.deepEqual(await ethereum.tip(), { height: 16, hash: word('b') });
  assert.equal(await ethereum.hashAt(16), word('b'));
  assert.equal(await ethereum.hashAt(17), undefined);
  assert.equal(await ethereum.final(), undefined);
  assert.deepEqual(
    asked,
    ['latest', '0x10', '0x11', '0x11', 'finalized'].map((at) => `eth_getBlockByNumber ${at} false`),
  );
});

test('the header of another height, as a cache repeats it, is no other block at this height', async () => {
  const { ask } = node([], []);
  const repeats: typeof ask = async (method) => ask(method, '0x10', false);
  const source = evmSource({ ask: repeats, tokens: new Map() });
  assert.equal(await source.hashAt(16), word('b'));
  assert.equal(await source.hashAt(15), undefined);
});

test('answers of another form stop the network instead of being guessed at', async () => {
  const paid = sent('1', 5n, `0x${payee}`);
  for (const [transactions, receipts, header] of [
    [[paid], []],
    [[paid], 'none'],
    [[{ ...paid, value: '5' }], [receipt('1')]],
    [[{ ...paid, value: -5 }], [receipt('1')]],
    [[{ ...paid, to: '0x12' }], [receipt('1')]],
    [[paid], [receipt('1', [log({ data: '0x' })])]],
    [[paid], [receipt('1')], { number: '16' }],
    [[paid], [receipt('1')], { number: word('f') }],
    [[paid], [receipt('1')], { parentHash: null }],
    ['none', [receipt('1')]],
  ] as const) {
    await assert.rejects(node(transactions as readonly unknown[], receipts, header).ethereum.block(16));
  }
});

test('a block of Ethereum whose receipts are not those of its header is not taken, and read when they are', async () => {
  const paid = [sent('2', 0n, usdt)];
  const whole = [receipt('2', [log(), log({ data: units(1n) })])];
  const header = seals(whole);
  for (const logs of [[], [log()], [log({ data: units(9n) }), log({ data: units(1n) })]]) {
    const early = node(paid, [receipt('2', logs)], header);
    await assert.rejects(early.ethereum.block(16), UnprovenBlockError);
  }
  assert.equal((await node(paid, whole, header).ethereum.block(16))?.credits.length, 2);
});

test('of several nodes behind one address that answer in turn, one that lags keeps no block from being read', async () => {
  for (const first of [0, 1]) {
    let asked = first;
    const { ask } = node([sent('1', 5n, `0x${payee}`)], [receipt('1')]);
    const inTurn: typeof ask = async (...question) => (asked++ % 2 === 0 ? null : ask(...question));
    const source = evmSource({ ask: inTurn, tokens: new Map() });
    assert.equal((await source.block(16))?.credits.length, 1);
    assert.equal(await source.hashAt(16), word('b'));
  }
});
