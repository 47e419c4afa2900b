import { findAccountCoinByTransaction, getConduct, getPurchase, queryBills, queryOrderList } from '@candor/wire';
import type { NotifyEvent } from '@candor/wire';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedList } from '../data/cached-list.ts';
import { eventRule } from '../data/event-rule.ts';
import { queryClient, readKey } from '../data/use-read.ts';
import { events as purchaseEvents } from '../purchases/events.ts';
import { events as shopEvents } from '../shop/events.ts';
import { events as swapEvents } from '../swap/events.ts';
import { handleEvents } from './event-handlers.ts';

const balances = cachedList<{ coin_code: string }>(queryOrderList, { idOf: ({ coin_code }) => coin_code });
const balanceOf = (coin_code: string) => ({ coin_code, qty: '1', reserved: '0', margin: '0', staked: '0', version: 1 });
const isOld = (key: readonly unknown[]): boolean | undefined => queryClient.getQueryState(key)?.isInvalidated;
const [listKey, termsKey] = [readKey(queryOrderList, {}), readKey(getConduct, {})];

// Nothing that was read a moment ago stands in the way.
beforeEach(async () => {
  vi.useFakeTimers();
  await vi.advanceTimersByTimeAsync(2_000);
});

afterEach(async () => {
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  queryClient.clear();
});

test('an event reaches each rule that names it, and no other', async () => {
  queryClient.setQueryData(listKey, { TOTAL: 0, RESULT_LIST: [] });
  queryClient.setQueryData(termsKey, {});
  const [apply, other] = [vi.fn(), vi.fn()];
  const handlers = handleEvents([
    eventRule('balance', { list: balances }),
    eventRule('balance', { refetches: [getConduct], apply }),
    eventRule('alert', { apply: other }),
  ]);
  handlers.handle({ action: 'balance', notify: balanceOf('BTC') });
  expect(queryClient.getQueryData(listKey)).toEqual({ TOTAL: 1, RESULT_LIST: [balanceOf('BTC')] });
  expect(apply).toHaveBeenCalledWith(balanceOf('BTC'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOld(termsKey)).toBe(true);
  expect([isOld(listKey), other.mock.calls.length]).toEqual([false, 0]);
});

test('an event of a newer server changes nothing', () =>
  expect(() => handleEvents([]).handle({ action: 'later', notify: 1 } as unknown as NotifyEvent)).not.toThrow());

test('after a lost connection every list of a rule and all that it reads again is old', async () => {
  for (const key of [listKey, termsKey]) queryClient.setQueryData(key, {});
  const catchUp = vi.fn(async () => undefined);
  handleEvents([eventRule('balance', { list: balances, refetches: [getConduct], catchUp })]).catchUp(7);
  await vi.advanceTimersByTimeAsync(0);
  expect([isOld(listKey), isOld(termsKey)]).toEqual([true, true]);
  expect(catchUp).toHaveBeenCalledWith(7);
});

test('what two rules name is read again once', async () => {
  const [billsKey, queryFn] = [readKey(queryBills, {}), vi.fn(() => ({}))];
  queryClient.setQueryData(billsKey, {});
  const stop = new QueryObserver(queryClient, { queryKey: billsKey, queryFn, staleTime: Infinity }).subscribe(() => undefined); // oxfmt-ignore
  const rule = eventRule('conduct', { refetches: [queryBills] });
  handleEvents([rule, rule]).catchUp(7);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn).toHaveBeenCalledTimes(1);
  stop();
});

test.each([
  { action: 'swap', rules: swapEvents, reads: findAccountCoinByTransaction },
  { action: 'purchase', rules: purchaseEvents, reads: getPurchase },
  { action: 'ticket', rules: shopEvents, reads: findAccountCoinByTransaction },
])('$action: what it changes is read at once, and never looked at again', async ({ action, rules, reads }) => {
  const queryKey = readKey(reads, { id: 'a' });
  const queryFn = vi.fn(() => ({}));
  queryClient.setQueryData(queryKey, {});
  const stop = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined);
  handleEvents(rules).handle({ action, notify: { state: 'paid', status: 'filled' } } as never);
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(1);
  stop();
});
