// Over random histories: what an honest platform writes always verifies, and what a dishonest one writes and signs never does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArchivedTick, UnsignedOptionReceipt } from '@candor/wire';
import fc from 'fast-check';
import { chain, decimalOf, historyArbitrary, runOf, secretKey, writeReceipt } from '../test/honest-receipt.ts';
import type { Choice, History } from '../test/honest-receipt.ts';
import { longRun } from '../../server/test/support/long-run.ts';
import type { Verification } from './checks.ts';
import { optionFormula } from './option-formula.ts';
import { publicKeyOf, signReceipt } from './sign-receipt.ts';
import { verifyOptionReceipt } from './option-receipt.ts';
import type { VerifyOptions } from './receipt-rules.ts';

const trustedKey = publicKeyOf(secretKey);
const verify = (receipt: UnsignedOptionReceipt, options: VerifyOptions = {}): Verification =>
  verifyOptionReceipt(signReceipt(receipt, secretKey), { trustedKey, ...options });
const failures = ({ checks }: Verification): string[] => checks.filter((each) => !each.ok).map((each) => each.name);
const archiveOf = (history: History) => runOf(history.ticks, history.acceptedSequence, history.ticks.length);

/** Of a property: some histories in the gate, and many more in the long run. */
function tried(name: string, property: (numRuns: number) => void, inGate = 20): void {
  test(name, () => property(inGate));
  test(`${name} (many more)`, longRun('hundreds of histories'), () => property(300));
}

tried('an honest receipt always verifies, alone and against the public archive', (numRuns) =>
  fc.assert(
    fc.property(historyArbitrary, (history) => {
      const receipt = signReceipt(writeReceipt(history), secretKey);
      assert.deepEqual(failures(verifyOptionReceipt(receipt, { trustedKey })), []);
      const verification = verifyOptionReceipt(receipt, { trustedKey, archive: archiveOf(history) });
      assert.deepEqual([verification.verdict, verification.unchecked], ['verified', []], JSON.stringify(verification));
    }),
    { numRuns },
  ),
);
/** Cases that show something; the rarest is one history of seven. */
const enough = (numRuns: number): number => Math.max(1, numRuns / 30);

const dishonest = (
  name: string,
  build: (history: History, place: number) => { receipt: UnsignedOptionReceipt; expected: string[] } | undefined,
  inGate?: number,
): void => {
  const property = (numRuns: number): void => {
    let count = 0;
    fc.assert(
      fc.property(historyArbitrary, fc.nat(), (history, place) => {
        const built = build(history, place);
        if (built === undefined) return;
        count++;
        const failed = failures(verify(built.receipt));
        assert.ok(
          built.expected.some((each) => failed.includes(each)),
          `failed: ${failed.join(', ') || 'nothing'}`,
        );
      }),
      { numRuns },
    );
    assert.ok(count > enough(numRuns), `only ${count} cases`);
  };
  tried(name, property, inGate);
};

const withChoice = (history: History, choice: Choice, expected: string[]) => ({
  receipt: writeReceipt(history, choice),
  expected,
});

dishonest('another entry tick, with all else made to fit, fails', (history, place) => {
  const later = history.ticks.filter((tick) => tick[0] > history.acceptedSequence);
  const entry = later[place % later.length]!;
  if (entry[0] === writeReceipt(history).entry?.sequence) return undefined;
  return withChoice(history, { entry }, ['entry']);
});

dishonest('another exit tick, with all else made to fit, fails', (history, place) => {
  const honest = writeReceipt(history);
  const later = history.ticks.filter((tick) => tick[0] >= (honest.entry?.sequence ?? Infinity));
  const exit = later[place % Math.max(later.length, 1)];
  if (exit === undefined || exit[0] === honest.exit?.sequence) return undefined;
  return withChoice(history, { exit }, ['exit']);
});

