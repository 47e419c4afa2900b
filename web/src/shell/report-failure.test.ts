import { beforeEach, expect, test, vi } from 'vitest';

const { call } = vi.hoisted(() => ({ call: vi.fn(async (_one: unknown, _payload: unknown) => undefined) }));
vi.mock('../session/session.ts', () => ({ call }));
const { failureOf, report } = await import('./report-failure.ts');

beforeEach(() => call.mockClear());

const failed = (message: string, stack = ''): Error => Object.assign(new TypeError(message), { stack });

test('nothing of a person is in what is reported', () => {
  const { message } = failureOf(failed(`"anna" of anna@example.com at https://candor.test/x?id=7 has 1204.5\nUSDT`));
  expect(message).toBe('TypeError: … of # at # has #.# USDT');
  expect(message).toMatch(/^[^\d@\p{Cc}]*$/u);
});

test('the place is the first file of the stack, as browsers write it', () => {
  const chrome = 'TypeError: x\n    at f (https://candor.test/assets/kit-DBUMReAv.js:1:20345)';
  const safari = 'f@https://candor.test/assets/kit-DBUMReAv.js:1:20345\n';
  const served = 'f@http://127.0.0.1:3000/src/ui/money.tsx?t=1:12:3';
  expect([chrome, safari, served].map((stack) => failureOf(failed('x', stack)).place)).toEqual([
    'kit-DBUMReAv.js:1:20345',
    'kit-DBUMReAv.js:1:20345',
    'money.tsx:12:3',
  ]);
  expect(failureOf('text').place).toMatch(/^[\w.-]{1,80}(?::\d{1,7}){0,2}$/);
});

test('a page says each failure once, and ten at most', () => {
  for (let number = 0; number < 30; number++) report(failed('same', `at a.js:1:${number % 15}`));
  expect(call).toHaveBeenCalledTimes(10);
});
