// From a request to a quote, an accepted quote or a limit. Here only its form is refused, which is the same at each try; the rest is
// decided behind the key.
import {
  add,
  assetDecimals,
  coinOfCode,
  formatAmount,
  hasSwapMoved,
  isSwapRateReached,
  multiplyDown,
  one,
  parseAmount,
  swapGiven,
  swapRate,
  swapReceived,
  swapReceivedAtMost,
  swapTerms,
  toInstant,
  zero,
  type AssetCode,
  type SwapPrices,
  type Uuid,
  type Wad,
} from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Session } from '../kit/feature.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import type { SettingOfAll } from '../kit/settings.ts';
import { fitsPrecision } from '../ledger/fits-precision.ts';
import type { Market } from '../market/market.ts';
import { sidesOf, type SwapOrder } from './order.ts';
import { newOrder, type PlaceSwap } from './place-swap.ts';
import type { Quote, Quotes } from './quotes.ts';
import { dayRefusal, type DayRoom, type SwapDayLimits } from './swap-days.ts';
import type { SwapTerms } from './terms.ts';

export interface AskParts {
  market: Market;
  clock: Clock;
  quotes: Quotes;
  newId: () => Uuid;
  terms: Pick<SettingOfAll<SwapTerms>, 'now'>;
  dayLimits: Pick<SettingOfAll<SwapDayLimits>, 'now'>;
}

interface Pair {
  fromCoin: AssetCode;
  toCoin: AssetCode;
}
export interface PairRequest {
  baseCurrency: string;
  quoteCurrency: string;
}

const hourMs = 3_600_000;

/** Refuses with `unknown-coin`, `swap-same-coin`, what `readAmount` and the market say, `swap-too-small`, and `swap-day-limit`. */
export function askQuote(
  request: PairRequest & { amount: string; amount_of: 'base' | 'quote' },
  { accountId, room }: { accountId: Uuid; room: DayRoom },
  { market, clock, quotes, newId, terms, dayLimits }: AskParts,
) {
  const pair = readPair(request);
  const ofBase = request.amount_of === 'base';
  const amount = readAmount(request.amount, ofBase ? pair.fromCoin : pair.toCoin);
  const refused = marketRefusal(market, pair);
  if (refused) throw refused;
  const prices = newestPrices(market, pair)!;
  const fromAmount = ofBase ? amount : swapGiven(amount, prices, pair.fromCoin);
  const toAmount = swapReceived(fromAmount, prices, pair.toCoin);
  const tooSmall = valueRefusal({ fromAmount, toAmount, prices }, terms.now());
  if (tooSmall) throw tooSmall;
  const full = dayRefusal(room, ((fromAmount * prices.from) / one) as Wad, pair.fromCoin);
  if (full) throw full;
  const day = { placed: room.placed, swaps: dayLimits.now().swaps, least_value: formatAmount(room.least), ends_at: toInstant(room.endsAt) }; // oxfmt-ignore
  const quote = quoteMessage(quotes, {
    orderId: newId(),
    accountId,
    ...pair,
    fromAmount,
    toAmount,
    prices,
    expiresAt: clock.now() + swapTerms.quoteMs,
  });
  return { ...quote, day };
}

function quoteMessage(quotes: Quotes, quote: Quote) {
  const { fromCoin, toCoin, prices } = quote;
  return {
    quote_id: quotes.write(quote),
    baseCurrency: fromCoin,
    quoteCurrency: toCoin,
    price: formatAmount(swapRate(prices)),
    inverse_price: formatAmount(swapRate({ from: prices.to, to: prices.from })),
    base_amount: formatAmount(quote.fromAmount),
    quote_amount: formatAmount(quote.toAmount),
    fee: '0',
    expires_at: toInstant(quote.expiresAt),
  };
}

/**
 * An accepted quote as it would be placed. It is received in the turn in which it is submitted. Refuses with `quote-unknown`,
 * `quote-altered` and `quote-foreign`.
 */
export function acceptQuote(
  request: PairRequest & { quote_id: string },
  { accountId, book, isVerified }: Session,
  { market, clock, quotes, newId, terms, dayLimits }: AskParts,
): PlaceSwap {
  const quote = quotes.read(request.quote_id);
  if (quote.accountId !== accountId) refuse('quote-foreign');
  const pair = readPair(request);
  if (pair.fromCoin !== quote.fromCoin || pair.toCoin !== quote.toCoin) refuse('quote-altered');
  const { orderId, fromAmount, toAmount, prices } = quote;
  const receivedAt = clock.now();
  const order = newOrder({
    accountId,
    orderId,
    book,
    kind: 'quote',
    ...pair,
    fromAmount,
    toAmount,
    promised: swapReceivedAtMost(fromAmount, prices, swapTerms.moveMaxBp, pair.toCoin),
    rate: swapRate(prices),
    quotedFrom: prices.from,
    quotedTo: prices.to,
    receivedAt,
    ...acceptedSequences(market, pair),
    expiresAt: receivedAt + swapTerms.fillWindowMs,
  });
  const refusal = marketRefusal(market, pair) ?? quoteRefusal(quote, receivedAt, { market, quotes, newId });
  return { order, terms: terms.now(), swapsOfDay: dayLimits.now().swaps, isVerified, refusal };
}

