import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coinOn, networks, type Network, type NetworkCoin } from '../networks/networks.ts';
import { wadToUnits } from '../networks/amounts.ts';
import { wad } from '@candor/wire';
import { runs } from '../../../server/test/support/seed.ts';
import { depositKey, type Deposit } from './deposit.ts';
import { assignDeposit, clearDeposit, confirmationsOf } from './deposit-rule.ts';
import { ChainReplacedError, followChain, followToTip } from './follow-chain.ts';
import {
  payeeOf,
  pays,
  PlayedChain,
  PlayedStore,
  type PlayedTransaction,
  type Reading,
} from './played-chain.test-support.ts';

const { bitcoin, ethereum } = networks;
const someBtc = 1_000_000n;

function play(network: Network, { finalBelowTip, keeps }: { finalBelowTip?: number; keeps?: number } = {}) {
  const chain = new PlayedChain(finalBelowTip);
  const store = new PlayedStore(network, keeps);
  chain.mine();
  const follow = () => followChain(network, { source: chain, store, startHeight: 0 });
  const state = (txid: string, ordinal = 0) => [...store.deposits.values()].find((each) => each.txid === txid && each.ordinal === ordinal)?.state; // oxfmt-ignore
  const mine = async (...blocks: PlayedTransaction[][]) => {
    for (const block of blocks) chain.mine(...block);
    return follow();
  };
  const change = (txid: string, made: (deposit: Deposit) => Deposit): void => {
    const [key, deposit] = [...store.deposits].find(([, each]) => each.txid === txid)!;
    store.deposits.set(key, made(deposit));
  };
  return { chain, store, follow, state, mine, change };
}

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

/** Few accounts and amounts around what matters, so that they meet. */
const addresses = ['of-a', 'of-b', 'platform', 'stranger'];
const transactionParts = (network: Network) =>
  fc.array(
    fc.tuple(fc.constantFrom(...network.coins), fc.constantFrom(...addresses), fc.constantFrom(0n, 1n, 40n, 99n, 100n, 101n, 5_000n, 2_000_000n)),
    { minLength: 1, maxLength: 3 },
  ); // oxfmt-ignore
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('mine' as const), count: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('follow' as const), count: fc.constantFrom(1, 3, 500) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace' as const), count: fc.integer({ min: 1, max: 7 }), lost: fc.nat(7) }) }, // oxfmt-ignore
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), count: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('two workers' as const), count: fc.nat(0) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

/** With amounts in hundredths of the least deposit. */
function transactionOf(txid: string, parts: readonly (readonly [NetworkCoin, string, bigint])[]): PlayedTransaction {
  const credits = parts.map(([coin, address, hundredths], ordinal) => {
    const least = wadToUnits(wad(coin.depositMin), coin.decimals).units;
    return { ...pays(txid, coin.asset, [address, (least * hundredths) / 100n]).credits[0]!, ordinal };
  });
  return { txid, credits };
} // oxfmt-ignore

/** A person has to look at these first. */
const mustHold = ({ txid }: Deposit): boolean => /[37]$/.test(txid);

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

const sum = (units: readonly bigint[]): bigint => units.reduce((total, each) => total + each, 0n);

/** Of the chain as it ended: what is on it is credited once or waits for a reason; what is not on it is never at anyone's disposal. */
function checkOutcome(network: Network, chain: PlayedChain, store: PlayedStore): void {
  const onChain = chain.credits().filter((credit) => payeeOf(credit) && credit.units > 0n);
  const keys = new Set(onChain.map((credit) => depositKey(network.name, credit)));
  assert.equal(keys.size, onChain.length);
  for (const credit of onChain) {
    const deposit = store.deposits.get(depositKey(network.name, credit));
    assert.ok(deposit, 'nothing is lost');
    const { depositMin, decimals } = coinOn(network, credit.asset)!;
    const isSmall = credit.units < wadToUnits(wad(depositMin), decimals).units;
    const booked = store.booked.get(depositKey(network.name, credit));
    assert.deepEqual(booked !== undefined, deposit.state === 'credited');
    if (!payeeOf(credit)!.accountId) assert.equal(deposit.state, 'unmatched');
    else if (!isSmall || deposit.state !== 'dust') assert.equal(deposit.state, mustHold(deposit) ? 'held' : 'credited'); // oxfmt-ignore
    if (booked) assert.deepEqual(booked, { accountId: payeeOf(credit)!.accountId, units: credit.units, isOnHold: false }); // oxfmt-ignore
  }
  for (const dust of store.deposits.values()) {
    const { depositMin, decimals } = coinOn(network, dust.asset)!;
    const ofAccount = [...store.deposits.values()].filter(({ state, accountId, asset }) => state === 'dust' && accountId === dust.accountId && asset === dust.asset); // oxfmt-ignore
    assert.ok(
      sum(ofAccount.map(({ units }) => units)) < wadToUnits(wad(depositMin), decimals).units,
      'enough together',
    );
  }
  for (const [key, { state, block }] of store.deposits) {
    assert.equal(block !== undefined, keys.has(key), key);
    if (!keys.has(key)) assert.equal(state, store.booked.has(key) ? 'frozen' : 'orphaned');
    if (!keys.has(key)) assert.notEqual(store.booked.get(key)?.isOnHold, false);
  }
  // What is there is what customers have and what waits, to the last unit; what is on hold is not there.
  const given = sum([...store.booked.values()].filter(({ isOnHold }) => !isOnHold).map(({ units }) => units));
  const waits = sum([...store.deposits.values()].filter(({ state }) => /^(?:dust|unmatched|held)$/.test(state)).map(({ units }) => units)); // oxfmt-ignore
  assert.equal(sum(onChain.map(({ units }) => units)), given + waits);
}

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

