// Nodes that answer too early, partly, late or in turns: no deposit is lost, nothing false is credited, and the number of calls is limited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { networks } from '../networks/networks.ts';
import { runs } from '../../../server/test/support/seed.ts';
import { clearDeposit } from './deposit-rule.ts';
import { ChainReplacedError, followToTip } from './follow-chain.ts';
import { pays, PlayedChain, PlayedStore, type Reading } from './played-chain.test-support.ts';
import { checkOutcome, mustHold, play, transactionOf, transactionParts } from './played-deposits.test-support.ts';

const { ethereum } = networks;
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
  for (const [reading, waits] of [
    ['late', 'node-behind'],
    ['other-height', 'node-behind'],
    ['unproven', 'node-incomplete'],
  ] as const) {
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
  }
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
  await mine([pays('t', 'USDT', ['of-a', 5_000_000n], ['of-b', 6_000_000n], ['platform', 7_000_000n])], []);
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
  await mine([pays('t', 'USDT', ['platform', 7_000_000n]), pays('u', 'USDT', ['of-a', 5_000_000n])], []);
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
  assert.deepEqual(
    [...store.booked.values()].map(({ isOnHold }) => isOnHold),
    [false, false],
  );
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
        // The test assumes that answers about a final block are correct.
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
