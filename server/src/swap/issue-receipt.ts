// The receipt of an ended swap: what was agreed, the ticks that decided, and the archive up to them, signed.
import { signReceipt, swapFormula } from '@candor/proof';
import { assetDecimals, formatAmount, swapTerms, toInstant, wireId, type CoinCode, type SwapReceipt, type TickRun } from '@candor/wire'; // oxfmt-ignore
import type { Clock } from '../kit/clock.ts';
import { refuse } from '../kit/refuse.ts';
import { receiptTick } from '../market/archive/tick-point.ts';
import type { Market } from '../market/market.ts';
import { acceptedOn, sidesOf, type SwapOrder } from './order.ts';

interface Issuer {
  market: Market;
  signingKey: string;
  clock: Clock;
}

/** For this long a tick is waited for that shows that none came in time. */
const patienceMs = 60_000;
/** Of a limit that waited for long; the rest is in the public archive. */
const ticksMax = 1_000;

/** Refuses with `receipt-follows` while nothing shows yet that no tick came in time. */
export async function issueReceipt(
  order: SwapOrder & { ending: NonNullable<SwapOrder['ending']> },
  issuer: Issuer,
): Promise<SwapReceipt> {
  const { ending, fromTick, toTick } = order;
  const facts = {
    kind: 'swap',
    version: 1,
    ...agreedOf(order),
    from_tick: fromTick && receiptTick(fromTick),
    to_tick: toTick && receiptTick(toTick),
    result: ending.result,
    reason: ending.reason,
    given: formatAmount(ending.given),
    received: formatAmount(ending.received),
    settled_at: toInstant(ending.settledAt),
  } as const;
  const archive: TickRun[] = [];
  for (const { side, coin } of sidesOf(order)) archive.push(await runOf(order, { side, coin }, issuer));
  return signReceipt({ ...facts, formula: swapFormula(facts), archive }, issuer.signingKey);
}

/** Returns the agreed part of the receipt, with the rules for its kind of order. */
export const agreedOf = (order: SwapOrder) =>
  ({
    order: {
      exchange_id: wireId('swap', order.orderId),
      account_id: wireId('account', order.accountId),
      kind: order.kind,
      from_coin: order.fromCoin,
      to_coin: order.toCoin,
      from_amount: formatAmount(order.fromAmount),
      to_amount: formatAmount(order.toAmount),
      rate: formatAmount(order.rate),
      quoted_from: formatAmount(order.quotedFrom),
      quoted_to: formatAmount(order.quotedTo),
      received_ms: order.receivedAt,
      accepted_from: order.acceptedFrom,
      accepted_to: order.acceptedTo,
      expires_ms: order.expiresAt,
      is_cancelled: order.cancel !== null,
    },
    terms: {
      fill_delay_ms: swapTerms.fillDelayMs,
      fill_window_ms: swapTerms.fillWindowMs,
      move_max_bp: swapTerms.moveMaxBp,
      from_decimals: assetDecimals(order.fromCoin),
      to_decimals: assetDecimals(order.toCoin),
    },
  }) as const;

/** Up to the tick that decided, or the first after the time in which one could. */
async function runOf(
  order: SwapOrder,
  { side, coin }: { side: 'from' | 'to'; coin: CoinCode },
  { market, clock }: Issuer,
): Promise<TickRun> {
  const accepted = acceptedOn(order, side);
  const decided = side === 'from' ? order.fromTick : order.toTick;
  const end = decided ?? (await market.firstTickFrom(coin, accepted, order.expiresAt + 1));
  if (!end && clock.now() < order.expiresAt + patienceMs) refuse('receipt-follows');
  const last = end?.sequence ?? market.lastTick(coin)?.sequence ?? accepted;
  return market.tickRun(coin, Math.max(accepted, last - ticksMax), last);
}
