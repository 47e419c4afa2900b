// Money of countries on the wire: what a US dollar is worth in each, of which day, and who says so.
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** Decimals that an amount of each is written with. */
export const currencyDecimals = {
  USD: 2, EUR: 2, JPY: 0, KRW: 0, SEK: 2, CHF: 2, TWD: 2, AED: 2, HKD: 2, MOP: 2,
} as const; // oxfmt-ignore
export type CurrencyCode = keyof typeof currencyDecimals;
export const currencyCodes = Object.keys(currencyDecimals) as [CurrencyCode, ...CurrencyCode[]];
export const isCurrency = (code: string): code is CurrencyCode => Object.hasOwn(currencyDecimals, code);

/** bank: a central bank’s daily list. operators: two of them. demo: made up for a demonstration. none: the dollar itself. */
export const rateSources = ['bank', 'operators', 'demo', 'none'] as const;
export type RateSource = (typeof rateSources)[number];

/** A rate is good to the end of the day that is this many working days of TARGET, the euro's payment system, after its own. */
export const rateWorkingDays = 2;

const currencyRate = z.object({
  code: z.enum(currencyCodes),
  decimals: z.number().int(),
  /** Units of it for one US dollar; null where nobody has said. */
  per_usd: z.string().nullable(),
  /** YYYY-MM-DD. */
  day: z.string().nullable(),
  source: z.enum(rateSources).nullable(),
  /** Older than two working days: totals are still shown in it, and say so; nothing is bought in it. */
  is_old: z.boolean(),
  /** The source listed a rate too far from this one: nobody can buy in the currency until it is clear which rate is right. */
  is_doubted: z.boolean(),
});
export type CurrencyRate = z.infer<typeof currencyRate>;

export const listCurrencies = defineEndpoint({
  method: 'GET',
  path: '/api/currencies',
  summary: 'Currencies with their decimals and rates, the day of each rate and who says so. One USDT counts as one US dollar.', // oxfmt-ignore
  who: 'anyone',
  payload: z.strictObject({}),
  reply: z.object({ currencies: z.array(currencyRate) }),
  refusals: [],
});
