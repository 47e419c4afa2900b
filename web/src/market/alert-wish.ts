// What a hand may wish to be told of. Pure.
import { alertLimits, formatAmount, parseAmount, parseMarketNumber, wad } from '@candor/wire';
import type { AlertKind, Wad } from '@candor/wire';
import type { Fault } from '../text/refusal-text.ts';

/** Percent that one tap chooses, nearest first. */
export const quickPercents: Readonly<Record<AlertKind, readonly string[]>> = {
  above: ['1', '2', '5', '10'],
  below: ['1', '2', '5', '10'],
  change: ['3', '5', '10', '20'],
};

/** The target of a quick choice: so many percent from the price, cut to the coin's steps; for a change the percent itself. */
export function quickTarget(wish: {
  kind: AlertKind;
  percent: string;
  price: string | undefined;
  decimals: number;
}): string {
  const { kind, percent, decimals } = wish;
  if (kind === 'change') return percent;
  const price = parseMarketNumber(wish.price ?? '');
  if (price === undefined || price === 0n) return '';
  const moved = (price * wad(percent)) / wad('100');
  const target = kind === 'above' ? price + moved : price - moved;
  const step = 10n ** BigInt(18 - decimals);
  // Never on the near side of what was tapped.
  const steps = kind === 'above' ? (target + step - 1n) / step : target / step;
  return formatAmount((steps * step) as Wad);
}

/** What the server would refuse, said before it has to; it looks at its own price again. */
export function judgeTarget(wish: { kind: AlertKind; typed: string; price: string | undefined }): Fault | undefined {
  const { kind, typed } = wish;
  const target = parseAmount(typed);
  if (target === undefined || target === 0n) return { name: 'alerts.typeTarget' };
  if (kind === 'change') {
    const { percentMin: min, percentMax: max } = alertLimits;
    return target < wad(min) || target > wad(max) ? { code: 'alert-target', facts: { min, max } } : undefined;
  }
  const { priceMax: max } = alertLimits;
  if (target > wad(max)) return { code: 'alert-target', facts: { min: '0', max } };
  const price = parseMarketNumber(wish.price ?? '');
  if (price === undefined) return undefined;
  if (kind === 'above') return target > price ? undefined : { name: 'alerts.mustAbove' };
  return target < price ? undefined : { name: 'alerts.mustBelow' };
}

/** How far a target lies from the price, in percent as decimal text; undefined without one of them. */
export function distanceOf(target: string, price: string | undefined): string | undefined {
  const [to, from] = [parseAmount(target), parseMarketNumber(price ?? '')];
  if (to === undefined || from === undefined || from === 0n || to === 0n) return undefined;
  const parts = ((to - from) * 10_000n) / from;
  const text = formatAmount(((parts < 0n ? -parts : parts) * 10n ** 16n) as Wad);
  return parts < 0n ? `-${text}` : text;
}
