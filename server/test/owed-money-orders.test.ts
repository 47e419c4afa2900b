// A customer who borrows, stakes, trades, withdraws and pays back in any order over months never holds more than was brought and honestly
// gained: owed money earns nothing, and a debt changes by its schedule and by movements alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad } from '@candor/wire';
import fc from 'fast-check';
import { borrowerPlays, type BorrowerPlay } from './support/book-model/borrower-plays.ts';
import { Borrower, type BorrowerStep } from './support/book-model/borrower.ts';
import { longRun } from './support/long-run.ts';
import { runs, testSeed } from './support/seed.ts';

const names = Object.keys(borrowerPlays) as BorrowerPlay[];
/** Whoever never wins has nothing of their own, whatever else they do. */
const luckless = names.filter((name) => name !== 'win');

function stepsOf(plays: readonly BorrowerPlay[]): fc.Arbitrary<BorrowerStep[]> {
  const play = fc.record({
    does: fc.constantFrom(...plays),
    percent: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(100)),
  });
  // Most loans run to their due day in one sequence or another.
  const time = fc.record({ days: fc.constantFrom(1, 6, 7, 8, 15, 28, 29, 31, 60), isIdle: fc.boolean() });
  const step = fc.oneof({ weight: 4, arbitrary: play }, { weight: 1, arbitrary: time });
  // What most sequences would not come to by chance: a loan at the start.
  const begun = ['borrow', 'be paid out'].map((does) => ({ does: does as BorrowerPlay, percent: 100 }));
  return fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }).map((steps) => [...begun, ...steps]);
}

function expectHonest(
  plays: readonly BorrowerPlay[],
  { brought, numRuns }: { brought: string; numRuns: number },
): Set<string> {
  const done = new Set<string>();
  fc.assert(
    fc.property(stepsOf(plays), (steps) => {
      const life = new Borrower(wad(brought));
      for (const step of steps) life.take(step);
      for (const each of life.done) done.add(each);
    }),
    { seed: testSeed, numRuns },
  );
  return done;
}

test(`a borrower without own money who never wins stakes nothing, withdraws nothing and is left with nothing (seed ${testSeed})`, () => {
  const done = expectHonest(luckless, { brought: '0', numRuns: runs(200) });
  for (const each of ['pledge-debt', 'withdrawal-debt', 'collect-overdue-loan', 'borrow-owed-changed', 'end-trade'])
    assert.ok(done.has(each), `no sequence came to ${each}: ${[...done].join(', ')}`);
});

test(`a borrower who trades or brings money holds at most what was brought, won and earned with that (seed ${testSeed})`, () => {
  const done = new Set(['0', '300'].flatMap((brought) => [...expectHonest(names, { brought, numRuns: runs(200) })]));
  for (const each of ['open-pledge', 'renew-pledge', 'held-renewal', 'pledge-debt', 'settle-withdrawal', 'repay-loan'])
    assert.ok(done.has(each), `no sequence came to ${each}: ${[...done].join(', ')}`);
});

test(`nor does one in many more sequences (seed ${testSeed})`, longRun('some thousand sequences more'), () => {
  for (const brought of ['0', '50', '1000']) expectHonest(names, { brought, numRuns: 2_000 });
});
