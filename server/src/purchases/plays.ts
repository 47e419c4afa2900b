import { cancelPurchase, markPurchasePaid, submitPurchase, type Purchase } from '@candor/wire';
import { play, playedByItself, type Player } from '../kit/play.ts';
import { cancelOrder, endOfTime, markPaid } from './change-purchase.ts';
import { confirmOrder, noteRefund, rejectOrder } from './decide-purchase.ts';
import { orderPurchase } from './order-purchase.ts';

type Known = readonly (Purchase | { id: string; purchase: Purchase })[];

/** One that was ordered and not touched since. */
function waiting({ replies, pick }: Player): string | undefined {
  const known = replies as Known;
  const touched = new Set(known.filter((reply) => !('purchase' in reply)).map(({ id }) => id));
  const open = known.flatMap((reply) => ('purchase' in reply && !touched.has(reply.id) ? [reply.id] : []));
  return open.length > 0 ? pick(open) : undefined;
}

const paidBy = ({ replies }: Player): number =>
  (replies as Known).filter((reply) => 'state' in reply && reply.state === 'paid').length;

export const purchasePlays = [
  play(submitPurchase, [orderPurchase], ({ accountId, random, pick }) => {
    const [coin_code, coinAccuracy] = pick([['USDT', 4], ['BTC', 8], ['XRP', 4]] as const); // oxfmt-ignore
    const money = `${100 + random(900)}.${10 + random(90)}`;
    return { account_id: accountId, short_name: pick(['EUR', 'USD', 'CHF']), coin_code, coinAccuracy, money };
  }),
  // What was said to be paid stays open until an operator has looked: of three there is room for another order to the end.
  play(markPurchasePaid, [markPaid], (player) => {
    const id = waiting(player);
    return id === undefined || paidBy(player) >= 2 ? undefined : { id };
  }),
  play(cancelPurchase, [cancelOrder], (player) => {
    const id = waiting(player);
    return id === undefined ? undefined : { id };
  }),
  playedByItself([endOfTime, confirmOrder, rejectOrder, noteRefund]),
];