dishonest(
  'a void where the next price came within its time, with all else made to fit, fails',
  (history) => {
    const honest = writeReceipt(history);
    if (honest.version === 1 || honest.exit_rule !== 'first-after-expiry') return undefined;
    const paid = honest.order.stake;
    const denied = {
      ...honest,
      exit: null,
      exit_rule: null,
      result: 'void',
      void_reason: 'no-exit-tick',
      paid,
    } as const;
    return { receipt: { ...denied, formula: optionFormula(denied) }, expected: ['result'] };
  },
  150,
);

dishonest('terms of version 1 under a receipt of version 2, with all else made to fit, fail', (history) => {
  if (history.version === 1) return undefined;
  const honest = writeReceipt(history);
  const old = writeReceipt({ ...history, version: 1 });
  const terms = { ...old.terms, exit_wait_ms: 0 };
  const told = { ...honest, ...old, version: 2, terms, exit_rule: old.exit && 'last-up-to-expiry' } as const;
  return { receipt: { ...told, formula: optionFormula(told) }, expected: ['terms'] };
});

dishonest('another payout, with the formula made to fit, fails', (history, place) => {
  const honest = writeReceipt(history);
  const paid = decimalOf(place % 100_000_000, 4);
  if (paid === honest.paid) return undefined;
  const formula = optionFormula({ ...honest, paid });
  return { receipt: { ...honest, paid, formula }, expected: ['payout'] };
});

dishonest(
  'another result, with payout and formula made to fit, fails',
  (history) => {
    const honest = writeReceipt(history);
    if (honest.result !== 'win') return undefined;
    const changed = { ...honest, result: 'lose' as const, paid: '0' };
    return { receipt: { ...changed, formula: optionFormula(changed) }, expected: ['result'] };
  },
  60,
);

const withTicks = (honest: UnsignedOptionReceipt, ticks: ArchivedTick[]): UnsignedOptionReceipt => ({
  ...honest,
  archive: { ...honest.archive, ticks, end_hash: chain(honest.archive.start_hash, ticks) },
});

dishonest('a tick left out, with the hashes made to fit, fails', (history, place) => {
  const honest = writeReceipt(history);
  const { ticks } = honest.archive;
  if (ticks.length < 2) return undefined;
  return { receipt: withTicks(honest, ticks.toSpliced(place % (ticks.length - 1), 1)), expected: ['chain'] };
});

dishonest('ticks kept back at the start, with all else made to fit, fail', (history, place) => {
  const honest = writeReceipt(history);
  const { ticks, start_hash } = honest.archive;
  const count = 1 + (place % 3);
  if (ticks.length <= count) return undefined;
  const late = writeReceipt({ ...history, acceptedSequence: history.acceptedSequence + count });
  assert.equal(late.archive.start_hash, chain(start_hash, ticks.slice(0, count)));
  const order = { ...late.order, accepted_sequence: history.acceptedSequence };
  return { receipt: { ...late, order }, expected: ['chain'] };
});

dishonest('two ticks swapped, with the hashes made to fit, fails', (history, place) => {
  const honest = writeReceipt(history);
  const { ticks } = honest.archive;
  if (ticks.length < 2) return undefined;
  const at = place % (ticks.length - 1);
  return { receipt: withTicks(honest, ticks.toSpliced(at, 2, ticks[at + 1]!, ticks[at]!)), expected: ['chain'] };
});

tried(
  'a whole history made up verifies alone but not against the public archive, which names the first difference',
  (numRuns) =>
    fc.assert(
      fc.property(historyArbitrary, fc.nat(), (history, place) => {
        const at = history.acceptedSequence + (place % 3);
        const ticks = history.ticks.with(at, history.ticks[at]!.with(1, '77777') as ArchivedTick);
        const madeUp = writeReceipt({ ...history, ticks });
        if (!madeUp.archive.ticks.some((tick) => tick[0] === at + 1)) return;
        assert.deepEqual(failures(verify(madeUp)), []);
        const verification = verify(madeUp, { archive: archiveOf(history) });
        const difference = verification.checks.find((each) => each.name === 'archive')!;
        assert.equal(difference.ok, false);
        assert.ok(difference.detail.includes(`price of tick ${at + 1}`) && difference.detail.includes('77777'));
      }),
      { numRuns },
    ),
);

