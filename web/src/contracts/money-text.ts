import { formatAmount } from '@candor/wire';
import type { Wad } from '@candor/wire';
import type { Formats } from '../text/formats.ts';

/** Where no part can stand, as on a canvas: +4.66 USDT. */
export const moneyText = (formats: Pick<Formats, 'decimal'>, amount: Wad): string =>
  `${formats.decimal(formatAmount(amount), { min: 2, max: 2 }, true)} USDT`;
