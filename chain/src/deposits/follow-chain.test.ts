import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { networks, type Network } from '../networks/networks.ts';
import { runs } from '../../../server/test/support/seed.ts';
import type { Deposit } from './deposit.ts';
import { assignDeposit, clearDeposit, confirmationsOf, settleDeposits } from './deposit-rule.ts';
import { ChainReplacedError, followChain } from './follow-chain.ts';
import { pays, PlayedChain, PlayedStore, type PlayedTransaction } from './played-chain.test-support.ts';
import { checkOutcome, mustHold, play, transactionOf, transactionParts } from './played-deposits.test-support.ts';

const { bitcoin, ethereum } = networks;
const someBtc = 1_000_000n;

test('a deposit is seen, counted, and credited once with the block that makes it deep enough', async () => {
  const { store, follow, state, mine } = play(bitcoin);
  await mine([pays('t', 'BTC', ['of-a', someBtc], ['stranger', 5n], ['of-b', someBtc])]);
  assert.equal(state('t'), 'seen');
  assert.equal(confirmationsOf([...store.deposits.values()][0]!, 2), 2);
  await mine([]);
  assert.equal(state('t'), 'seen');
  assert.equal((await mine([])).credited, 2);
  assert.deepEqual([state('t'), state('t', 1), state('t', 2)], ['credited', undefined, 'credited']);
  for (let round = 0; round < 3; round++) assert.equal((await follow()).credited, 0);
  assert.deepEqual([...store.booked.values()].map(({ accountId, units }) => [accountId, units]), [['a', someBtc], ['b', someBtc]]); // oxfmt-ignore
});

test('replaced before it was credited, it is orphaned, and credited once when another block has it', async () => {
  const { chain, state, mine } = play(bitcoin);
  await mine([pays('t', 'BTC', ['of-a', someBtc])], []);
  const back = chain.remove(2);
  await mine([], [], []);
  assert.equal(state('t'), 'orphaned');
  await mine(back, [], []);
  assert.equal(state('t'), 'credited');
});

test('replaced after it was credited, it is frozen, and released when the same transaction is deep again', async () => {
  const { chain, store, state, mine } = play(bitcoin);
  await mine([pays('t', 'BTC', ['of-a', someBtc])], [], []);
  const back = chain.remove(3);
  await mine([], [], [], []);
  assert.equal(state('t'), 'frozen');
  assert.equal([...store.booked.values()][0]?.isOnHold, true);
  await mine(back, []);
  assert.equal(state('t'), 'frozen');
  await mine([]);
  assert.equal(state('t'), 'credited');
  assert.deepEqual([...store.booked.values()], [{ accountId: 'a', units: someBtc, isOnHold: false }]);
});

test('a frozen deposit that comes back with another amount or payee stays frozen, with an alarm', async () => {
  for (const other of [pays('t', 'BTC', ['of-a', someBtc + 1n]), pays('t', 'BTC', ['of-b', someBtc])]) {
    const { chain, store, state, mine } = play(bitcoin);
    await mine([pays('t', 'BTC', ['of-a', someBtc])], [], []);
    chain.remove(3);
    await mine([other], [], [], []);
    assert.equal(state('t'), 'frozen');
    assert.deepEqual([...store.alarms], ['bitcoin:t:0:BTC returned-otherwise']);
  }
});

test('dust waits until it is enough for its account, and transfers of nothing leave no trace', async () => {
  const { store, state, mine } = play(bitcoin);
  await mine([pays('t', 'BTC', ['of-a', 6_000n], ['of-b', 6_000n], ['of-a', 0n])], [], []);
  assert.deepEqual([state('t'), state('t', 1), state('t', 2)], ['dust', 'dust', undefined]);
  await mine([pays('u', 'BTC', ['of-a', 4_000n])], []);
  assert.equal(state('t'), 'dust');
  await mine([]);
  assert.deepEqual([state('t'), state('t', 1), state('u')], ['credited', 'dust', 'credited']);
  assert.equal(
    [...store.booked.values()].reduce((sum, { units }) => sum + units, 0n),
    10_000n,
  );
});

