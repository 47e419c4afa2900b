import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkBudget } from './work-budget.ts';

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
