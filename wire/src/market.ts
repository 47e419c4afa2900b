// Market data over HTTP: our own calls; those that answer as HTX's REST interface does are in htx-market.ts.
import { z } from 'zod';
import { defineEndpoint, instant, wholeNumber } from './endpoint.ts';
import { defineEvent } from './product-parts.ts';
import { tickRun } from './receipt-parts.ts';

/** Lengths of a candle, as HTX names them. */
export const candlePeriods = [
  '1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon', '1year',
] as const; // oxfmt-ignore
export type CandlePeriod = (typeof candlePeriods)[number];
export const isCandlePeriod = (text: string): text is CandlePeriod =>
  (candlePeriods as readonly string[]).includes(text);

/** Books as they are (step0), or with prices joined to steps of ten to the k times the price's last decimal. */
export const depthSteps = ['step0', 'step1', 'step2', 'step3', 'step4', 'step5'] as const;
export type DepthStep = (typeof depthSteps)[number];

/** Levels a side of the books that are sent as changes in sequence, and of those that are sent whole. */
export const incrementalDepths = [5, 10, 20, 150, 400] as const;
export type IncrementalDepth = (typeof incrementalDepths)[number];
export const refreshDepths = [5, 10, 20] as const;
export type RefreshDepth = (typeof refreshDepths)[number];

/** live: prices come. degraded: none for 3 s. halted: stopped publicly by two operators. */
export const marketStates = ['live', 'degraded', 'halted'] as const;

export const marketEvent = defineEvent({
  action: 'market',
  notify: z.object({ coin: z.string(), state: z.enum(marketStates) }),
});
export const marketSources = ['htx', 'simulated'] as const;

/** The figures of the last 24 hours, rolling; amount counts coins, vol counts USDT. Plain decimal text. */
const dayDetails = z.object({
  open: z.string(),
  close: z.string(),
  high: z.string(),
  low: z.string(),
  amount: z.string(),
  vol: z.string(),
  count: z.number().int(),
  /** (close - open) / open, four decimals, signed. */
  change: z.string(),
});

const coinListEntry = z.object({
  id: z.string(),
  coinName: z.string(),
  coinALlName: z.string(),
  symbol: z.string(),
  /**
   * Price in US dollars, by what the sources that quote dollars give for one USDT; null before the first tick and without such a
   * source. On the simulated market one USDT is one dollar.
   */
  dol: z.string().nullable(),
  /** adjusted: a candle of the last 24 hours was corrected, see /market/corrections. */
  adjType: z.enum(['none', 'adjusted']),
  img: z.string(),
  price_decimals: z.number().int(),
  amount_decimals: z.number().int(),
  /** Coins in one sheet of a CFD contract. */
  sheet_size: z.string(),
  state: z.enum(marketStates),
  details: dayDetails.nullable(),
});
export type CoinListEntry = z.infer<typeof coinListEntry>;

export const listCoins = defineEndpoint({
  method: 'GET',
  path: '/api/coins',
  summary: 'Coins of the platform with their price and rolling 24-hour figures.',
  who: 'anyone',
  payload: z.object({ language: z.string().max(10).default('') }),
  reply: z.array(coinListEntry),
  refusals: [],
});

const marketSummary = z.object({
  source: z.enum(marketSources),
  /** All coins together, USDT, except coins with a gap in their last 24 hours (their `volume` is null). */
  volume_24h: z.string(),
  /** Of the last 30 whole days (of UTC+8), without the running one. */
  volume_30d: z.string(),
  /** Days of some coin are missing in it: the turnover was at least this. */
  is_volume_30d_partial: z.boolean(),
  registered_users: z.number().int(),
  coins: z.array(
    z.object({
      coin: z.string(),
      symbol: z.string(),
      price: z.string().nullable(),
      change: z.string().nullable(),
      high: z.string().nullable(),
      low: z.string().nullable(),
      volume: z.string().nullable(),
      /** Closing prices of the last day's hours, oldest first, the present price last. */
      spark: z.array(z.string()),
      state: z.enum(marketStates),
    }),
  ),
});
export type MarketSummary = z.infer<typeof marketSummary>;

export const getMarketSummary = defineEndpoint({
  method: 'GET',
  path: '/api/market/summary',
  summary: 'What the home page shows: volumes, registered users, and each coin with a line of its last day.',
  who: 'anyone',
  weight: 4,
  payload: z.object({}),
  reply: marketSummary,
  refusals: [],
});

const marketStatus = z.object({
  source: z.enum(marketSources),
  coins: z.array(
    z.object({
      coin: z.string(),
      state: z.enum(marketStates),
      last_sequence: z.number().int(),
      last_published_at: instant.nullable(),
    }),
  ),
});
export type MarketStatus = z.infer<typeof marketStatus>;

export const getMarketStatus = defineEndpoint({
  method: 'GET',
  path: '/api/market/status',
  summary: 'Where prices come from, and per coin whether they can be traded on.',
  who: 'anyone',
  payload: z.object({}),
  reply: marketStatus,
  refusals: [],
});

/** A minute of the archive that can't change any more: its hash is the head of the chain after its last tick. */
const sealedMinute = z.strictObject({
  minute_ms: z.number().int(),
  first_sequence: z.number().int(),
  last_sequence: z.number().int(),
  count: z.number().int(),
  previous_hash: z.string(),
  hash: z.string(),
});
export type SealedMinute = z.infer<typeof sealedMinute>;

/** Ticks of one page at most; the next page starts after the last sequence of this one. */
export const ticksPageMax = 2000;
const sequence = wholeNumber(0, Number.MAX_SAFE_INTEGER);

export const getTicks = defineEndpoint({
  method: 'GET',
  path: '/market/ticks',
  summary:
    'A page of the public tick archive with its hash chain: by time (from, to in ms UTC, with the sealed minutes ' +
    'that it touches) or by sequence (the ticks after `after` up to `last`, else to the newest). More follow where `next_after` is given.',
  who: 'anyone',
  weight: 10,
  payload: z.object({
    coin: z.string().max(10),
    from: sequence.optional(),
    to: sequence.optional(),
    after: sequence.optional(),
    last: sequence.optional(),
  }),
  reply: tickRun.extend({
    minutes: z.array(sealedMinute).optional(),
    /** Given when more ticks of the span follow: ask again with `after` set to it. */
    next_after: z.number().int().optional(),
  }),
  refusals: ['unknown-coin', 'malformed'],
});

/** A sealed minute with its ticks and the lists of their sources as they are stored. */
const archiveMinute = sealedMinute.extend({
  coin: z.string(),
  /**
   * Base64 of raw deflate of JSON: {version 1, firstSequence, prices, sourceMs, publishedMs, inputs}. Times are differences to the
   * one before, the first in full; inputs are pairs of a text and how many ticks in a row have it.
   */
  ticks: z.base64(),
  /** Base64 of raw deflate of text: for each tick a line with the list of its sources, empty where it has none; null without any. */
  sources: z.base64().nullable(),
});
export type ArchiveMinute = z.infer<typeof archiveMinute>;

export const getArchiveDay = defineEndpoint({
  method: 'GET',
  path: '/market/archive/:coin/:day',
  summary:
    "A day of a coin's archive, UTC, as a file: a line for each minute that is sealed, with its ticks packed as they are stored " +
    'and the heads of the chain before and after it. A day that is over never changes; its ETag is the head of the chain.',
  who: 'anyone',
  form: 'lines',
  payload: z.object({ coin: z.string().max(10), day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }),
  reply: archiveMinute,
  refusals: ['unknown-coin', 'not-found'],
});
