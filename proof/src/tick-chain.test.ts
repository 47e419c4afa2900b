import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { ArchivedTick, TickRun } from '@candor/wire';
import fc from 'fast-check';
import { historyArbitrary, runOf } from '../test/honest-receipt.ts';
import { genesisHash, hashTick, verifyTickRun } from './tick-chain.ts';

const coin = 'BTC';
const tick: ArchivedTick = [1, '64120.5', 1_760_000_000_000, 1_760_000_000_040, 'htx'];
const names = (run: TickRun): string[] => verifyTickRun(run).map((finding) => finding.name);

test('hashes are plain SHA-256 over the text that the documentation names', () => {
  const genesis = createHash('sha256').update('candor ticks BTC').digest();
  assert.equal(genesisHash(coin), genesis.toString('hex'));
  const next = createHash('sha256')
    .update(genesis)
    .update('BTC|1|64120.5|1760000000000|1760000000040|htx')
    .digest('hex');
  assert.equal(hashTick(genesisHash(coin), coin, tick), next);
});

test('every part of a run that is cut anywhere verifies', () => {
  fc.assert(
    fc.property(historyArbitrary, fc.nat(160), fc.nat(160), ({ ticks }, after, length) => {
      const run = runOf(ticks, Math.min(after, ticks.length), after + length);
      assert.deepEqual(verifyTickRun(run), []);
    }),
    { numRuns: 100 },
  );
});

test('a changed, dropped, added or moved tick is found', () => {
  fc.assert(
    fc.property(historyArbitrary, fc.nat(), fc.nat(4), ({ ticks }, place, kind) => {
      const run = runOf(ticks, 2, ticks.length);
      const at = place % (run.ticks.length - 1);
      const changed = run.ticks.map((each): ArchivedTick => [...each]);
      if (kind === 0) changed[at]![1] = '1.5';
      else if (kind === 1) changed.splice(at, 1);
      else if (kind === 2) changed.splice(at, 0, changed[at]!);
      else if (kind === 3) changed.splice(at, 2, changed[at + 1]!, changed[at]!);
      else changed[at]![2] += 1;
      assert.equal(verifyTickRun({ ...run, ticks: changed }).length, 1);
    }),
    { numRuns: 200 },
  );
});

test('a run without ticks ends where it starts', () => {
  const hash = genesisHash(coin);
  assert.deepEqual(names({ coin, start_hash: hash, ticks: [], end_hash: hash }), []);
  assert.deepEqual(names({ coin, start_hash: hash, ticks: [], end_hash: genesisHash('ETH') }), ['tick-hash']);
});

test('the first tick of all starts from the genesis hash', () => {
  const start = genesisHash('ETH');
  assert.deepEqual(names({ coin, start_hash: start, ticks: [tick], end_hash: hashTick(start, coin, tick) }), [
    'tick-hash',
  ]);
});

test('time may stand still but not go back, even if the hashes fit', () => {
  const start = genesisHash(coin);
  const first = hashTick(start, coin, tick);
  for (const [shiftMs, expected] of [
    [0, []],
    [-1, ['tick-time']],
  ] as const) {
    const second: ArchivedTick = [2, '64121', tick[2], tick[3] + shiftMs, 'htx'];
    const run = { coin, start_hash: start, ticks: [tick, second], end_hash: hashTick(first, coin, second) };
    assert.deepEqual(names(run), expected);
  }
});

test('a gap in the sequence is found even if the hashes fit', () => {
  const start = genesisHash(coin);
  for (const sequence of [1, 3]) {
    const second: ArchivedTick = [sequence, '64121', tick[2], tick[3], 'htx'];
    const end = hashTick(hashTick(start, coin, tick), coin, second);
    assert.deepEqual(names({ coin, start_hash: start, ticks: [tick, second], end_hash: end }), ['tick-sequence']);
  }
});

test('prices have one form only', () => {
  const start = genesisHash(coin);
  for (const price of ['0', '1.50', '01', '1e3', '-1', '', '1.', '.5', ' 1', '1|2']) {
    const odd: ArchivedTick = [1, price, tick[2], tick[3], 'htx'];
    assert.deepEqual(names({ coin, start_hash: start, ticks: [odd], end_hash: hashTick(start, coin, odd) }), [
      'tick-form',
    ]);
  }
});
