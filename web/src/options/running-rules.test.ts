import { formatAmount } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { describe, expect, test } from 'vitest';
import { bridgedUntil, gainOf, overdueAt, shownOrders, stageEndsAt, stageOf, standOf } from './running-rules.ts';

const received = Date.parse('2026-11-20T12:04:31.000Z');
const at = (ms: number): string => new Date(received + ms).toISOString();
const order = (changed: Partial<OptionOrderMessage> = {}): OptionOrderMessage => ({
  option_order_id: 'opt_1', pair_type: 'btcusdt', trade_user_id: 'acc_1', trade_transaction_type: 1, trade_num: '10', trade_type: 1,
  option_config_id: '1', config_version: 1, duration_ms: 30_000, payout_rate: '0.85', exit_wait_ms: 10_000, received_at: at(0), accepted_sequence: 5,
  entry: null, expires_at: null, exit: null, result: null, void_reason: null, paid: null, settled_at: null, ...changed,
}); // oxfmt-ignore
const entered = { entry: { sequence: 6, price: '93321.1', published_at: at(250) }, expires_at: at(30_250) };
const won = {
  ...entered,
  trade_type: 0,
  exit: { sequence: 99, price: '93333.6', published_at: at(30_100) },
  result: 'win',
  paid: '18.5',
  settled_at: at(30_400),
} as const;

test('an order waits, runs, settles and ends', () => {
  expect(stageOf(order(), received)).toBe('waiting');
  expect(stageOf(order(entered), received + 30_249)).toBe('running');
  expect(stageOf(order(entered), received + 30_250)).toBe('settling');
  expect(stageOf(order(won), received)).toBe('ended');
});

test('an order whose result is kept back by a gap says how long the next price is waited for', () => {
  expect(stageOf(order(entered), received + 31_749)).toBe('settling');
  expect(stageOf(order(entered), received + 31_750)).toBe('bridging');
  expect(bridgedUntil(order(entered))).toBe(received + 40_250);
  // Terms that know no such price settle by what came before.
  expect(stageOf(order({ ...entered, exit_wait_ms: 0 }), received + 90_000)).toBe('settling');
});

test('it is known when time alone changes the stage', () => {
  expect(stageEndsAt(order(), received)).toBeUndefined();
  expect(stageEndsAt(order(entered), received)).toBe(received + 30_250);
  expect(stageEndsAt(order(entered), received + 30_250)).toBe(received + 31_750);
  expect(stageEndsAt(order(entered), received + 31_750)).toBeUndefined();
  expect(stageEndsAt(order({ ...entered, exit_wait_ms: 0 }), received + 30_250)).toBeUndefined();
  expect(stageEndsAt(order(won), received)).toBeUndefined();
});

describe('how it stands', () => {
  const stand = (price: string | undefined, changed: Partial<OptionOrderMessage> = entered) => {
    const found = standOf(order(changed), price);
    return found && [found.stand, formatAmount(found.gain)];
  };
  test('up wins above its entry', () => expect(stand('93321.2')).toEqual(['winning', '8.5']));
  test('up loses its stake below', () => expect(stand('93321')).toEqual(['losing', '-10']));
  test('down is the other way round', () => {
    expect(stand('93321', { ...entered, trade_transaction_type: 2 })).toEqual(['winning', '8.5']);
    expect(stand('93322', { ...entered, trade_transaction_type: 2 })).toEqual(['losing', '-10']);
  });
  test('the same price is level, however it is written', () => expect(stand('93321.100')).toEqual(['level', '0']));
  test('is not known without entry or price', () => {
    expect(stand('93321', {})).toBeUndefined();
    expect(stand(undefined)).toBeUndefined();
  });
});

test('the gain of an ended order is what came back less the stake', () => {
  expect(formatAmount(gainOf(order(won)))).toBe('8.5');
  expect(formatAmount(gainOf(order({ ...won, result: 'lose', paid: '0' })))).toBe('-10');
  expect(formatAmount(gainOf(order({ ...won, result: 'void', paid: '10' })))).toBe('0');
});

describe('the cards', () => {
  const none = { open: [], ended: [], sinceMs: received + 30_000, dismissed: new Set<string>() };
  test('a result is shown when it came since the page looks, until it is dismissed', () => {
    expect(shownOrders({ ...none, ended: [order(won)] })).toEqual([order(won)]);
    expect(shownOrders({ ...none, ended: [order(won)], sinceMs: received + 31_000 })).toEqual([]);
    expect(shownOrders({ ...none, ended: [order(won)], dismissed: new Set(['opt_1']) })).toEqual([]);
  });
  test('a list that is older than the result does not take it back', () => {
    expect(shownOrders({ ...none, ended: [order(won)], open: [order(entered)] })).toEqual([order(won)]);
  });
  test('the newest comes first', () => {
    const later = order({ option_order_id: 'opt_2', received_at: at(5_000) });
    expect(shownOrders({ ...none, open: [order(), later] }).map((one) => one.option_order_id)).toEqual([
      'opt_2',
      'opt_1',
    ]);
  });
});

test('an order is overdue only well after its time', () => {
  expect(overdueAt(order(entered))).toBe(received + 34_250);
  expect(overdueAt(order())).toBe(received + 10_000);
  expect(overdueAt(order(won))).toBeUndefined();
});