test('payments that cost their sender almost nothing leave no trace: small ones to nobody, and hundredths of the minimum', async () => {
  const { store, state, mine } = play(bitcoin);
  const many = Array.from({ length: 50 }, (_, i): [string, bigint] =>
    i % 2 === 0 ? ['of-a', 99n] : ['platform', 9_999n],
  );
  await mine([pays('t', 'BTC', ...many)], [pays('u', 'BTC', ['of-a', 100n], ['platform', 10_000n])], [], []);
  assert.deepEqual([state('u'), state('u', 1)], ['dust', 'unmatched']);
  assert.equal(store.deposits.size, 2);
});

test('a deposit that is stored already comes back with its block, however small it is', async () => {
  const { chain, store, state, mine } = play(bitcoin);
  await mine([pays('t', 'BTC', ['of-a', 6_000n])]);
  const [[key, deposit]] = [...store.deposits] as [[string, Deposit]];
  store.deposits.set(key, { ...deposit, units: 5n as Deposit['units'] });
  chain.remove(1);
  await mine([], [pays('t', 'BTC', ['of-a', 5n])]);
  assert.equal(state('t'), 'dust');
});

test('a hundred thousand small deposits are judged in one pass', () => {
  const block = { height: 1, hash: 'b' };
  const small = (i: number): Deposit => ({
    network: 'bitcoin',
    txid: `t${i}`,
    ordinal: 0,
    asset: 'BTC',
    address: 'x',
    accountId: `a${i % 1_000}`,
    units: 99n as Deposit['units'],
    state: 'dust',
    block,
    isCleared: false,
  });
  const deposits = Array.from({ length: 100_000 }, (_, i) => small(i));
  const heights = { tip: 10, final: undefined, readAgain: 10 };
  let summed = 0;
  for (const deposit of deposits) {
    const { units } = deposit;
    Object.defineProperty(deposit, 'units', { get: () => (summed++, units) });
  }
  assert.deepEqual(settleDeposits(bitcoin, deposits, { heights, mustHold: () => false }), []);
  assert.ok(summed <= 2 * deposits.length, `${summed}`);
});

test("without an account's tag it is unmatched until an operator finds whose it is, in whatever block it stands then", async () => {
  const { chain, store, state, mine, change } = play(bitcoin);
  await mine([pays('t', 'BTC', ['platform', someBtc])], [], [], []);
  assert.equal(state('t'), 'unmatched');
  change('t', (deposit) => assignDeposit(deposit, 'a'));
  const back = chain.remove(4);
  await mine([], back, [], [], []);
  assert.equal(state('t'), 'credited');
  assert.equal([...store.booked.values()][0]?.accountId, 'a');
});

