import type { ContractOrderMessage } from '@candor/wire';
import { expect, test } from 'vitest';
import { createFormats } from '../text/formats.ts';
import { cardDetails } from './card-details.ts';

const order = (told: Partial<ContractOrderMessage>): ContractOrderMessage =>
  ({ trade_btc_tpye: 'btcusdt', trade_price: '90010', entry: null, received_at: '2026-11-21T10:00:00.000Z', ...told }) as ContractOrderMessage; // oxfmt-ignore

test('cards of one coin and side have names of their own', () => {
  const entry = { sequence: 5, price: '90000', published_at: '2026-11-21T10:00:01.000Z' };
  const orders = [order({}), order({ trade_price: '95000' }), order({ entry }), order({ received_at: '2026-11-21T10:00:02.000Z' })]; // oxfmt-ignore
  const names = orders.map((each) => cardDetails(each, createFormats('en')));
  expect(new Set(names).size).toBe(orders.length);
  expect(names[2]).toContain('90,000');
});
