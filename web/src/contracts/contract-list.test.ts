import { queryOrderList } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { expect, test } from 'vitest';
import { queryClient, readKey } from '../data/use-read.ts';
import { contractOrders } from './contract-list.ts';

const contract = (id: string, tab: number): ContractOrderMessage =>
  ({ trade_id: id, trade_type: tab, trade_btc_tpye: 'btcusdt', state: tab === 1 ? 'waiting' : 'open' }) as ContractOrderMessage; // oxfmt-ignore
const listOf = (...items: ContractOrderMessage[]) => ({ TOTAL: items.length, RESULT_LIST: items });

test('a contract goes from tab to tab', () => {
  const keys = [1, 2].map((trade_type) => readKey(queryOrderList, { trade_type, trade_btc_tpye: '' }));
  queryClient.setQueryData(keys[0]!, listOf(contract('a', 1)));
  queryClient.setQueryData(keys[1]!, listOf());
  contractOrders.update(contract('a', 2));
  expect(keys.map((key) => queryClient.getQueryData(key))).toEqual([listOf(), listOf(contract('a', 2))]);
});
