import type { CandleCorrection, ContractOrderMessage, OptionOrderMessage } from '@candor/wire';
import { expect, test } from 'vitest';
import { withBalance, withContract, withCorrection, withOrder } from './push-rules.ts';

const order = (id: string, changed: Partial<OptionOrderMessage> = {}): OptionOrderMessage => ({
  option_order_id: id,
  pair_type: 'BTC',
  trade_user_id: 'acc_1',
  trade_transaction_type: 1,
  trade_num: '10',
  trade_type: 1,
  option_config_id: '1',
  config_version: 1,
  duration_ms: 30_000,
  payout_rate: '0.85',
  received_at: '2026-01-01T00:00:00.000Z',
  accepted_sequence: 1,
  entry: null,
  expires_at: null,
  exit: null,
  result: null,
  void_reason: null,
  paid: null,
  settled_at: null,
  ...changed,
});
const listOf = <Item>(...items: Item[]) => ({ TOTAL: items.length, RESULT_LIST: items });
const balance = (coin: string, qty: string) => ({ coin_code: coin, qty, reserved: '0', margin: '0', staked: '0' });

test('a pushed balance takes the place of the old one, or comes to the list', () => {
  const list = listOf(balance('USDT', '100'));
  expect(withBalance(list, balance('USDT', '90'))).toEqual(listOf(balance('USDT', '90')));
  expect(withBalance(list, balance('BTC', '1'))).toEqual(listOf(balance('USDT', '100'), balance('BTC', '1')));
  expect(list).toEqual(listOf(balance('USDT', '100')));
});

test('a new order comes on top of the open ones, and a settled one moves to the ended ones', () => {
  const [open, ended] = [{ trade_type: 1 }, { trade_type: 0 }];
  const first = withOrder(listOf(order('a')), order('b'), open);
  expect(first).toEqual(listOf(order('b'), order('a')));
  const settled = order('b', { trade_type: 0, result: 'win', paid: '18.5' });
  expect(withOrder(first, settled, open)).toEqual(listOf(order('a')));
  expect(withOrder(listOf(order('z', { trade_type: 0 })), settled, ended).RESULT_LIST[0]).toEqual(settled);
});

test('a change of a known order stays in its place', () => {
  const entered = order('a', { entry: { sequence: 5, price: '1', published_at: '2026-01-01T00:00:00.250Z' } });
  expect(withOrder(listOf(order('b'), order('a')), entered, { trade_type: 1 })).toEqual(listOf(order('b'), entered));
});

test('lists of another coin don’t change, and later pages only count', () => {
  const list = listOf(order('a'));
  expect(withOrder(list, order('b'), { trade_type: 1, pair_type: 'ETH' })).toBe(list);
  expect(withOrder(list, order('b'), { trade_type: 1, pair_type: 'BTC' }).TOTAL).toBe(2);
  expect(withOrder(list, order('b'), { trade_type: 1, current_page: 2 })).toEqual({
    TOTAL: 2,
    RESULT_LIST: [order('a')],
  });
  expect(withOrder(list, order('b'), { trade_type: 1, pagesize: 1 })).toEqual({ TOTAL: 2, RESULT_LIST: [order('b')] });
});

test('a contract goes from tab to tab', () => {
  const contract = (id: string, tab: number) => ({ trade_id: id, trade_type: tab, trade_btc_tpye: 'btcusdt' }) as ContractOrderMessage; // prettier-ignore
  const [waiting, open] = [
    { trade_type: 1, trade_btc_tpye: '' },
    { trade_type: 2, trade_btc_tpye: '' },
  ];
  const list = { TOTAL: 1, RESULT_LIST: [contract('a', 1)] };
  expect(withContract(list, contract('a', 2), waiting)).toEqual({ TOTAL: 0, RESULT_LIST: [] });
  expect(withContract({ TOTAL: 0, RESULT_LIST: [] }, contract('a', 2), open).RESULT_LIST).toEqual([contract('a', 2)]);
  expect(withContract(list, contract('b', 1), { trade_type: 1, trade_btc_tpye: 'ethusdt' })).toBe(list);
});

test('a correction follows the ones before it; where some are missing, the list is read anew', () => {
  const correction = (id: number, coin = 'BTC'): CandleCorrection => ({
    id, coin, minute_ms: 0, reason: 'bad-print', note: '', proposed_by: 'index', approved_by: 'index', corrected_at: '',
    before: { open: '1', high: '2', low: '1', close: '1' }, after: { open: '1', high: '1', low: '1', close: '1' },
    previous: '', public_key: '', signature: '',
  }); // prettier-ignore
  const all = [correction(1), correction(2)];
  expect(withCorrection(all, correction(3), undefined)?.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(withCorrection(all, correction(2), undefined)).toBe(all);
  expect(withCorrection(all, correction(4), undefined)).toBeUndefined();
  // Of one coin the numbers have gaps.
  expect(withCorrection(all, correction(9), 'BTC')?.at(-1)?.id).toBe(9);
  expect(withCorrection(all, correction(9, 'ETH'), 'BTC')).toBe(all);
});
