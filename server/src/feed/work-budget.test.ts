import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createWorkBudget, evenPart } from './work-budget.ts';

test('nobody waits while less is owed than a turn pays', () => {
  const budget = createWorkBudget(1_000);
  for (let place = 0; place < 10; place++) budget.spend('one', 100);
  assert.equal(budget.mustWait('one'), false);
  budget.spend('one', 1);
  assert.equal(budget.mustWait('one'), true);
  budget.turn();
  assert.equal(budget.mustWait('one'), false);
});

test('in a flood from 100 addresses each is served the same, and one who asks once is served at once', () => {
  const budget = createWorkBudget(1_000);
  const served = new Map<string, number>();
  function ask(address: string, work: number): void {
    const doIt = (): void => {
      served.set(address, (served.get(address) ?? 0) + 1);
      budget.spend(address, work);
    };
    if (budget.mustWait(address)) budget.wait(address, doIt);
    else doIt();
  }
  for (let turn = 0; turn < 200; turn++) {
    for (let address = 0; address < 100; address++) {
      // The first ten ask ten times as often.
      for (let times = address < 10 ? 10 : 1; times > 0; times--) ask(`flood ${address}`, 50);
    }
    ask(`customer ${turn}`, 5);
    assert.equal(served.get(`customer ${turn}`), 1, 'a customer had to wait');
    budget.turn();
  }
  const floods = Array.from({ length: 100 }, (_, address) => served.get(`flood ${address}`)!);
  const all = floods.reduce((sum, count) => sum + count, 0);
  assert.ok(all * 50 <= 200 * 1_000 + 100 * 100, `${all} were served, more than the budget has`);
  assert.ok(all * 50 >= 200 * 900, `${all} were served, less than the budget has`);
  assert.ok(Math.max(...floods) - Math.min(...floods) <= 2, `${Math.min(...floods)} to ${Math.max(...floods)}`);
});

test('a debt is paid to the last, and who is forgotten is not called', () => {
  const budget = createWorkBudget(100);
  budget.spend('a', 250);
  budget.spend('b', 30);
  budget.wait('a', () => assert.fail('it owes too much'));
  const forgotten = (): void => assert.fail('it was forgotten');
  budget.wait('b', forgotten);
  budget.forget('b', forgotten);
  assert.deepEqual([budget.owed(), budget.waiting()], [280, 1]);
  budget.turn();
  assert.equal(budget.owed(), 180);
});

/** The smallest first, each with its part of what is left. */
function paidInOrder(debts: readonly number[], sum: number): number[] {
  let left = sum;
  return debts.toSorted((one, other) => one - other).map((debt, place) => {
    const paid = Math.min(debt, left / (debts.length - place));
    left -= paid;
    return paid;
  }); // oxfmt-ignore
}

test('an even part is what each is paid who is paid in the order of the debts', () => {
  const work = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0.001, max: 100_000, noNaN: true }));
  fc.assert(
    fc.property(fc.array(work, { minLength: 1, maxLength: 60 }), fc.double({ min: 0.01, max: 0.999, noNaN: true }), (debts, share) => {
      const owed = debts.reduce((total, debt) => total + debt, 0);
      const part = evenPart(debts.map((debt) => ({ work: debt })), owed * share);
      for (const [place, paid] of paidInOrder(debts, owed * share).entries()) {
        const debt = debts.toSorted((one, other) => one - other)[place]!;
        assert.ok(Math.abs(Math.min(debt, part) - paid) <= owed * 1e-12, `${debt}: ${Math.min(debt, part)}, not ${paid}`);
      }
    }),
  ); // oxfmt-ignore
});

test('a turn of many debtors looks at each a few times, however their debts are spread', () => {
  const count = 15_000;
  const spreads: Record<string, (place: number) => number> = {
    equal: () => 40,
    rising: (place) => place + 1,
    'some far above the rest': (place) => (place % 100 === 0 ? 1e6 : 300),
    'each a little above the one before': (place) => 1.001 ** place,
    'each a part of the one before': (place) => 1e9 / (place + 1),
    'half of those before, again and again': (place) => 40 * (1 - 2 ** -Math.floor(Math.log2(place + 1))),
  };
  for (const [name, debtOf] of Object.entries(spreads)) {
    for (const share of [0.001, 0.3, 0.9]) {
      let looks = 0;
      let owed = 0;
      const debts = Array.from({ length: count }, (_, place) => {
        // In no order: what is in order already is sorted with few looks.
        const debt = debtOf((place * 7_919) % count);
        owed += debt;
        return { get work() { looks++; return debt; } }; // oxfmt-ignore
      });
      evenPart(debts, owed * share);
      assert.ok(looks <= 12 * count, `${name}, ${share}: each was looked at ${looks / count} times`);
    }
  }
});

test('who may go on is found without looking again and again at those who wait', (context) => {
  const budget = createWorkBudget(1_000);
  let goneOn = 0;
  for (let place = 0; place < 2_000; place++) {
    budget.spend(`crowd ${place}`, 500);
    budget.wait(`crowd ${place}`, () => assert.fail('it owes too much'));
  }
  for (let place = 0; place < 300; place++) budget.wait('patient', () => void goneOn++);
  const looks = context.mock.method(Map.prototype, 'get');
  budget.turn();
  const looked = looks.mock.callCount();
  looks.mock.restore();
  assert.deepEqual([goneOn, budget.waiting()], [300, 2_000]);
  assert.ok(looked < 10 * 2_300, `${looked} looks`);
});