const never = new AbortController().signal;

test('a node without a block that was known is behind: nothing is dropped, and it goes on once it has caught up', async () => {
  const { chain, store, follow, state, mine } = play(ethereum, { finalBelowTip: 2 });
  await mine([pays('t', 'ETH', ['of-a', 10n ** 18n])], [], [], [pays('u', 'ETH', ['of-a', 10n ** 18n])]);
  assert.deepEqual([state('t'), state('u')], ['credited', 'seen']);
  for (const lag of [1, 2, 3, 4, 99]) {
    chain.lag = () => lag;
    assert.deepEqual(await follow(), { taken: 0, dropped: 0, credited: 0, isBehind: true, waits: 'node-behind' });
    assert.deepEqual([state('t'), state('u')], ['credited', 'seen']);
  }
  chain.lag = () => 0;
  assert.equal((await mine([], [])).credited, 1);
  assert.equal(store.booked.size, 2);
});

test('a block that is announced and not there, or not whole, ends the round after a few questions', async () => {
  for (const [reading, waits] of [['late', 'node-behind'], ['other-height', 'node-behind'], ['unproven', 'node-incomplete']] as const) {
    const { chain, store, state, mine } = play(ethereum, { finalBelowTip: 1 });
    await mine([]);
    chain.mine(pays('t', 'ETH', ['of-a', 10n ** 18n]));
    chain.reads.set(2, reading);
    chain.asked = 0;
    const round = await followToTip(ethereum, { source: chain, store, startHeight: 0 }, never);
    assert.deepEqual([round.waits, round.taken, state('t')], [waits, 0, undefined]);
    assert.ok(chain.asked <= 10, `${chain.asked} questions`);
    chain.reads.clear();
    await mine([]);
    assert.equal(state('t'), 'credited');
  } // oxfmt-ignore
});

test('what the first reading of a block missed is seen when it becomes final, and credited then', async () => {
  for (const [reading, found] of [
    ['without-logs', 0],
    ['first-only', 1],
    ['reordered', 2],
  ] as [Reading, number][]) {
    const { chain, store, state, mine } = play(ethereum, { finalBelowTip: 2 });
    chain.reads.set(1, reading);
    await mine([pays('t', 'USDT', ['of-a', 5_000_000n], ['of-b', 6_000_000n])], []);
    assert.equal(store.deposits.size, found);
    chain.reads.clear();
    await mine([]);
    assert.deepEqual([state('t'), state('t', 1), store.booked.size], ['credited', 'credited', 2], reading);
    assert.equal(store.alarms.size, 0);
  }
});

test('what only the first reading of a block had is held with an alarm, and never credited by itself', async () => {
  const { chain, store, follow, state, mine, change } = play(ethereum, { finalBelowTip: 2 });
  await mine([pays('t', 'USDT', ['of-a', 5_000_000n], ['of-b', 6_000_000n], ['platform', 1n])], []);
  chain.reads.set(1, 'withdrawn');
  await mine([]);
  assert.deepEqual([state('t'), state('t', 1), state('t', 2)], ['held', 'credited', 'unmatched']);
  assert.deepEqual([...store.alarms], ['ethereum:t:0:USDT gone']);
  chain.reads.clear();
  await mine([], []);
  await follow();
  assert.deepEqual([state('t'), store.booked.size], ['held', 1]);
  change('t', clearDeposit);
  await mine([]);
  assert.deepEqual([state('t'), store.booked.size], ['credited', 2]);
});