/** Facts have a new quote for the same amount where the rate has moved. */
function quoteRefusal(
  quote: Quote,
  receivedAt: number,
  { market, quotes, newId }: Pick<AskParts, 'market' | 'quotes' | 'newId'>,
): Refusal | undefined {
  if (receivedAt >= quote.expiresAt) return new Refusal('quote-expired');
  const prices = newestPrices(market, quote)!;
  if (!hasSwapMoved(quote.prices, prices, swapTerms.moveMaxBp)) return undefined;
  const toAmount = swapReceived(quote.fromAmount, prices, quote.toCoin);
  const expiresAt = receivedAt + swapTerms.quoteMs;
  return new Refusal('quote-moved', quoteMessage(quotes, { ...quote, orderId: newId(), toAmount, prices, expiresAt }));
}

/** A limit as it would be placed; one of its coins is USDT. Refuses with `swap-limit-pair` and what is wrong with its amounts. */
export function askLimit(
  request: PairRequest & { amount: string; price: string; hours: number },
  { accountId, book, isVerified }: Session,
  { market, clock, newId, terms: all, dayLimits }: AskParts,
): PlaceSwap {
  const terms = all.now();
  const pair = readPair(request);
  if (sidesOf(pair).length !== 1) refuse('swap-limit-pair');
  const fromAmount = readAmount(request.amount, pair.fromCoin);
  const rate = parseAmount(request.price) || refuse('amount-malformed', { field: 'price' });
  const toAmount = multiplyDown(fromAmount, rate, assetDecimals(pair.toCoin));
  const receivedAt = clock.now();
  const prices = newestPrices(market, pair);
  const order = newOrder({
    accountId,
    orderId: newId(),
    book,
    kind: 'limit',
    ...pair,
    fromAmount,
    toAmount,
    promised: toAmount,
    rate,
    quotedFrom: prices?.from ?? one,
    quotedTo: prices?.to ?? one,
    receivedAt,
    ...acceptedSequences(market, pair),
    expiresAt: receivedAt + request.hours * hourMs,
  });
  const refusal = marketRefusal(market, pair) ?? limitRefusal(order, prices!, terms);
  return { order, terms, swapsOfDay: dayLimits.now().swaps, isVerified, refusal };
}

function limitRefusal(
  { fromAmount, toAmount, rate }: SwapOrder,
  prices: SwapPrices,
  terms: SwapTerms,
): Refusal | undefined {
  if (isSwapRateReached(prices, rate)) return new Refusal('limit-price-crossed');
  const now = swapRate(prices);
  const max = ((now * add(one, terms.limitRange)) / one) as Wad;
  if (rate > max) return new Refusal('limit-price-too-far', { min: formatAmount(now), max: formatAmount(max) });
  return valueRefusal({ fromAmount, toAmount, prices }, terms);
}

function readPair({ baseCurrency, quoteCurrency }: PairRequest): Pair {
  const [fromCoin, toCoin] = [assetOf(baseCurrency), assetOf(quoteCurrency)];
  return fromCoin === toCoin ? refuse('swap-same-coin') : { fromCoin, toCoin };
}

const assetOf = (code: string): AssetCode =>
  code === 'USDT' ? code : (coinOfCode(code)?.code ?? refuse('unknown-coin'));

/** Above zero, and no more decimals than the coin has. */
function readAmount(text: string, asset: AssetCode): Wad {
  const amount = parseAmount(text) || refuse('amount-malformed', { field: 'amount' });
  const decimals = String(assetDecimals(asset));
  return fitsPrecision(amount, asset) ? amount : refuse('too-many-decimals', { field: 'amount', decimals });
}

/** Of the coin that is worst off. */
function marketRefusal(market: Market, pair: Pair): Refusal | undefined {
  const states = sidesOf(pair).map(({ coin }) => (market.lastTick(coin) ? market.state(coin) : 'degraded'));
  if (states.includes('halted')) return new Refusal('market-halted');
  return states.includes('degraded') ? new Refusal('market-degraded') : undefined;
}

/** A USDT is one; undefined where a coin has no price. */
export function newestPrices(market: Pick<Market, 'lastTick'>, pair: Pair): SwapPrices | undefined {
  const prices: SwapPrices = { from: one, to: one };
  for (const { side, coin } of sidesOf(pair)) {
    const newest = market.lastTick(coin);
    if (!newest) return undefined;
    prices[side] = newest.price;
  }
  return prices;
}

function acceptedSequences(market: Market, pair: Pair): { acceptedFrom: number; acceptedTo: number } {
  const accepted = { from: 0, to: 0 };
  for (const { side, coin } of sidesOf(pair)) accepted[side] = market.lastTick(coin)?.sequence ?? 0;
  return { acceptedFrom: accepted.from, acceptedTo: accepted.to };
}

/** Below the smallest value, or so little that the other coin has no digit for it. */
function valueRefusal(
  { fromAmount, toAmount, prices }: { fromAmount: Wad; toAmount: Wad; prices: SwapPrices },
  { minValue }: SwapTerms,
): Refusal | undefined {
  const isWorthIt = fromAmount * prices.from >= minValue * one && toAmount > zero;
  return isWorthIt ? undefined : new Refusal('swap-too-small', { min: formatAmount(minValue) });
}
