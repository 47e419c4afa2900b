// What the fields of a swap hold, before it is sent. The server decides again; this only spares the way.
import { assetDecimals, coinCodes, fitsDecimals, parseAmount, wad, zero } from '@candor/wire';
import type { AssetCode } from '@candor/wire';
import type { DraftFault } from '../data/draft-rules.ts';

export const assets: readonly AssetCode[] = ['USDT', ...coinCodes];

export interface Pair {
  from: AssetCode;
  to: AssetCode;
}

export const isAsset = (code: string | null): code is AssetCode => assets.some((each) => each === code);

/** What the page begins with: the coin that was asked for is given where there is some of it, and else received. */
export function firstPair(asked: string | null, available: (coin: AssetCode) => string | undefined): Pair {
  if (!isAsset(asked) || asked === 'USDT') return { from: 'USDT', to: 'BTC' };
  const has = available(asked) ?? '0';
  return has === '0' ? { from: 'USDT', to: asked } : { from: asked, to: 'USDT' };
}

/** The other side takes the coin that was here when both would be the same. */
export function withCoin(pair: Pair, side: keyof Pair, coin: AssetCode): Pair {
  const other = side === 'from' ? 'to' : 'from';
  return { ...pair, [side]: coin, ...(pair[other] === coin && { [other]: pair[side] }) };
}

/** How far back the history looks, in days of the person's own calendar; the present one is the first. */
export const historyDays = { today: 1, week: 7, month: 30 } as const;

/** The instant from which so many days count. */
export function daysSince(days: number, nowMs: number): string {
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();
}

export const flipped = ({ from, to }: Pair): Pair => ({ from: to, to: from });

/** An amount that a quote can be asked for; undefined for one that is not there yet or has too many digits. */
export function askedAmount(typed: string, coin: AssetCode): string | undefined {
  const amount = parseAmount(typed);
  return amount && fitsDecimals(amount, assetDecimals(coin)) ? typed : undefined;
}

/** What is wrong with what would be given; '' is not known yet. */
export function judgeGiven(given: string, coin: AssetCode, available: string | undefined): DraftFault | undefined {
  const amount = given === '' ? zero : parseAmount(given);
  if (!amount) return { code: 'amount-malformed', facts: {} };
  const decimals = assetDecimals(coin);
  if (!fitsDecimals(amount, decimals)) return { code: 'too-many-decimals', facts: { decimals: `${decimals}` } };
  if (available === undefined || amount <= wad(available)) return undefined;
  return { name: 'swap.tooLittle', values: { coin }, isCertain: true };
}

/** What is wrong with the rate of a limit at the rate of the market: it lies above it. How far it may is the server's to say. */
export function judgeRate(typed: string, market: string | undefined): DraftFault | undefined {
  const rate = parseAmount(typed);
  if (!rate) return { code: 'amount-malformed', facts: {} };
  if (market === undefined) return undefined;
  return rate <= wad(market) ? { code: 'limit-price-crossed', facts: {} } : undefined;
}

/** What a ticket says of the day: nothing until a tenth of its swaps at the smallest value is left. */
export function dayNoteOf({ placed, swaps }: { placed: number; swaps: number }): 'dayNear' | 'dayOver' | undefined {
  if (placed >= swaps) return 'dayOver';
  return placed * 10 >= swaps * 9 ? 'dayNear' : undefined;
}
