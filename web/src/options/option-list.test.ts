import { queryOptionsOrderList } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { afterEach, expect, test } from 'vitest';
import { queryClient, readKey } from '../data/use-read.ts';
import { optionOrders } from './option-list.ts';

const entry = { sequence: 5, price: '1', published_at: '2026-01-01T00:00:00.250Z' };
const option = (id: string, changed: Partial<OptionOrderMessage> = {}): OptionOrderMessage =>
  ({ option_order_id: id, pair_type: 'BTC', trade_type: 1, entry: null, ...changed }) as OptionOrderMessage;
const listOf = <Item>(...items: Item[]) => ({ TOTAL: items.length, RESULT_LIST: items });
const answers = (question: object) => {
  const queryKey = [...readKey(queryOptionsOrderList, question), 'pages'];
  return {
    set: (list: unknown) => queryClient.setQueryData(queryKey, { pages: [list], pageParams: [''] }),
    get: () => queryClient.getQueryData<{ pages: unknown[] }>(queryKey)?.pages[0],
  };
};

afterEach(() => queryClient.clear());

test('a new order comes on top of the open ones, and a settled one moves to the ended ones', () => {
  const [open, ended] = [1, 0].map((trade_type) => answers({ pair_type: '', trade_type }));
  open!.set(listOf(option('a')));
  ended!.set(listOf(option('z', { trade_type: 0 })));
  optionOrders.update(option('b'));
  expect(open!.get()).toEqual(listOf(option('b'), option('a')));
  const settled = option('b', { trade_type: 0, result: 'win', paid: '18.5' });
  optionOrders.update(settled);
  expect(open!.get()).toEqual(listOf(option('a')));
  expect(ended!.get()).toEqual(listOf(settled, option('z', { trade_type: 0 })));
});

test('the reply to an order does not take back the entry that was pushed before it', () => {
  const open = answers({ pair_type: '', trade_type: '1' });
  open.set(listOf());
  optionOrders.update(option('a', { entry }));
  optionOrders.update(option('a'));
  expect(open.get()).toEqual(listOf(option('a', { entry })));
});

test('lists of another coin don’t change', () => {
  const lists = ['ETH', 'btcusdt'].map((pair_type) => answers({ pair_type, trade_type: 1 }));
  for (const list of lists) list.set(listOf());
  optionOrders.update(option('a'));
  expect(lists.map((list) => list.get())).toEqual([listOf(), listOf(option('a'))]);
});
