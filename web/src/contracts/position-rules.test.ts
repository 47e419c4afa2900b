import { wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { expect, test } from 'vitest';
import { closePreview, coinOf, liquidationAfter, roeOfEnded, stakeOf, standingOf } from './position-rules.ts';

const at = '2026-11-21T10:00:00.000Z';
const position: ContractOrderMessage = {
  trade_id: 'cfd_1', trade_price: '90010', trade_lever: 50, trade_user_id: 'acc_1', trade_type: 2, trade_transaction_type: 1,
  trade_btc_tpye: 'btcusdt', usd_num: '36', sheets_num: 20, order_type: 'market', sheet_size: '0.001', fee: '0.36',
  config_version: 1, state: 'open', received_at: at, accepted_sequence: 1, expires_at: null, take_profit: null, stop_loss: null,
  entry: { sequence: 5, price: '90000', published_at: at }, liquidation_price: '88650', open_sheets: 20, margin: '36',
  added_margin: '0', closing: null, exit: null, result: null, cancel_reason: null, paid: '0', payment_due: '0', pnl: '0', realised: '0',
  settled_at: null,
}; // oxfmt-ignore
const short: ContractOrderMessage = { ...position, trade_transaction_type: 2, liquidation_price: '91350' };

test('a position gains with its side, and its health falls towards liquidation', () => {
  expect(standingOf(position, wad('90450'))).toMatchObject({ pnl: wad('9'), net: wad('8.64'), roe: '0.24', health: 1 });
  expect(standingOf(short, wad('90450'))).toMatchObject({ pnl: wad('-9'), roe: '-0.26', health: 0.666 });
  expect(standingOf(position, wad('88650'))).toMatchObject({ pnl: wad('-27'), distance: '0', health: 0 });
  expect(standingOf(position, wad('88000'))).toMatchObject({ distance: '0', health: 0 });
});

test('a coin that is not known is never taken for another', () => {
  expect(coinOf({ trade_btc_tpye: 'btcusdt' }).code).toBe('BTC');
  expect(coinOf({ trade_btc_tpye: 'newusdt' })).toMatchObject({ code: 'newusdt', symbol: 'newusdt' });
});

test('nothing is said without a price or before the entry', () => {
  expect(standingOf(position, undefined)).toBeUndefined();
  expect(standingOf({ ...position, entry: null }, wad('90000'))).toBeUndefined();
});

test('a close of some sheets brings their share of the margin, and never less than nothing', () => {
  expect(closePreview(position, 5, wad('90450'))).toEqual({ pnl: wad('2.25'), paid: wad('11.25') });
  expect(closePreview(position, 20, wad('80000'))).toEqual({ pnl: wad('-200'), paid: wad('0') });
});

test('more margin moves the liquidation price away by what it is over the coin', () => {
  expect(liquidationAfter(position, wad('18'))).toBe(wad('87750'));
  expect(liquidationAfter(short, wad('18'))).toBe(wad('92250'));
  expect(liquidationAfter(position, wad('100000'))).toBe(wad('0'));
});

test('an order that waits stakes all its sheets at its own price', () => {
  const waiting: ContractOrderMessage = { ...position, state: 'waiting', entry: null, margin: '0', open_sheets: 0 };
  expect(stakeOf(waiting)).toMatchObject({ entryPrice: wad('90010'), amount: wad('0.02'), margin: wad('36') });
});

test('what parts have brought before counts with what is still open, after the fee once', () => {
  const half = { ...position, open_sheets: 10, margin: '18', pnl: '-2' };
  expect(standingOf(half, wad('90450'))).toMatchObject({ pnl: wad('4.5'), net: wad('2.14'), roe: '0.0594' });
});

test('the return of an ended one counts what was added', () => {
  expect(roeOfEnded({ ...position, state: 'ended', pnl: '-27', realised: '-27.36', added_margin: '18' })).toBe(
    '-0.5066',
  );
});
