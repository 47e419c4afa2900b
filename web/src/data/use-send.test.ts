import { findAccountCoinByTransaction, queryBills, queryOrderList } from '@candor/wire';
import type { FailureCode, Outcome } from '@candor/wire';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedList } from './cached-list.ts';
import { applyChanges } from './use-send.ts';
import type { Change } from './use-send.ts';
import { queryClient, readKey } from './use-read.ts';

const asked: string[] = [];
const stops: (() => void)[] = [];
const updated: string[] = [];
const lists: Change<string>[] = [
  { call: queryOrderList, update: (news) => updated.push(news) },
  findAccountCoinByTransaction,
];

/** As a screen that shows the answer. */
function show(call: Parameters<typeof readKey>[0]): void {
  const queryFn = (): string => {
    asked.push(String(readKey(call)[0]));
    return 'answer';
  };
  const queryKey = readKey(call, {});
  queryClient.setQueryData(queryKey, 'answer');
  stops.push(new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined));
}

beforeEach(() => {
  vi.useFakeTimers();
  [queryOrderList, findAccountCoinByTransaction, queryBills].forEach(show);
});
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  for (const stop of stops.splice(0)) stop();
  queryClient.clear();
  asked.length = 0;
  updated.length = 0;
  vi.useRealTimers();
});

const outcome = (code: FailureCode): Outcome<string> => ({ ok: false, code, facts: {}, status: 0, httpStatus: 0 });

test('after a success lists take up the reply and the rest is read once, at once: nothing is looked at again', async () => {
  applyChanges(lists, { ok: true, data: 'reply' }, 0);
  await vi.advanceTimersByTimeAsync(0);
  expect(updated).toEqual(['reply']);
  expect(asked).toEqual(['findAccountCoinByTransaction']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
});

test.each(['insufficient-balance', 'unreachable'] as const)(
  'after %s all of it is read once: what was shown may be old',
  async (code) => {
    applyChanges(lists, outcome(code), 0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(updated).toEqual([]);
    expect(asked.toSorted()).toEqual(['findAccountCoinByTransaction', 'queryOrderList']);
  },
);

test('a call that declares nothing has nothing read', async () => {
  applyChanges([], { ok: true, data: 'reply' }, 0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
});

test('a reply that comes behind what was pushed of the same is not taken up: what is so is read', async () => {
  const orders = cachedList<Order>(queryOrderList, { idOf: ({ id }) => id });
  const known = { TOTAL: 2, RESULT_LIST: [{ id: 'a', is: 'known' }, { id: 'b', is: 'known' }] }; // oxfmt-ignore
  const isNow = (): string[] =>
    (queryClient.getQueryData(readKey(queryOrderList, {})) as typeof known).RESULT_LIST.map(({ is }) => is);
  queryClient.setQueryData(readKey(queryOrderList, {}), known);
  const askedAt = 0;
  orders.update({ id: 'a', is: 'pushed' });
  applyChanges([orders], { ok: true, data: { id: 'b', is: 'replied' } }, askedAt);
  expect([isNow(), asked]).toEqual([['pushed', 'replied'], []]);
  applyChanges([orders], { ok: true, data: { id: 'a', is: 'replied' } }, askedAt);
  expect(isNow()).toEqual(['pushed', 'replied']);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['queryOrderList']);
});

interface Order {
  id: string;
  is: string;
}
