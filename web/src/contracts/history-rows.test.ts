import type { ContractOrderMessage, ContractPartMessage } from '@candor/wire';
import { expect, test } from 'vitest';
import { historyRows, lagsBehind } from './history-rows.ts';

const order = (trade_id: string) => ({ trade_id }) as ContractOrderMessage;
const part = (trade_id: string, number: number) => ({ trade_id, number }) as ContractPartMessage;
const all = <Item>(...items: Item[]) => ({ items, hasMore: false });
const some = <Item>(...items: Item[]) => ({ items, hasMore: true });
const ids = (...lists: Parameters<typeof historyRows>): string[] => historyRows(...lists).map(({ id }) => id);

test('a contract stands before its parts, the newest first, and parts of what is open stand alone', () => {
  expect(ids(all(order('c'), order('a')), all(part('d', 2), part('a', 5), part('a', 3)))).toEqual([
    'd 2',
    'c',
    'a',
    'a 5',
    'a 3',
  ]);
});

test('nothing is shown that a page to come may stand before', () => {
  expect(ids(some(order('d'), order('c')), all(part('d', 2), part('b', 2)))).toEqual(['d', 'd 2', 'c']);
  expect(ids(all(order('d'), order('a')), some(part('b', 2)))).toEqual(['d', 'b 2']);
});

test('the list that reaches less far goes on first', () => {
  expect(lagsBehind(some(order('c')), some(part('a', 1)))).toBe(true);
  expect(lagsBehind(some(order('a')), some(part('c', 1)))).toBe(false);
  expect(lagsBehind(all(order('c')), some(part('a', 1)))).toBe(false);
});
