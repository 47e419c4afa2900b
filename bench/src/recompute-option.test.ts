// Three people wrote down when an option wins: the proof that customers use, the harnesses, and the server, whose rule is asked here
// with the ticks that the archive would give it. They agree on any list of ticks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideOption } from '@candor/proof';
import { wad } from '@candor/wire';
import type { ArchivedTick } from '@candor/wire';
import fc from 'fast-check';
import { historyArbitrary, runOf, writeReceipt } from '../../proof/test/honest-receipt.ts';
import { canEnter, exitRuleOf, isEntryTick } from '../../server/src/options/rules.ts';
import { recomputeOption, units } from './recompute-option.ts';
import { runs } from '../../server/test/support/seed.ts';

const pointOf = ([sequence, price, , publishedAt]: ArchivedTick) => ({ sequence, price: wad(price), publishedAt });

test('harness, server and proof choose the same ticks and the same result', () => {
  let late = 0;
  fc.assert(
    fc.property(historyArbitrary, (history) => {
      const { order, terms } = writeReceipt(history);
      const exitWaitMs = history.version === 1 ? 0 : 10_000;
      const { ticks } = runOf(history.ticks, history.acceptedSequence, history.ticks.length);
      const decision = decideOption({ order, terms, ticks });
      const recomputed = recomputeOption(
        {
          side: order.side,
          stake: units(order.stake),
          payoutRate: units(terms.payout_rate),
          durationMs: terms.duration_ms,
          exitWaitMs,
          receivedMs: order.received_ms,
          acceptedSequence: order.accepted_sequence,
        },
        history.ticks,
      );
      assert.ok(decision.isReached && recomputed);
      assert.deepEqual(recomputed, {
        entrySequence: decision.entry?.[0] ?? null,
        expiresMs: decision.expiresMs ?? null,
        exitSequence: decision.exit?.[0] ?? null,
        result: decision.result,
        paid: units(decision.paid),
      });
      assert.deepEqual(byServerRules(history, exitWaitMs), [
        decision.entry?.[0],
        decision.exit?.[0],
        decision.exitRule,
      ]);
      if (decision.exitRule === 'first-after-expiry') late++;
    }),
    { numRuns: runs(1_000) },
  );
  assert.ok(late > 10, `only ${late} ended after a gap`);
});

interface Given {
  ticks: readonly ArchivedTick[];
  receivedMs: number;
  acceptedSequence: number;
  durationMs: number;
}

/** As the watch of orders asks: the first tick for the entry; the last up to expiry, then the first after it, for the exit. */
function byServerRules({ ticks, receivedMs, acceptedSequence, durationMs }: Given, exitWaitMs: number): unknown[] {
  const order = { receivedAt: receivedMs, acceptedSequence };
  const points = ticks.map(pointOf);
  const entry = points.find((point) => isEntryTick(order, point));
  if (!entry || !canEnter(order, entry)) return [undefined, undefined, null];
  const expiresAt = entry.publishedAt + durationMs;
  const last = points.findLast((point) => point.publishedAt <= expiresAt)!;
  const next = points.find((point) => point.publishedAt > expiresAt);
  for (const exit of [last, next]) {
    const rule = exit && exitRuleOf(exit, { expiresAt, exitWaitMs });
    if (rule) return [entry.sequence, exit.sequence, rule];
  }
  return [entry.sequence, undefined, null];
}

test('what its ticks do not reach is not decided', () => {
  const receivedMs = 1_000_000;
  const at = (sequence: number, afterMs: number): ArchivedTick => [sequence, '1', 0, receivedMs + afterMs, 'test'];
  const terms = {
    side: 'up',
    stake: 10n,
    payoutRate: units('0.85'),
    durationMs: 30_000,
    exitWaitMs: 10_000,
    receivedMs,
    acceptedSequence: 0,
  } as const;
  const entered = [at(1, 300), at(2, 5_000)];
  assert.equal(recomputeOption(terms, entered), undefined);
  assert.equal(recomputeOption(terms, [...entered, at(3, 40_301)])?.result, 'void');
  assert.equal(recomputeOption(terms, [...entered, at(3, 40_300)])?.exitSequence, 3);
});