test('what is gone without an account, or was credited before blocks were read twice, leaves its block and is set aside', async () => {
  const { chain, store, state, mine, change } = play(ethereum, { finalBelowTip: 2 });
  await mine([pays('t', 'USDT', ['platform', 5n]), pays('u', 'USDT', ['of-a', 5_000_000n])], []);
  change('u', (deposit) => ({ ...deposit, state: 'credited' }));
  store.booked.set('ethereum:u:0:USDT', { accountId: 'a', units: 5_000_000n, isOnHold: false });
  chain.reads.set(1, 'without-logs');
  await mine([], [], []);
  assert.deepEqual([state('t'), state('u')], ['orphaned', 'frozen']);
  assert.equal(store.booked.get('ethereum:u:0:USDT')?.isOnHold, true);
  assert.equal(store.alarms.size, 2);
});

test('nothing of a block is credited before it was read a second time, while later ones wait', async () => {
  const { chain, store, follow, state, mine } = play(ethereum, { finalBelowTip: 1 });
  await mine([pays('t', 'ETH', ['of-a', 10n ** 18n])], [pays('u', 'ETH', ['of-a', 10n ** 18n])]);
  assert.equal(state('t'), 'credited');
  for (const [reading, waits] of [
    ['late', 'node-behind'],
    ['unproven', 'node-incomplete'],
  ] as const) {
    chain.reads.set(2, reading);
    assert.deepEqual([(await mine([])).waits, state('u')], [waits, 'seen']);
  }
  chain.reads.clear();
  assert.equal((await follow()).credited, 1);
  assert.equal(store.booked.size, 2);
});

test('a final block is never dropped by itself; from the block that two operators name the chain is followed again', async () => {
  const { chain, store, follow, state, mine } = play(ethereum, { finalBelowTip: 2 });
  await mine([pays('t', 'ETH', ['of-a', 10n ** 18n])], [pays('u', 'ETH', ['of-a', 10n ** 18n])], [], [], []);
  assert.deepEqual([state('t'), state('u')], ['credited', 'credited']);
  const [, ...back] = chain.remove(5);
  for (const block of [[], [...back], [], [], [], []]) chain.mine(...block);
  for (let round = 0; round < 3; round++) {
    await assert.rejects(follow(), (error) => error instanceof ChainReplacedError && error.reason === 'final-replaced');
  }
  assert.deepEqual([...store.booked.values()].map(({ isOnHold }) => isOnHold), [false, false]); // oxfmt-ignore
  store.again = 1;
  await follow();
  assert.deepEqual([state('t'), state('u'), store.again], ['frozen', 'credited', undefined]);
  assert.equal(store.booked.get('ethereum:t:0:ETH')?.isOnHold, true);
  store.again = 99;
  await mine([]);
  assert.deepEqual([state('u'), store.again], ['credited', undefined]);
});

test('with whatever nodes answer in turn, early, in part or late, each deposit is credited once and the sum ties', async () => {
  const early = fc.constantFrom<Reading>('late', 'unproven', 'without-logs', 'first-only', 'reordered', 'other-height');
  const block = fc.record({ parts: fc.option(transactionParts(ethereum)), reading: fc.option(early) });
  const lags = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 3, maxLength: 15 }), lags, async (blocks, lagging) => {
      const [chain, store] = [new PlayedChain(3), new PlayedStore(ethereum)];
      store.ruling = (deposit) => (mustHold(deposit) ? 'hold' : 'credit');
      const follow = () => followToTip(ethereum, { source: chain, store, startHeight: 0, blocksMax: 5 }, never);
      chain.mine();
      for (const [place, { parts, reading }] of blocks.entries()) {
        chain.mine(...(parts ? [transactionOf(`t${place}`, parts)] : []));
        if (reading) chain.reads.set(chain.length - 1, reading);
        // What a node says of a final block is right.
        chain.reads.delete(chain.length - 4);
        chain.lag = () => lagging[chain.asked % lagging.length]!;
        chain.asked = 0;
        const { dropped } = await follow();
        assert.equal(dropped, 0);
        assert.ok(chain.asked < 300, `${chain.asked} questions`);
      }
      chain.reads.clear();
      chain.lag = () => 0;
      for (let count = 0; count < 5; count++) chain.mine();
      for (let rounds = 0; (await follow()).isBehind; rounds++) assert.ok(rounds < 10);
      checkOutcome(ethereum, chain, store);
      assert.equal(store.alarms.size, 0);
    }),
    { numRuns: runs(500) },
  );
});
