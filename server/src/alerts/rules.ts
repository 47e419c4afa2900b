// What may be waited for, and when it is there. Pure.
import { alertLimits, fitsDecimals, formatAmount, parseAmount, wad } from '@candor/wire';
import type { AlertKind, Coin, Wad } from '@candor/wire';
import { refuse } from '../kit/refuse.ts';
import type { Alert } from './alert.ts';

const one = wad('1');

/** What the market says at a moment. */
export interface Look {
  price: Wad;
  /** The price a day before; undefined where it is not known. */
  dayOpen: Wad | undefined;
}

/** (price - open) / open, signed, rounded towards zero; undefined where the day is not known. */
export function dayChange({ price, dayOpen }: Look): Wad | undefined {
  if (dayOpen === undefined || dayOpen <= 0n) return undefined;
  return (((price - dayOpen) * one) / dayOpen) as Wad;
}

export const sizeOf = (change: Wad): Wad => (change < 0n ? -change : change) as Wad;

export function isReached({ kind, target }: Pick<Alert, 'kind' | 'target'>, look: Look): boolean {
  switch (kind) {
    case 'above':
      return look.price >= target;
    case 'below':
      return look.price <= target;
    case 'change': {
      const change = dayChange(look);
      return change !== undefined && sizeOf(change) >= target;
    }
  }
}

/** A price in the coin's own steps, or percent as a share. */
export function readTarget({ coin, kind, text }: { coin: Coin; kind: AlertKind; text: string }): Wad {
  const target = parseAmount(text) ?? refuse('amount-malformed');
  const { percentDecimals, percentMin, percentMax, priceMax } = alertLimits;
  const decimals = kind === 'change' ? percentDecimals : coin.priceDecimals;
  if (!fitsDecimals(target, decimals)) refuse('too-many-decimals', { decimals: String(decimals) });
  const step = (one / 10n ** BigInt(coin.priceDecimals)) as Wad;
  const [min, max] = kind === 'change' ? [wad(percentMin), wad(percentMax)] : [step, wad(priceMax)];
  if (target < min || target > max) refuse('alert-target', { min: formatAmount(min), max: formatAmount(max) });
  return kind === 'change' ? ((target / 100n) as Wad) : target;
}

/** Refuses what would fire at once, and says where the market is; without a price there is nothing to wait from. */
export function checkAhead({ kind, target }: Pick<Alert, 'kind' | 'target'>, look: Look | undefined): void {
  if (!look) return refuse('market-degraded');
  const change = dayChange(look);
  if (kind === 'change' && change === undefined) refuse('market-degraded');
  if (!isReached({ kind, target }, look)) return;
  refuse('alert-reached', { now: formatAmount(kind === 'change' ? ((change! * 100n) as Wad) : look.price) });
}
