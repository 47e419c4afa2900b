// Seconds options: a stake on a coin's price after some seconds.
import {
  getOptionGaps,
  optionEvent,
  optionMovements,
  queryOptionsConfig,
  getOptionsHistory,
  queryOptionsOrderList,
  queryOptionsSummary,
  submitOptionsOrder,
} from '@candor/wire';
import { product, type KindOf, type Ways } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { optionTerms } from './configs.ts';
import { optionClaims, optionExplains, optionInvariants, optionTimes } from './invariants.ts';
import { optionsEngine } from './options-engine.ts';
import { optionsWeb } from './options-web.ts';
import { optionOrderKind, optionOrders } from './order.ts';
import { placeOptionsOrder } from './place-order.ts';
import { optionNotices } from './notices.ts';
import { optionPlays } from './plays.ts';
import { settleOptionsOrder } from './settle-order.ts';
import { optionTickRule } from './tick-rule.ts';

/** Where its movements take money. */
const ways: Ways<KindOf<typeof optionMovements>> = {
  'option-placed': [['available', 'reserved', ['bankroll', 'options-reserve']]],
  'option-returned': [
    ['reserved', 'available'],
    ['reserved', 'available', ['options-reserve', 'bankroll']],
  ],
  'option-won': [['options-reserve', 'available']],
  'option-lost': [['reserved', 'bankroll', ['options-reserve', 'bankroll']]],
};

export const options = product({
  name: 'options',
  calls: [
    {
      title: 'Options',
      text: 'Stakes on a coin being higher or lower when the seconds are over.',
      anyone: [queryOptionsConfig, getOptionGaps],
      self: [submitOptionsOrder, queryOptionsOrderList, queryOptionsSummary, getOptionsHistory],
    },
  ],
  commands: [placeOptionsOrder, settleOptionsOrder],
  tables: [optionOrders],
  orders: [optionOrderKind],
  logged: [{ kind: 'option-terms', table: 'options_configs' }],
  movements: optionMovements,
  ways,
  explains: optionExplains,
  resultsAs: 'options',
  events: [optionEvent],
  notices: [optionNotices],
  receipts: ['option'],
  settings: [optionTerms],
  plays: optionPlays,
  claims: optionClaims,
  // Up and down are equally likely, so a stake loses half of what a win pays too little. A tie or void gives the stake back and costs nothing.
  tradingCosts: [
    sql`select account_id, settled_at as at, greatest(stake - profit, 0) / 2 as amount from option_orders
      where book = 'real' and result in ('win', 'lose')`,
  ],
  invariants: optionInvariants,
  times: optionTimes,
  archiveRules: [optionTickRule],
  bridged: { fromWeb: ['options.placed'], fromEngine: ['options.changed'] },
  web: optionsWeb,
  engine: optionsEngine,
});