test('what must be looked at is held until it is let pass; what no book can hold is never credited', async () => {
  const { store, state, mine, change } = play(bitcoin);
  store.ruling = () => 'hold';
  await mine([pays('t', 'BTC', ['of-a', someBtc]), pays('u', 'BTC', ['of-a', 10n ** 40n])], [], [], [], [], []);
  assert.deepEqual([state('t'), state('u')], ['held', 'held']);
  change('t', clearDeposit);
  change('u', clearDeposit);
  await mine([]);
  assert.deepEqual([state('t'), state('u')], ['credited', 'held']);
  assert.throws(() => clearDeposit([...store.deposits.values()][0]!), /credited can't be let pass/);
  assert.throws(() => assignDeposit([...store.deposits.values()][0]!, 'b'), /can't be assigned/);
});

test('large sums wait for more blocks, in one payment or in many of one block', async () => {
  for (const parts of [[['of-a', 100_000_000n]], [['of-a', 50_000_000n], ['of-b', 50_000_000n]]] as [string, bigint][][]) {
    const { state, mine } = play(bitcoin);
    await mine([pays('t', 'BTC', ...parts)], [], [], [], []);
    assert.equal(state('t'), 'seen');
    await mine([]);
    assert.equal(state('t'), 'credited');
  }
}); // oxfmt-ignore

test('where the network says what is final, nothing else is credited, and only of the chain that was followed', async () => {
  const { chain, store, state, mine } = play(ethereum, { finalBelowTip: 2 });
  await mine([pays('t', 'ETH', ['of-a', 10n ** 18n])], []);
  assert.equal(state('t'), 'seen');
  // The final block of a node that is already on another chain.
  chain.final = async () => ({ height: 1, hash: 'another' });
  await mine([]);
  assert.equal(state('t'), 'seen');
  chain.final = async () => ({ height: 1, hash: (await chain.hashAt(1))! });
  await mine([]);
  assert.equal(state('t'), 'credited');
  assert.equal(store.booked.size, 1);
});

test('many blocks are taken in rounds, and nothing is credited before the newest was looked at', async () => {
  const { chain, store, state, follow } = play(bitcoin);
  chain.mine(pays('t', 'BTC', ['of-a', someBtc]));
  for (let count = 0; count < 10_000; count++) chain.mine();
  const first = await follow();
  assert.deepEqual(first, { taken: 500, dropped: 0, credited: 0, isBehind: true });
  assert.equal(state('t'), 'seen');
  let rounds = 1;
  while (rounds < 30 && (await follow()).isBehind) rounds++;
  assert.equal(rounds, 20);
  assert.equal(state('t'), 'credited');
  assert.equal(store.booked.size, 1);
});

test('a chain that was replaced further back than is remembered stops its network', async () => {
  const { chain, state, mine, follow } = play(bitcoin, { keeps: 5 });
  await mine([pays('t', 'BTC', ['of-a', someBtc])], [], [], [], [], [], []);
  chain.remove(7);
  for (let count = 0; count < 9; count++) chain.mine();
  await assert.rejects(follow(), ChainReplacedError);
  await assert.rejects(follow(), ChainReplacedError);
  assert.equal(state('t'), 'credited');
});

test('a transaction that a source tells in a second block is credited once, as it stands in the first', async () => {
  const { store, state, mine } = play(bitcoin);
  const payment = pays('t', 'BTC', ['of-a', someBtc]);
  await mine([payment], [], [payment], [], [payment], [], [], []);
  assert.equal(state('t'), 'credited');
  assert.equal(store.deposits.get('bitcoin:t:0:BTC')?.block?.height, 1);
});

test('a chain that changes between two questions is looked at again, and nothing of a block that does not follow is kept', async () => {
  const { chain, store, state, follow } = play(bitcoin);
  await follow();
  chain.mine(pays('t', 'BTC', ['of-a', someBtc]));
  const [real, other] = [chain.block.bind(chain), pays('u', 'BTC', ['of-a', someBtc])];
  let asked = 0;
  chain.block = async (height) => {
    if (++asked > 1) return real(height);
    return { height, hash: 'elsewhere', parent: 'another', credits: other.credits };
  };
  await follow();
  assert.deepEqual([asked, state('t'), state('u')], [2, 'seen', undefined]);
  assert.equal(store.deposits.size, 1);
});

test('a block that holds a payment twice, and a coin that the network does not have, are faults of the source', async () => {
  const twice = { txid: 't', credits: [...pays('t', 'BTC', ['of-a', 9n]).credits, ...pays('t', 'BTC', ['of-a', 9n]).credits] }; // oxfmt-ignore
  await assert.rejects(play(bitcoin).mine([twice]), /holds bitcoin:t:0:BTC twice/);
  await assert.rejects(play(bitcoin).mine([pays('t', 'USDT', ['of-a', 9n])]), /bitcoin has no USDT/);
});

test('of two workers that settle at once one wins, and nothing is credited twice', async () => {
  const { chain, store, follow, state, mine } = play(bitcoin);
  await mine([pays('t', 'BTC', ['of-a', someBtc])], []);
  chain.mine();
  // Both have taken the newest block before either settles.
  const pending = store.pending.bind(store);
  let [asked, go] = [0, () => {}];
  const both = new Promise<void>((resolve) => (go = resolve));
  store.pending = async () => {
    const found = await pending();
    if (++asked === 2) go();
    await both;
    return found;
  };
  await followChain(bitcoin, { source: chain, store, startHeight: 0, blocksMax: 1 });
  const rounds = await Promise.allSettled([follow(), follow()]);
  assert.deepEqual(rounds.map((round) => (round.status === 'rejected' ? `${round.reason}` : round.value.credited)), [1, 'Error: somebody else was here']); // oxfmt-ignore
  assert.equal(store.booked.size, 1);
  assert.equal(state('t'), 'credited');
});

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('mine' as const), count: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('follow' as const), count: fc.constantFrom(1, 3, 500) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace' as const), count: fc.integer({ min: 1, max: 7 }), lost: fc.nat(7) }) }, // oxfmt-ignore
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), count: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('two workers' as const), count: fc.nat(0) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

async function playOut(network: Network, chain: PlayedChain, steps: readonly Step[], waiting: PlayedTransaction[], deepest: number) {
  const store = new PlayedStore(network);
  store.ruling = (deposit) => (mustHold(deposit) ? 'hold' : 'credit');
  const follow = (blocksMax?: number) => followChain(network, { source: chain, store, startHeight: 0, ...(blocksMax ? { blocksMax } : {}) }); // oxfmt-ignore
  chain.mine();
  for (const made of steps) {
    if (made.kind === 'mine') chain.mine(...waiting.splice(0, made.count));
    else if (made.kind === 'follow') await follow(made.count);
    else if (made.kind === 'two workers') {
      const rounds = await Promise.allSettled([follow(), follow()]);
      for (const round of rounds) if (round.status === 'rejected') assert.match(`${round.reason}`, /somebody else was here/);
      assert.ok(rounds.some(({ status }) => status === 'fulfilled'));
    }
    else if (made.kind === 'replace') {
      const depth = Math.min(made.count, deepest, chain.length - 1);
      const back = chain.remove(depth);
      // Some never come back: their coins were spent elsewhere.
      waiting.push(...back.filter((_, place) => place !== made.lost));
      for (let count = 0; count <= depth; count++) chain.mine(...waiting.splice(0, count % 2));
    } else {
      store.commitsUntilCrash = made.count;
      await follow().catch((error: Error) => assert.equal(error.message, 'killed'));
      store.commitsUntilCrash = Infinity;
    }
  }
  chain.mine(...waiting.splice(0));
  for (let count = 0; count < 40; count++) chain.mine();
  for (let rounds = 0; (await follow()).isBehind; rounds++) assert.ok(rounds < 10);
  return store;
} // oxfmt-ignore

for (const [network, finalBelowTip, deepest] of [[bitcoin, undefined, 7], [ethereum, 3, 3], [networks.tron, 19, 7]] as const) {
  test(`on any chain of ${network.title}, with blocks replaced, kills and two workers, each deposit is credited once and the sum ties`, async () => {
    const transactions = fc.array(transactionParts(network), { minLength: 1, maxLength: 25 });
    let frozen = 0;
    await fc.assert(
      fc.asyncProperty(transactions, fc.array(step, { minLength: 5, maxLength: 40 }), async (made, steps) => {
        const chain = new PlayedChain(finalBelowTip);
        const store = await playOut(network, chain, steps, made.map((parts, place) => transactionOf(`t${place}`, parts)), deepest);
        checkOutcome(network, chain, store);
        frozen += [...store.deposits.values()].filter(({ state }) => state === 'frozen').length;
        if (finalBelowTip !== undefined) assert.equal(frozen, 0, 'what is final is never taken back');
      }),
      { numRuns: runs(finalBelowTip === undefined ? 2_000 : 800) },
    );
    if (finalBelowTip === undefined) assert.ok(frozen > 0, 'deposits were taken back after they had been credited');
  });
} // oxfmt-ignore

test('what a second node has not confirmed yet waits as it is, and small deposits of an account wait together', async () => {
  const { store, follow, state, mine } = play(ethereum, { finalBelowTip: 1 });
  const usdt = (units: bigint): [string, bigint] => ['of-a', units];
  store.ruling = ({ txid }) => (/^[tv]$/.test(txid) ? 'wait' : 'credit');
  await mine([pays('t', 'USDT', usdt(5_000_000n)), pays('u', 'USDT', usdt(6_000_000n))], [pays('v', 'USDT', usdt(600_000n)), pays('w', 'USDT', usdt(600_000n))], []); // oxfmt-ignore
  await mine([], []);
  assert.deepEqual(
    ['t', 'u', 'v', 'w'].map((txid) => state(txid)),
    ['seen', 'credited', 'dust', 'dust'],
  );
  store.ruling = () => 'credit';
  await follow();
  assert.deepEqual(
    ['t', 'u', 'v', 'w'].map((txid) => state(txid)),
    ['credited', 'credited', 'credited', 'credited'],
  );
  assert.equal(store.booked.size, 4);
});
