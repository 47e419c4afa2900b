import { findAccountCoinByTransaction, queryBills, queryOrderList } from '@candor/wire';
import type { FailureCode, Outcome } from '@candor/wire';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

test('after a success lists take up the reply, the rest is read at once, and all of it again two seconds later', async () => {
  applyChanges(lists, { ok: true, data: 'reply' });
  await vi.advanceTimersByTimeAsync(0);
  expect(updated).toEqual(['reply']);
  expect(asked).toEqual(['findAccountCoinByTransaction']);
  await vi.advanceTimersByTimeAsync(1_990);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked.toSorted()).toEqual(['findAccountCoinByTransaction', 'findAccountCoinByTransaction', 'queryOrderList']);
});

test('after a refusal it is read again once: what was shown may have been old', async () => {
  applyChanges(lists, outcome('insufficient-balance'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(updated).toEqual([]);
  expect(asked.toSorted()).toEqual(['findAccountCoinByTransaction', 'queryOrderList']);
});

test('what may have been done is looked for again', async () => {
  applyChanges(lists, outcome('unreachable'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(4);
});

test('a call that declares nothing has nothing read', async () => {
  applyChanges([], { ok: true, data: 'reply' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
});
