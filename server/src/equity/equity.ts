// What an account is worth: its balances at the market's prices, and what its open orders have gained.
import { queryEquityHistory, queryOpeningEquity } from '@candor/wire';
import { product } from '../kit/product.ts';
import { equityWeb } from './equity-web.ts';

export const equity = product({
  name: 'equity',
  calls: [
    {
      title: 'Equity',
      text: 'What an account was worth, from its journal, its open orders and the prices of that time.',
      self: [queryOpeningEquity, queryEquityHistory],
    },
  ],
  web: equityWeb,
});
