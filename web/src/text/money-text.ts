import { formatAmount, isBelowCent } from '@candor/wire';
import type { Wad } from '@candor/wire';

import type { Formats } from './formats.ts';

/** Where no part can stand, as on a canvas: +4.66 USDT, from left to right also in a text that runs the other way. */
export function moneyText(formats: Pick<Formats, 'decimal'>, amount: Wad): string {
  const text = formatAmount(amount);
  const decimals = isBelowCent(text) ? 4 : 2;
  return `\u2066${formats.decimal(text, { min: decimals, max: decimals }, true)} USDT\u2069`;
}
