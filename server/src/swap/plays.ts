// What customers do with swaps: ask for quotes and accept them, and place and cancel limits.
import {
  cancelExchange,
  formatAmount,
  getExchangeRate,
  submitExchange,
  submitLimitExchange,
  wad,
  type SwapOrderMessage,
  type Wad,
} from '@candor/wire';
import type { z } from 'zod';
import { play, type Player } from '../kit/play.ts';
import { cancelLimit } from './cancel-limit.ts';
import { placeSwap } from './place-swap.ts';
import { settleSwap } from './settle-swap.ts';

type Quote = z.output<typeof getExchangeRate.reply>;

const isQuote = (reply: unknown): reply is Quote => typeof reply === 'object' && reply !== null && 'quote_id' in reply;
const isOrder = (reply: unknown): reply is SwapOrderMessage =>
  typeof reply === 'object' && reply !== null && 'exchange_id' in reply;

/** The last one; it may have been accepted before, or be too old. */
function lastQuote({ accountId, replies }: Player) {
  const quote = replies.findLast(isQuote);
  if (!quote) return undefined;
  const { quote_id, baseCurrency, quoteCurrency } = quote;
  return { account_id: accountId, quote_id, baseCurrency, quoteCurrency };
}

/** Buys a coin for a little less than it costs now. */
function openLimit({ accountId, random, price }: Player) {
  const rate = ((10n ** 36n / wad(price('btcusdt'))) * BigInt(101 + random(3))) / 100n;
  const amount = String(10 + random(20));
  return {
    account_id: accountId,
    baseCurrency: 'USDT',
    quoteCurrency: 'BTC',
    amount,
    price: formatAmount(rate as Wad),
  };
}

function ownLimit({ replies, pick }: Player): { exchange_id: string } | undefined {
  const limits = replies.filter(isOrder).filter(({ kind }) => kind === 'limit');
  return limits.length === 0 ? undefined : { exchange_id: pick(limits).exchange_id };
}

export const swapPlays = [
  play(getExchangeRate, [], ({ random, pick }) => ({
    baseCurrency: 'USDT',
    quoteCurrency: pick(['BTC', 'ETH', 'DOGE']),
    amount: String(10 + random(20)),
  })),
  play(submitExchange, [placeSwap, settleSwap], lastQuote),
  play(submitLimitExchange, [placeSwap, settleSwap], openLimit),
  play(cancelExchange, [cancelLimit], ownLimit),
];
