// Looser only after a day's notice, tighter at once, whatever is asked for in whatever order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conductNoticeMs, conductWarnings } from '@candor/wire';
import fc from 'fast-check';
import type { Choice, Profile } from './profile.ts';
import { comingAt, defaultChoice, inForceAt, inForceFrom, isLooser, losingShare } from './rules.ts';
import { runs, testSeed } from '../../test/support/seed.ts';

const seed = testSeed;
const hour = 3_600_000;
const demo: Profile = { jurisdiction: 'demo', version: 1, areOptionsOffered: true, leverMax: 50, warning: 'general', ageMin: 18, areBonusesOffered: true }; // oxfmt-ignore
const strict: Profile = { jurisdiction: 'strict', version: 1, areOptionsOffered: false, leverMax: 2, warning: 'losing-accounts', ageMin: 18, areBonusesOffered: false }; // oxfmt-ignore

function ask(choices: readonly Choice[], profile: Profile, times: { askedAt: number; from?: number }): Choice[] {
  const { askedAt } = times;
  const number = choices.length + 1;
  return [
    ...choices,
    { number, profile, chosenBy: 'operator', askedAt, inForceFrom: inForceFrom(choices, { profile, ...times }) },
  ];
}
const nameAt = (choices: readonly Choice[], at: number): string | undefined =>
  inForceAt(choices, at)?.profile.jurisdiction;

test('strict is in force at once, the demo’s values a day after they were asked for', () => {
  const tightened = ask(ask([], demo, { askedAt: 0 }), strict, { askedAt: hour });
  assert.deepEqual([nameAt(tightened, hour - 1), nameAt(tightened, hour)], ['demo', 'strict']);
  const loosened = ask(tightened, demo, { askedAt: 2 * hour });
  assert.deepEqual([nameAt(loosened, 26 * hour - 1), nameAt(loosened, 26 * hour)], ['strict', 'demo']);
  assert.equal(comingAt(loosened, 3 * hour)!.inForceFrom, 26 * hour);
  assert.equal(comingAt(loosened, 26 * hour), undefined);
});

test('what was asked for last counts: what was to come before does not come any more', () => {
  const asked = ask(ask(ask([], strict, { askedAt: 0 }), demo, { askedAt: hour }), strict, { askedAt: 5 * hour });
  assert.deepEqual([nameAt(asked, 25 * hour), nameAt(asked, 1_000 * hour)], ['strict', 'strict']);
  const later = ask(ask([], demo, { askedAt: 0 }), strict, { askedAt: hour, from: 10 * hour });
  assert.deepEqual([nameAt(later, 9 * hour), nameAt(later, 10 * hour)], ['demo', 'strict']);
});

test('each setting alone makes a profile looser or not', () => {
  assert.equal(isLooser(demo, demo), false);
  for (const [change, looser] of [
    [{ areOptionsOffered: true }, true],
    [{ leverMax: 3 }, true],
    [{ leverMax: 1 }, false],
    [{ warning: 'general' }, true],
    [{ ageMin: 17 }, true],
    [{ ageMin: 21 }, false],
    [{ areBonusesOffered: true }, true],
  ] as const) {
    assert.equal(isLooser({ ...strict, ...change }, strict), looser, JSON.stringify(change));
  }
});

const profile = fc.record({
  jurisdiction: fc.constantFrom('a', 'b'),
  version: fc.integer({ min: 1, max: 9 }),
  areOptionsOffered: fc.boolean(),
  leverMax: fc.integer({ min: 1, max: 5 }),
  warning: fc.constantFrom(...conductWarnings),
  ageMin: fc.integer({ min: 18, max: 20 }),
  areBonusesOffered: fc.boolean(),
});
const wish = fc.record({
  profile,
  afterMs: fc.integer({ min: 0, max: 40 * hour }),
  waits: fc.option(fc.integer({ min: -hour, max: 60 * hour })),
});

test(`nothing becomes looser without a day's notice, and what is tighter holds when it was asked for (seed ${seed})`, () => {
  let [loosened, tightened] = [0, 0];
  fc.assert(
    fc.property(fc.array(wish, { minLength: 2, maxLength: 12 }), (wishes) => {
      let choices: Choice[] = [];
      let now = 0;
      for (const { profile: wanted, afterMs, waits } of wishes) {
        now += afterMs;
        choices = ask(choices, wanted, { askedAt: now, ...(waits === null ? {} : { from: now + waits }) });
        const present = inForceAt(choices.slice(0, -1), now);
        if (waits !== null || (present && isLooser(wanted, present.profile))) continue;
        assert.equal(inForceAt(choices, now)!.profile, wanted);
        tightened++;
      }
      const times = [...new Set(choices.map((choice) => choice.inForceFrom))].sort((left, right) => left - right);
      for (const at of times) {
        const [before, after] = [inForceAt(choices, at - 1), inForceAt(choices, at)];
        if (!before || !after || !isLooser(after.profile, before.profile)) continue;
        assert.ok(after.askedAt + conductNoticeMs <= at, `looser at ${at}, asked for at ${after.askedAt}`);
        loosened++;
      }
    }),
    { seed, numRuns: runs(2_000) },
  );
  assert.ok(loosened > runs(500) && tightened > runs(500), `${loosened} loosened, ${tightened} tightened`);
});

test('the server’s own choice gives way to an operator’s, and the demo’s to production', () => {
  const by = (chosenBy: Choice['chosenBy'], chosen: Profile): Choice[] => [
    { number: 1, profile: chosen, chosenBy, askedAt: 0, inForceFrom: 0 },
  ];
  assert.equal(defaultChoice([], 'demo'), 'demo');
  assert.equal(defaultChoice([], 'production'), 'strict');
  assert.equal(defaultChoice(by('server', demo), 'production'), 'strict');
  assert.equal(defaultChoice(by('server', strict), 'production'), undefined);
  assert.equal(defaultChoice(by('operator', demo), 'production'), undefined);
  assert.equal(defaultChoice(by('server', strict), 'demo'), undefined);
});

test('the share of losing accounts never looks better than it is', () => {
  assert.equal(losingShare({ until: 0, accounts: 0, losing: 0 }), null);
  assert.equal(losingShare({ until: 0, accounts: 3, losing: 2 }), '0.6667');
  assert.equal(losingShare({ until: 0, accounts: 7, losing: 7 }), '1');
  assert.equal(losingShare({ until: 0, accounts: 9, losing: 0 }), '0');
});
