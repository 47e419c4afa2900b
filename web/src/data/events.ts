import { findAccountCoinByTransaction, getConduct } from '@candor/wire';
import type { CoinBalance } from '@candor/wire';
import { cachedList } from './cached-list.ts';
import { eventRule } from './event-rule.ts';

const balances = cachedList<CoinBalance>(findAccountCoinByTransaction, {
  idOf: ({ coin_code }) => coin_code,
  // Two processes may tell of one account, and their messages overtake one another.
  progressOf: ({ version }) => version,
});

export const events = [eventRule('balance', { list: balances }), eventRule('conduct', { refetches: [getConduct] })];
