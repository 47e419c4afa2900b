// Flash swap: one coin for another at the index, with nothing added.
import {
  askRefill,
  cancelExchange,
  dropRefill,
  exportRefills,
  exportSwaps,
  findExchangeList,
  getExchangeRate,
  getInventory,
  listRefills,
  listSwaps,
  submitExchange,
  submitLimitExchange,
  swapEvent,
  swapMovements,
} from '@candor/wire';
import { product, type KindOf, type Ways } from '../kit/product.ts';
import { cancelLimit } from './cancel-limit.ts';
import { swapClaims, swapExplains, swapInvariants, swapTimes } from './invariants.ts';
import { swapNotices } from './notices.ts';
import { swapOrderKind, swapOrders } from './order.ts';
import { placeSwap } from './place-swap.ts';
import { swapPlays } from './plays.ts';
import { settleSwap } from './settle-swap.ts';
import { swapEngine } from './swap-engine.ts';
import { swapDayInvariant, swapDays, swapDaySetting } from './swap-days.ts';
import { swapWeb } from './swap-web.ts';
import { swapSetting } from './terms.ts';
import { swapTickRule } from './tick-rule.ts';

/** Where its movements take money. */
const ways: Ways<KindOf<typeof swapMovements>> = {
  'swap-placed': [['available', 'reserved']],
  'swap-promised': [['bankroll', 'swaps-reserve']],
  'swap-given': [['reserved', 'bankroll']],
  'swap-received': [['swaps-reserve', 'available']],
  'swap-returned': [['reserved', 'available']],
  'swap-released': [['swaps-reserve', 'bankroll']],
};

export const swap = product({
  name: 'swap',
  calls: [
    {
      title: 'Swap',
      text: 'One coin for another at the index, with nothing added; the first ticks after the request decide.',
      self: [getExchangeRate, submitExchange, submitLimitExchange, cancelExchange, findExchangeList],
    },
  ],
  consoleCalls: [
    {
      title: 'Swaps',
      text: 'What customers swap, what the house holds of each coin, and requests to bring one in.',
      operator: [listSwaps, exportSwaps, getInventory, listRefills, exportRefills, askRefill, dropRefill],
    },
  ],
  commands: [placeSwap, settleSwap, cancelLimit],
  tables: [swapOrders, swapDays],
  orders: [swapOrderKind],
  movements: swapMovements,
  ways,
  explains: swapExplains,
  events: [swapEvent],
  notices: [swapNotices],
  resultsAs: 'swap',
  resultKinds: ['swap-at-index'],
  receipts: ['swap'],
  settings: [swapSetting, swapDaySetting],
  plays: swapPlays,
  claims: swapClaims,
  invariants: [...swapInvariants, swapDayInvariant],
  times: swapTimes,
  archiveRules: [swapTickRule],
  bridged: { fromWeb: ['swap.changed'], fromEngine: ['swap.changed'] },
  web: swapWeb,
  engine: swapEngine,
});
