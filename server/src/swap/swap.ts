// Flash swap: one coin for another at the index, with nothing added.
import {
  cancelExchange,
  findExchangeList,
  getExchangeRate,
  submitExchange,
  submitLimitExchange,
  swapEvent,
  swapMovements,
} from '@candor/wire';
import { product } from '../kit/product.ts';
import { cancelLimit } from './cancel-limit.ts';
import { swapClaims, swapInvariants } from './invariants.ts';
import { swapNotices } from './notices.ts';
import { swapOrderKind, swapOrders } from './order.ts';
import { placeSwap } from './place-swap.ts';
import { swapPlays } from './plays.ts';
import { settleSwap } from './settle-swap.ts';
import { swapEngine } from './swap-engine.ts';
import { swapWeb } from './swap-web.ts';

export const swap = product({
  name: 'swap',
  calls: [
    {
      title: 'Swap',
      text: 'One coin for another at the index, with nothing added; the first ticks after the request decide.',
      self: [getExchangeRate, submitExchange, submitLimitExchange, cancelExchange, findExchangeList],
    },
  ],
  commands: [placeSwap, settleSwap, cancelLimit],
  tables: [swapOrders],
  orders: [swapOrderKind],
  movements: swapMovements,
  events: [swapEvent],
  notices: [swapNotices],
  receipts: ['swap'],
  plays: swapPlays,
  claims: swapClaims,
  invariants: swapInvariants,
  bridged: { fromWeb: ['swap.changed'], fromEngine: ['swap.changed'] },
  web: swapWeb,
  engine: swapEngine,
});
