import { cancelPurchase, markPurchasePaid, submitPurchase, type Purchase } from '@candor/wire';
import { play, playedByItself, type Player } from '../kit/play.ts';
import { cancelOrder, endOfTime, markPaid } from './change-purchase.ts';
import { confirmOrder, noteRefund, rejectOrder } from './decide-purchase.ts';
import { orderPurchase } from './order-purchase.ts';

/** One that was ordered and not touched since. */
function waiting({ replies, pick }: Player): string | undefined {
  const known = replies as readonly (Purchase | { id: string; purchase: Purchase })[];
  const touched = new Set(known.filter((reply) => !('purchase' in reply)).map(({ id }) => id));
  const open = known.flatMap((reply) => ('purchase' in reply && !touched.has(reply.id) ? [reply.id] : []));
  return open.length > 0 ? pick(open) : undefined;
}

export const purchasePlays = [
  play(submitPurchase, [orderPurchase], ({ accountId, random, pick }) => {
    const [coin_code, coinAccuracy] = pick([['USDT', 4], ['BTC', 8], ['XRP', 4]] as const); // oxfmt-ignore
    const money = `${100 + random(900)}.${10 + random(90)}`;
    return { account_id: accountId, short_name: pick(['EUR', 'USD', 'CHF']), coin_code, coinAccuracy, money };
  }),
  play(markPurchasePaid, [markPaid], (player) => {
    const id = waiting(player);
    return id === undefined ? undefined : { id };
  }),
  play(cancelPurchase, [cancelOrder], (player) => {
    const id = waiting(player);
    return id === undefined ? undefined : { id };
  }),
  playedByItself([endOfTime, confirmOrder, rejectOrder, noteRefund]),
];
