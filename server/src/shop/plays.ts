import { orderTicket, wireId } from '@candor/wire';
import { play, playedByItself } from '../kit/play.ts';
import { buyTicket } from './buy-ticket.ts';
import { closePeriod, drawPeriod, voidPeriod } from './end-period.ts';
import { givePrizeAddressTo, sendPrizeTo, takeWorth } from './end-prize.ts';
import { demoGoods } from './demo-goods.ts';
import { openPeriod, periodIdOf } from './open-period.ts';
import { settleTicket } from './settle-ticket.ts';

/** Goods of the demo that everybody may buy, in their first periods. */
const open = demoGoods.filter(({ level }) => level === 0);

export const shopPlays = [
  play(orderTicket, [buyTicket, settleTicket], ({ accountId, pick }) => {
    const { goodId } = pick(open);
    return { user_id: accountId, good_id: goodId, periods_id: wireId('period', periodIdOf(goodId, 1)) };
  }),
  playedByItself([openPeriod, closePeriod, drawPeriod, voidPeriod, givePrizeAddressTo, takeWorth, sendPrizeTo]),
];
