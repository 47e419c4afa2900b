import { formatAmount } from '@candor/wire';
import type { Wad } from '@candor/wire';
import type { Formats } from './formats.ts';

/** Where no part can stand, as on a canvas: +4.66 USDT, from left to right also in a text that runs the other way. */
export const moneyText = (formats: Pick<Formats, 'decimal'>, amount: Wad): string =>
  `\u2066${formats.decimal(formatAmount(amount), { min: 2, max: 2 }, true)} USDT\u2069`;
