// Rates of about 2025. A demo without a source uses them, and the first rate of a source must be close to them.
import { wad, type CurrencyCode, type Wad } from '@candor/wire';

const perUsd: Readonly<Record<Exclude<CurrencyCode, 'USD'>, string>> = {
  EUR: '0.86', JPY: '152', KRW: '1420', SEK: '9.45', CHF: '0.8', TWD: '30.6', AED: '3.6725', HKD: '7.78', MOP: '8.01',
}; // oxfmt-ignore

export const sampleRates: ReadonlyMap<CurrencyCode, Wad> = new Map(
  Object.entries(perUsd).map(([code, rate]): [CurrencyCode, Wad] => [code as CurrencyCode, wad(rate)]),
);
