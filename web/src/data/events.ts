import { findAccountCoinByTransaction, getConduct } from '@candor/wire';
import type { CoinBalance } from '@candor/wire';
import { cachedList } from './cached-list.ts';
import { eventRule } from './event-rule.ts';

const balances = cachedList<CoinBalance>(findAccountCoinByTransaction, { idOf: ({ coin_code }) => coin_code });

export const events = [eventRule('balance', { list: balances }), eventRule('conduct', { refetches: [getConduct] })];
