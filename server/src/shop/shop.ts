// The goods shop: tickets for draws that anyone can recompute, of periods whose prizes are reserved before the first is sold.
import {
  addGood,
  exportPrizes,
  exportShopPeriods,
  findOrders,
  findPeriods,
  findPeriodsByComplete,
  findRebates,
  getDraw,
  getOrderById,
  getPeriod,
  getPeriodByGoodId,
  getPrize,
  getShopPeriod,
  getTicketProof,
  givePrizeAddress,
  listPrizes,
  listShopPeriods,
  openGoodPeriod,
  orderTicket,
  sendPrize,
  sendPrizeAct,
  shopMovements,
  takePrizeWorth,
  ticketEvent,
} from '@candor/wire';
import { product, type KindOf, type Ways } from '../kit/product.ts';
import { buyTicket } from './buy-ticket.ts';
import { closePeriod, drawPeriod, voidPeriod } from './end-period.ts';
import { givePrizeAddressTo, sendPrizeTo, takeWorth } from './end-prize.ts';
import { shopClaims, shopExplains, shopInvariants, shopTimes } from './invariants.ts';
import { openPeriod } from './open-period.ts';
import { shopDraws, shopPeriods, shopVoids } from './period.ts';
import { shopPlays } from './plays.ts';
import { settleTicket } from './settle-ticket.ts';
import { shopEngine } from './shop-engine.ts';
import { shopWeb } from './shop-web.ts';
import { shopAddresses, shopPrizes, shopTickets, ticketCosts, ticketKind } from './ticket.ts';

const periodColumns =
  '{period_id,good_id,number,series,price,tickets,tickets_min,winners,rebate,prize_kind,prize,draw_delay_ms,beacon_name,' +
  'beacon_is_demo,beacon_key,beacon_genesis_ms,beacon_period_ms,opened_at,closes_at}';

/** Where its movements take money. */
const ways: Ways<KindOf<typeof shopMovements> | 'shop-reserved' | 'shop-released'> = {
  'ticket-bought': [['available', 'reserved']],
  'ticket-spent': [['reserved', 'shop-funds']],
  'ticket-refunded': [['reserved', 'available']],
  'ticket-rebate': [['shop', 'available']],
  'ticket-prize': [['shop', 'available']],
  'shop-reserved': [['shop-funds', 'shop']],
  'shop-released': [['shop', 'shop-funds']],
};

export const shop = product({
  name: 'shop',
  calls: [
    {
      title: 'Shop',
      text: 'Tickets for goods and coins. The list of tickets is public before the randomness exists, and anyone draws the winners again.',
      anyone: [findPeriods, getPeriodByGoodId, findPeriodsByComplete, getPeriod, getDraw, getTicketProof],
      self: [orderTicket, findOrders, findRebates, getOrderById, givePrizeAddress, takePrizeWorth],
    },
  ],
  consoleCalls: [
    {
      title: 'Shop',
      text: 'Periods with what came of them, and goods that are to be sent.',
      operator: [listShopPeriods, exportShopPeriods, getShopPeriod, listPrizes, exportPrizes, getPrize, sendPrize],
    },
  ],
  acts: [addGood, openGoodPeriod, sendPrizeAct],
  commands: [
    openPeriod,
    buyTicket,
    closePeriod,
    drawPeriod,
    voidPeriod,
    settleTicket,
    givePrizeAddressTo,
    takeWorth,
    sendPrizeTo,
  ],
  tables: [shopPeriods, shopDraws, shopVoids, shopTickets, shopPrizes, shopAddresses],
  orders: [ticketKind],
  logged: [
    { kind: 'draw-period', table: 'shop_periods', columns: periodColumns },
    { kind: 'draw-result', table: 'shop_draws', columns: '{period_id,signature,winning_num}' },
    { kind: 'draw-void', table: 'shop_voids', columns: '{period_id,reason}' },
  ],
  movements: shopMovements,
  ways,
  explains: shopExplains,
  resultsAs: 'shop',
  events: [ticketEvent],
  unnoticed: { ticket: 'The page of the period shows what was drawn, and the bills what was paid.' },
  plays: shopPlays,
  claims: shopClaims,
  tradingCosts: [ticketCosts],
  invariants: shopInvariants,
  times: shopTimes,
  bridged: { fromEngine: ['tickets.changed'] },
  web: shopWeb,
  engine: shopEngine,
});
