import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionTiming, usdtDecimals } from '@candor/wire';
import type { ArchivedTick, OptionReceipt } from '@candor/wire';
import { termsOfVersion1, termsOfVersion2 } from './check-terms.ts';
import { decideOption } from './decide-option.ts';
import type { OptionDecision } from './decide-option.ts';

const receivedMs = 1_760_000_000_000;
const order = { side: 'up', stake: '10', received_ms: receivedMs } as OptionReceipt['order'];
const terms = { ...termsOfVersion2, duration_ms: 30_000, payout_rate: '0.85' } as OptionReceipt['terms'];
const oldTerms = { ...termsOfVersion1, duration_ms: 30_000, payout_rate: '0.85' } as OptionReceipt['terms'];

/** Ticks at milliseconds after receipt. */
const ticksAt = (...at: [afterMs: number, price: string][]): ArchivedTick[] =>
  at.map(([afterMs, price], place) => [place + 8, price, receivedMs + afterMs, receivedMs + afterMs, 'htx']);
const decide = (side: 'up' | 'down', ...at: [number, string][]): OptionDecision =>
  decideOption({ order: { ...order, side }, terms, ticks: ticksAt(...at) });

test('the terms of version 2 are those that orders are placed under', () => {
  assert.deepEqual(termsOfVersion2, {
    entry_delay_ms: optionTiming.entryDelayMs,
    entry_window_ms: optionTiming.entryWindowMs,
    exit_age_max_ms: optionTiming.exitAgeMaxMs,
    exit_wait_ms: optionTiming.exitWaitMs,
    payout_decimals: usdtDecimals,
  });
});

test('the entry is the first tick from 250 ms on, to the millisecond', () => {
  assert.equal(decide('up', [249, '1'], [250, '2'], [251, '3']).entry?.[1], '2');
  assert.equal(decide('up', [249, '1'], [251, '3']).entry?.[1], '3');
});

test('an entry at 5000 ms counts, one at 5001 ms voids', () => {
  assert.equal(decide('up', [5_000, '2']).entry?.[1], '2');
  const late = decide('up', [5_001, '2'], [30_000, '3']);
  assert.deepEqual([late.result, late.voidReason, late.paid, late.isReached], ['void', 'no-entry-tick', '10', true]);
});

test('the exit is the last tick up to expiry, to the millisecond', () => {
  const decision = decide('up', [1_000, '2'], [30_999, '3'], [31_000, '4'], [31_000, '5'], [31_001, '1']);
  assert.deepEqual([decision.exit?.[1], decision.result, decision.paid], ['5', 'win', '18.5']);
  assert.equal(decide('up', [1_000, '2'], [30_999, '3'], [31_001, '1']).exit?.[1], '3');
});

const found = ({ exit, exitRule, result, voidReason, paid, decidedMs, isReached }: OptionDecision): unknown[] =>
  [exit?.[1], exitRule, voidReason ?? result, paid, decidedMs - receivedMs, isReached]; // oxfmt-ignore

test('an exit tick of 3000 ms counts; where the last is older, the first after expiry does', () => {
  const fresh = decide('down', [1_000, '2'], [28_000, '1'], [32_000, '9']);
  assert.deepEqual(found(fresh), ['1', 'last-up-to-expiry', 'win', '18.5', 31_000, true]);
  const old = decide('down', [1_000, '2'], [27_999, '1'], [31_001, '9'], [31_002, '1']);
  assert.deepEqual(found(old), ['9', 'first-after-expiry', 'lose', '0', 31_001, true]);
});

test('the first tick after expiry counts for 10000 ms, and not a millisecond longer', () => {
  const late = decide('up', [1_000, '2'], [41_000, '9'], [41_000, '1']);
  assert.deepEqual(found(late), ['9', 'first-after-expiry', 'win', '18.5', 41_000, true]);
  const tooLate = decide('up', [1_000, '2'], [41_001, '9']);
  assert.deepEqual(found(tooLate), [undefined, null, 'no-exit-tick', '10', 41_000, true]);
  assert.deepEqual(found(decide('up', [1_000, '2'])), [undefined, null, 'no-exit-tick', '10', 41_000, false]);
});

test('an order of terms of version 1 is void where its last tick is older than 3000 ms', () => {
  const decideOld = (...at: [number, string][]) => decideOption({ order, terms: oldTerms, ticks: ticksAt(...at) });
  assert.deepEqual(found(decideOld([1_000, '2'], [28_000, '3'], [31_001, '1'])), ['3', 'last-up-to-expiry', 'win', '18.5', 31_000, true]); // oxfmt-ignore
  const old = decideOld([1_000, '2'], [27_999, '1'], [31_001, '9']);
  assert.deepEqual(found(old), [undefined, null, 'no-exit-tick', '10', 31_000, true]);
});

test('prices are compared to the last digit', () => {
  const entry: [number, string] = [300, '64120.500000000000000001'];
  for (const [price, up, down] of [
    ['64120.500000000000000002', 'win', 'lose'],
    ['64120.500000000000000001', 'tie', 'tie'],
    ['64120.5', 'lose', 'win'],
    ['100000', 'win', 'lose'],
    ['9', 'lose', 'win'],
  ] as const) {
    assert.deepEqual(
      [decide('up', entry, [30_000, price]).result, decide('down', entry, [30_000, price]).result],
      [up, down],
    );
  }
});

test('profit is rounded down to four decimals, once', () => {
  const ticks = ticksAt([300, '1'], [30_000, '2']);
  const odd = { ...order, stake: '10.0001' };
  assert.equal(decideOption({ order: odd, terms: { ...terms, payout_rate: '0.8765' }, ticks }).paid, '18.7651');
});

test('it knows whether the ticks reach past the moment that decides', () => {
  assert.equal(decide('up', [300, '1'], [30_300, '2']).isReached, false);
  assert.equal(decide('up', [300, '1'], [30_301, '2']).isReached, true);
  assert.equal(decide('up').isReached, false);
});