tried('a run that is cut before the moment that decides is noted, and the public archive unmasks it', (numRuns) => {
  let unmasked = 0;
  fc.assert(
    fc.property(historyArbitrary, fc.nat(), (history, place) => {
      const honest = writeReceipt(history);
      const kept = honest.archive.ticks.length - 1 - (place % 4);
      if (kept < 1) return;
      const cutHistory = { ...history, ticks: history.ticks.slice(0, history.acceptedSequence + kept) };
      const far = history.ticks.at(-1)!;
      const beyond: ArchivedTick = [cutHistory.ticks.length + 1, '1', far[2], far[3] + 90_000, 'htx'];
      const told = writeReceipt({ ...cutHistory, ticks: [...cutHistory.ticks, beyond] });
      const cut = withTicks(
        told,
        told.archive.ticks.filter((tick) => tick[0] !== beyond[0]),
      );
      const alone = verify(cut);
      assert.deepEqual([alone.verdict, alone.unchecked], ['incomplete', ['archive', 'reach']]);
      const isSame = JSON.stringify({ ...cut, archive: 0 }) === JSON.stringify({ ...honest, archive: 0 });
      assert.equal(verify(cut, { archive: archiveOf(history) }).verdict, isSame ? 'verified' : 'refuted');
      if (!isSame) unmasked++;
    }),
    { numRuns },
  );
  assert.ok(unmasked > enough(numRuns), `only ${unmasked} cases`);
});

test('a public archive that shows less than the receipt, or is broken itself, fails', () => {
  const [history] = fc.sample(historyArbitrary, { seed: 7, numRuns: 1 });
  const receipt = writeReceipt(history!);
  const { ticks, start_hash, end_hash } = receipt.archive;
  const short = { ...receipt.archive, ticks: ticks.slice(0, -1), end_hash: chain(start_hash, ticks.slice(0, -1)) };
  const late = verify(receipt, { archive: short });
  assert.match(late.checks.find((each) => !each.ok)!.detail, /which the public archive does not show/);
  assert.deepEqual(
    failures(verify(receipt, { archive: { ...receipt.archive, end_hash: end_hash.replace(/^./, 'g') } })),
    ['archive'],
  );
  assert.deepEqual(failures(verify(receipt, { archive: 'nonsense' as never })), ['archive']);
});

test('terms that no option has, and a stake outside them, fail by name', () => {
  const [history] = fc.sample(historyArbitrary, { seed: 8, numRuns: 1 });
  const receipt = writeReceipt({ ...history!, version: 2 });
  const faults: [object, RegExp][] = [
    [{ entry_delay_ms: 5_000 }, /terms\.entry_delay_ms is 5000, but it must be 250/],
    [{ exit_age_max_ms: 60_000 }, /terms\.exit_age_max_ms/],
    [{ exit_wait_ms: 0 }, /terms\.exit_wait_ms is 0, but it must be 10000/],
    [{ payout_decimals: 0 }, /terms\.payout_decimals/],
    [{ min: '6000' }, /order\.stake is .* outside terms\.min 6000/],
    [{ duration_ms: 0 }, /terms\.duration_ms is 0/],
  ];
  for (const [change, expected] of faults) {
    const verification = verify({ ...receipt, terms: { ...receipt.terms, ...change } } as UnsignedOptionReceipt);
    assert.match(verification.checks.find((each) => each.name === 'terms' && !each.ok)!.detail, expected);
  }
});

test('an order settled before it could be decided fails', () => {
  const [history] = fc.sample(historyArbitrary, { seed: 9, numRuns: 1 });
  const verification = verify({ ...writeReceipt(history!), settled_at: '2025-10-09T08:53:20.000Z' });
  assert.deepEqual(failures(verification), ['settled']);
});
