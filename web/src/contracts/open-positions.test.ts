import { formatAmount, wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { expect, test } from 'vitest';
import { openPositions } from './open-positions.ts';

const position = (changed: Partial<ContractOrderMessage>): ContractOrderMessage =>
  ({
    trade_btc_tpye: 'btcusdt',
    trade_transaction_type: 1,
    entry: { sequence: 1, price: '93000', published_at: '' },
    open_sheets: 100,
    sheet_size: '0.001',
    margin: '186',
    ...changed,
  }) as ContractOrderMessage;

test.each([
  ['a long gains what its price rose', {}, '33.36'],
  ['a short loses that', { trade_transaction_type: 2 }, '-33.36'],
  ['none loses more than its margin', { entry: { sequence: 1, price: '100000', published_at: '' } }, '-186'],
  ['what waits for its fill has gained nothing', { entry: null }, '0'],
])('%s', (_, changed, gain) => {
  expect(formatAmount(openPositions.gainAt(position(changed), wad('93333.6')))).toBe(gain);
});
