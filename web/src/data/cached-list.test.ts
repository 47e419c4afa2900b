import { queryOrderList } from '@candor/wire';
import { afterEach, expect, test } from 'vitest';
import { cachedList } from './cached-list.ts';
import { queryClient, readKey } from './use-read.ts';

interface Order {
  id: string;
  tab: number;
  note?: string;
}

const orders = cachedList<Order>(queryOrderList, {
  idOf: ({ id }) => id,
  belongs: ({ tab }, { trade_type }) => trade_type === tab,
  progressOf: ({ tab }) => tab,
});
const order = (id: string, tab = 1): Order => ({ id, tab });
const page = (total: number, ...ids: string[]) => ({ TOTAL: total, RESULT_LIST: ids.map((id) => order(id)) });
afterEach(() => queryClient.clear());

test('an order moves from one list to another, in pages or in one answer', () => {
  const [openKey, endedKey] = [readKey(queryOrderList, { trade_type: 1 }), [...readKey(queryOrderList, { trade_type: 2 }), 'pages']]; // oxfmt-ignore
  queryClient.setQueryData(openKey, page(2, 'b', 'a'));
  queryClient.setQueryData(endedKey, { pages: [page(0)], pageParams: [''] });
  orders.update(order('a', 2));
  expect(queryClient.getQueryData(openKey)).toEqual(page(1, 'b'));
  expect(queryClient.getQueryData(endedKey)).toEqual({
    pages: [{ TOTAL: 1, RESULT_LIST: [order('a', 2)] }],
    pageParams: [''],
  });
});

test('news that comes late does not set back what is known', () => {
  const endedKey = readKey(queryOrderList, { trade_type: 2 });
  queryClient.setQueryData(readKey(queryOrderList, { trade_type: 1 }), page(0));
  queryClient.setQueryData(endedKey, { TOTAL: 1, RESULT_LIST: [order('a', 2)] });
  orders.update(order('a', 1));
  expect(queryClient.getQueryData(readKey(queryOrderList, { trade_type: 1 }))).toEqual(page(0));
  expect(queryClient.getQueryData(endedKey)).toEqual({ TOTAL: 1, RESULT_LIST: [order('a', 2)] });
});

test('an answer on its way while news comes is asked for again, and what it brings is what counts', async () => {
  const queryKey = readKey(queryOrderList, { trade_type: 1 });
  const answers: ((answer: unknown) => void)[] = [];
  const queryFn = (): Promise<unknown> => new Promise((resolve) => answers.push(resolve));
  const { QueryObserver } = await import('@tanstack/react-query');
  const stop = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  orders.update(order('a'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(answers).toHaveLength(2);
  answers[0]!(page(0));
  answers[1]!(page(1, 'a'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(queryClient.getQueryData(queryKey)).toEqual(page(1, 'a'));
  stop();
});
