import { queryBills, queryOrderList } from '@candor/wire';
import type { Bill } from '@candor/wire';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedList } from './cached-list.ts';
import { refetch } from './refetch.ts';
import { refetchNewest } from './refetch-newest.ts';
import { queryClient, readKey } from './use-read.ts';

const { asked, answers } = vi.hoisted(() => ({ asked: [] as string[], answers: new Map<string, string[]>() }));
vi.mock('../session/session.ts', () => ({
  call: async (_call: unknown, { after = '' }: { after?: string }) => {
    asked.push(after);
    return { ok: true, data: pageOf(answers.get(after) ?? []) };
  },
}));

const billLines = cachedList<Bill>(queryBills, { idOf: ({ entry_id }) => entry_id });
const bill = (id: string) => ({ entry_id: id, leg: 0, trade_id: id }) as unknown as Bill;
const pageOf = (ids: string[]) => ({ TOTAL: 9, RESULT_LIST: ids.map(bill), next: ids.at(-1) });
const keyOf = (call: Parameters<typeof readKey>[0]) => [...readKey(call, { pagesize: 2 }), 'pages'];
let stop: () => void = () => undefined;

/** Two pages of two, shown or not. */
function show(call: Parameters<typeof readKey>[0]): void {
  queryClient.setQueryData(keyOf(call), { pages: [pageOf(['d', 'c']), pageOf(['b', 'a'])], pageParams: ['', 'c'] });
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: keyOf(call),
    queryFn({ pageParam }) {
      asked.push(pageParam);
      return pageOf(answers.get(pageParam) ?? []);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
  });
  stop = observer.subscribe(() => undefined);
}

const shown = (call: Parameters<typeof readKey>[0]) =>
  queryClient
    .getQueryData<{ pages: { RESULT_LIST: Bill[] }[] }>(keyOf(call))
    ?.pages.map(({ RESULT_LIST }) => RESULT_LIST.map(({ entry_id }) => entry_id));

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  queryClient.clear();
  asked.length = 0;
  answers.clear();
  vi.useRealTimers();
});

test('of a list that only grows the first page alone is read again, and what is new comes on top', async () => {
  show(queryBills);
  answers.set('', ['e', 'd']);
  refetchNewest(billLines);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['']);
  expect(shown(queryBills)).toEqual([
    ['e', 'd', 'c'],
    ['b', 'a'],
  ]);
});

test('where more came than one page holds, all pages are read again', async () => {
  show(queryBills);
  answers.set('', ['h', 'g']).set('g', ['f', 'e']);
  refetchNewest(billLines);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['', '', 'g']);
  expect(shown(queryBills)).toEqual([
    ['h', 'g'],
    ['f', 'e'],
  ]);
});

test('one that nobody looks at begins anew with its first page', async () => {
  show(queryBills);
  stop();
  refetchNewest(billLines);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual([]);
  expect(shown(queryBills)).toEqual([['d', 'c']]);
  expect(queryClient.getQueryState(keyOf(queryBills))?.isInvalidated).toBe(true);
});

test('a list whose items change is read again as a whole', async () => {
  show(queryOrderList);
  answers.set('', ['d', 'c']).set('c', ['b', 'a']);
  refetch(queryOrderList);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['', 'c']);
});
