import { expect, test } from 'vitest';
import { withKept } from './kept-fields.ts';

const first = { email: '', agrees: false, password: '' };
const now = 1_800_000_000_000;
const read = (fields: unknown, at = now - 1_000) =>
  withKept(first, { at, fields: fields as Record<string, unknown> }, { kept: ['email', 'agrees'], now });

test('a form begins with what was typed into it, but for what is never kept', () => {
  expect(read({ email: 'ada@example.com', agrees: true, password: 'secret' })).toEqual({
    email: 'ada@example.com',
    agrees: true,
    password: '',
  });
  expect(withKept(first, undefined, { kept: ['email'], now })).toBe(first);
});

test('what is old, from the future or of another kind is nothing', () => {
  expect(read({ email: 'ada@example.com' }, now - 3_600_000)).toBe(first);
  expect(read({ email: 'ada@example.com' }, now + 1)).toBe(first);
  for (const fields of [{ email: 5 }, { email: null }, { email: {} }, {}, { other: 'x' }])
    expect(read(fields)).toEqual(first);
  expect(read(undefined)).toBe(first);
});
