import { expect, test } from 'vitest';
import { afterBlur, afterChange, afterSubmit, newProgress, saidAt } from './draft-rules.ts';
import type { Faults, Progress } from './draft-rules.ts';

interface Fields {
  amount: string;
  address: string;
}
const faulty: Faults<Fields> = {
  amount: { code: 'amount-malformed', facts: {} },
  address: { code: 'malformed', facts: {} },
};
const refused = { code: 'insufficient-balance', facts: { available: '1' } } as const;
const start: Progress<Fields> = newProgress;

test('a fault is said once its field was left with something in it', () => {
  expect(saidAt(start, faulty, 'amount')).toBeUndefined();
  expect(saidAt(afterBlur(start, 'amount', ''), faulty, 'amount')).toBeUndefined();
  const left = afterBlur(start, 'amount', '0');
  expect(saidAt(left, faulty, 'amount')).toBe(faulty.amount);
  expect(saidAt(left, faulty, 'address')).toBeUndefined();
});

test('sending the form says all of them, and a refusal before goes', () => {
  const sent = afterSubmit({ ...start, refused: { name: 'amount', fault: refused } }, ['amount', 'address']);
  expect(saidAt(sent, faulty, 'amount')).toBe(faulty.amount);
  expect(saidAt(sent, faulty, 'address')).toBe(faulty.address);
});

test('what was said stays until it is mended, and what is typed then says nothing new', () => {
  const sent = afterSubmit(start, ['amount', 'address']);
  const still = afterChange(sent, { changed: { amount: '1x' }, before: faulty, after: faulty });
  expect(saidAt(still, faulty, 'amount')).toBe(faulty.amount);
  const mended = afterChange(sent, { changed: { amount: '1' }, before: faulty, after: {} });
  expect(saidAt(mended, faulty, 'amount')).toBeUndefined();
  // The other one is as it was.
  expect(saidAt(mended, faulty, 'address')).toBe(faulty.address);
});

test('a field that was emptied is begun anew', () => {
  const emptied = afterChange(afterSubmit(start, ['amount']), {
    changed: { amount: '' },
    before: faulty,
    after: faulty,
  });
  expect(saidAt(emptied, faulty, 'amount')).toBeUndefined();
});

test('a refusal is said before all else, until its own field changes', () => {
  const now: Progress<Fields> = { finished: ['amount'], refused: { name: 'amount', fault: refused } };
  expect(saidAt(now, faulty, 'amount')).toBe(refused);
  const other = afterChange(now, { changed: { address: 'x' }, before: {}, after: {} });
  expect(saidAt(other, {}, 'amount')).toBe(refused);
  const own = afterChange(now, { changed: { amount: '2' }, before: {}, after: {} });
  expect(saidAt(own, {}, 'amount')).toBeUndefined();
});

test('what no further digit can mend is said at once', () => {
  const certain = { amount: { ...refused, isCertain: true as const } };
  expect(saidAt(start, certain, 'amount')).toBe(certain.amount);
});
