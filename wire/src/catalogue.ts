// What a coin is: the introduction on its page, with the day that each figure is of.
import { z } from 'zod';
import { defineEndpoint, text } from './endpoint.ts';

/** A day, e.g. 2009-01-03. */
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const webAddress = z.string().regex(/^https:\/\/[^\s"<>]+$/);

const coinIntroduction = z.object({
  coin: z.string(),
  symbol: z.string(),
  name: z.string(),
  img: z.string(),
  price_decimals: z.number().int(),
  amount_decimals: z.number().int(),
  sheet_size: z.string(),
  /** Under which name others list it. */
  identifiers: z.object({ htx: z.string(), coingecko: z.string(), coinmarketcap: z.string() }),
  launch_date: day,
  website: webAddress,
  explorer: webAddress,
  /** Whole and plain decimal text; null for what is not known, and for a `max` that does not exist. */
  supplies: z.object({
    circulating: z.string().nullable(),
    total: z.string().nullable(),
    max: z.string().nullable(),
    has_max: z.boolean(),
    /** The day that these figures are of. */
    as_of: day,
  }),
  /** Circulating supply times the present price, USDT. */
  market_value: z.string().nullable(),
  /** By market value: among all coins of a public listing, or among those offered here, whose values anyone can recompute. */
  rank: z.object({ place: z.number().int(), among: z.enum(['all', 'offered']), as_of: day }).nullable(),
});
export type CoinIntroduction = z.infer<typeof coinIntroduction>;

export const getCoinIntroduction = defineEndpoint({
  method: 'GET',
  path: '/api/coins/introduction',
  summary: 'What a coin is: launch, rank, supplies with their date, website, explorer, and its names elsewhere.',
  who: 'anyone',
  payload: z.object({ coin: text(1, 10) }),
  reply: coinIntroduction,
  refusals: ['unknown-coin'],
});
