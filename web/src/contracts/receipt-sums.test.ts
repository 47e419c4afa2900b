import type { ArchivedTick, ContractReceipt2 } from '@candor/wire';
import { wad } from '@candor/wire';
import { expect, test } from 'vitest';
import { drawnTicks, sumsOf, triggerOf } from './receipt-sums.ts';
import { heightOf } from '../receipts/tick-line.ts';

const tick = (sequence: number, price: string): ArchivedTick => [sequence, price, 0, sequence * 100, 'x'];
const ref = (sequence: number, price: string) => ({ sequence, price, published_ms: sequence * 100 });
const run = (...ticks: ArchivedTick[]) => ({ coin: 'BTC', start_hash: '', end_hash: '', ticks });

const receipt = {
  order: { usd_num: '36', fee: '0.36', side: 'long' },
  changes: [],
  entry: ref(2, '90000'),
  exit: ref(4, '90450'),
  result: 'closed',
  liquidation_price: '88650',
  margin: '36',
  paid: '45',
  archive: [run(tick(1, '1'), tick(2, '90000'), tick(3, '90100'), tick(4, '90450'), tick(5, '9'))],
} as unknown as ContractReceipt2;

test('what it brought is what came back less what was at stake', () => {
  expect(sumsOf(receipt)).toEqual({
    gain: wad('9'),
    net: wad('8.64'),
    margin: wad('36'),
    paid: wad('45'),
    roe: '0.24',
  });
});

test('partial closes and added margin count, and no more is lost than was put in', () => {
  const changes = [
    { kind: 'margin', amount: '14' },
    { kind: 'part', margin: '25', pnl: '-5', paid: '20', sheets: 10, tick: ref(3, '1') },
  ] as ContractReceipt2['changes'];
  const lost = { ...receipt, changes, margin: '25', paid: '0', result: 'liquidated' as const };
  expect(sumsOf(lost)).toEqual({
    gain: wad('-30'),
    net: wad('-30.36'),
    margin: wad('50'),
    paid: wad('20'),
    roe: '-0.6072',
  });
});

test('an order that was cancelled brought nothing', () => {
  const cancelled = { ...receipt, result: 'cancelled' as const, paid: '36.36' };
  expect(sumsOf(cancelled)).toMatchObject({ gain: wad('0'), net: wad('0'), paid: wad('36.36'), roe: undefined });
});

test('draws from entry to exit, or the run at the end of a long life', () => {
  expect(drawnTicks(receipt).ticks.map(([sequence]) => sequence)).toEqual([2, 3, 4]);
  const long = { ...receipt, archive: [run(tick(2, '1')), run(tick(3, '1'), tick(4, '2'), tick(5, '3'))] };
  expect(drawnTicks(long)).toMatchObject({ isFromEntry: false });
  expect(drawnTicks(long).ticks.map(([sequence]) => sequence)).toEqual([3, 4]);
});

test('the price that ended it is the last one that was set', () => {
  const stops = (stop_loss: string) => ({ kind: 'stops', take_profit: '91000', stop_loss }) as ContractReceipt2['changes'][number]; // oxfmt-ignore
  const changes = [stops('89000'), stops('89500')];
  expect(triggerOf({ ...receipt, changes, result: 'stop-loss' })).toBe('89500');
  expect(triggerOf({ ...receipt, changes, result: 'take-profit' })).toBe('91000');
  expect(triggerOf({ ...receipt, changes, result: 'liquidated' })).toBe('88650');
  expect(triggerOf({ ...receipt, changes, result: 'closed' })).toBeNull();
});

test('a price has a height only within the picture', () => {
  const ticks = [tick(1, '100'), tick(2, '110')];
  expect(heightOf('105', ticks)).toBe(0.5);
  expect(heightOf('111', ticks)).toBeUndefined();
  expect(heightOf('100', [tick(1, '100')])).toBeUndefined();
});
