import { formatAmount, swapRate, type AssetCode, type Wad } from '@candor/wire';
import type { Session } from '../../../src/kit/feature.ts';
import { acceptQuote, askLimit, askQuote } from '../../../src/swap/ask-swap.ts';
import { cancelLimit } from '../../../src/swap/cancel-limit.ts';
import { acceptedOn, sidesOf, swapOrders, type SwapOrder } from '../../../src/swap/order.ts';
import { placeSwap, type PlaceSwap } from '../../../src/swap/place-swap.ts';
import { openQuotes } from '../../../src/swap/quotes.ts';
import { fillFrom, isInTime, reachesLimit, type DecidingTicks } from '../../../src/swap/rules.ts';
import { settleSwap } from '../../../src/swap/settle-swap.ts';
import { firstSwapDayLimits, firstSwapTerms } from '../first-terms.ts';
import type { Asked } from './memory-ledger.ts';
import { ask, pick, playedCoins, unlessRefused, usdtOf, type Actor, type Draw, type ModelProduct, type ModelStage } from './stage.ts'; // oxfmt-ignore

const quotes = openQuotes('11'.repeat(32));

const partsOf = ({ ledger, market }: ModelStage) => ({
  market,
  clock: { now: () => ledger.now },
  quotes,
  newId: ledger.ids.next,
  terms: { now: () => firstSwapTerms },
  dayLimits: { now: () => firstSwapDayLimits },
});
/** The command counts by itself. */
const freeDay = { placed: 0, swaps: 1, least: firstSwapTerms.minValue, endsAt: 0 };
const sessionOf = (actor: Actor) => ({ ...actor, isVerified: true }) as unknown as Session;

/** A quote that is asked for and accepted at once. */
function accepted(stage: ModelStage, actor: Actor, draw: Draw): PlaceSwap | undefined {
  const coin = pick(draw, playedCoins);
  const pair = pick(draw, [['USDT', coin], [coin, 'USDT'], ['BTC', 'ETH']] as const); // oxfmt-ignore
  const [baseCurrency, quoteCurrency]: readonly [AssetCode, AssetCode] = pair;
  const amount = baseCurrency === 'USDT' ? usdtOf(draw, 10, 3_000) : ((BigInt(1 + draw(50)) * 10n ** 15n) as Wad);
  const asked = { baseCurrency, quoteCurrency, amount: formatAmount(amount), amount_of: 'base' } as const;
  const quote = askQuote(asked, { accountId: actor.accountId, room: freeDay }, partsOf(stage));
  return acceptQuote({ baseCurrency, quoteCurrency, quote_id: quote.quote_id }, sessionOf(actor), partsOf(stage));
}

/** Buys a coin for a little less than it costs now. */
function limit(stage: ModelStage, actor: Actor, draw: Draw): PlaceSwap {
  const coin = pick(draw, playedCoins);
  const now = swapRate({ from: 10n ** 18n as Wad, to: stage.tick(coin).price }); // oxfmt-ignore
  const price = formatAmount(((now * BigInt(1_001 + draw(20))) / 1_000n) as Wad);
  const amount = formatAmount(usdtOf(draw, 10, 2_000));
  return askLimit({ baseCurrency: 'USDT', quoteCurrency: coin, amount, price, hours: 1 + draw(48) }, sessionOf(actor), partsOf(stage)); // oxfmt-ignore
}

function settlementOf(stage: ModelStage, order: SwapOrder): Asked | undefined {
  const ticks: DecidingTicks = { from: null, to: null };
  for (const { side, coin } of sidesOf(order)) {
    const isIt = order.kind === 'limit' ? reachesLimit : isInTime;
    const inTime = stage.ticks.get(coin)!.filter((tick) => tick.sequence > acceptedOn(order, side));
    ticks[side] = inTime.find((tick) => tick.publishedAt >= fillFrom(order) && isIt(order, tick)) ?? null;
  }
  const isComplete = sidesOf(order).every(({ side }) => ticks[side] !== null);
  return isComplete || stage.now > order.expiresAt ? ask(settleSwap, order, { order, ticks }) : undefined;
}

export const swap: ModelProduct = {
  plays: [
    ...[accepted, limit].map((wanted) => ({
      command: placeSwap,
      weight: 2,
      play(stage: ModelStage, actor: Actor, draw: Draw) {
        const input = unlessRefused(() => wanted(stage, actor, draw));
        return input && ask(placeSwap, actor, input);
      },
    })),
    {
      command: cancelLimit,
      weight: 2,
      play(stage, actor, draw) {
        const order = stage.own(swapOrders, actor, draw, ({ ending }) => ending === null);
        if (!order) return undefined;
        const { coin } = sidesOf(order)[0]!;
        const { sequence } = stage.tick(coin);
        return ask(cancelLimit, actor, { orderId: order.orderId, receivedAt: stage.now, sequence });
      },
    },
  ],
  engines: [
    {
      commands: [settleSwap],
      due: (stage) =>
        stage.ledger.rows(swapOrders).flatMap((order) => (order.ending ? [] : (settlementOf(stage, order) ?? []))),
    },
  ],
};
