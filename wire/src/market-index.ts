// Where an index price comes from: each source as it stands now, and what each tick of the archive was made of.
import { z } from 'zod';
import { defineEndpoint, instant, wholeNumber } from './endpoint.ts';
import { marketStates } from './market.ts';

/** Exchanges whose prices can go into the index. */
export const venueNames = ['htx', 'binance', 'okx', 'bybit', 'coinbase', 'kraken'] as const;
export type VenueName = (typeof venueNames)[number];
export type IndexSourceName = VenueName | 'simulated';

/**
 * in: included. silent: nothing received for 5 s. clock: its time is more than 5 s behind ours, or 1 s ahead. frozen: it repeats itself while
 * others move. unconverted: quoted in dollars, and no tether rate can be trusted now. outlier: too far from the others,
 * now or within the last 15 minutes. disputed: received, but the remaining sources do not agree, are no majority of
 * those received, or give a price that jumped and was reported only once.
 */
export const sourceStandings = ['in', 'silent', 'clock', 'frozen', 'unconverted', 'outlier', 'disputed'] as const;
export type SourceStanding = (typeof sourceStandings)[number];

export const indexSource = z.object({
  source: z.enum([...venueNames, 'simulated']),
  /** What it quotes in; dollars are converted at `rate` dollars a tether. */
  quotes: z.enum(['USDT', 'USD']),
  standing: z.enum(sourceStandings),
  /** In USDT; null while it has none. */
  price: z.string().nullable(),
  /** As it was quoted, and the rate; null where nothing is converted. */
  quoted: z.string().nullable(),
  rate: z.string().nullable(),
  /** Milliseconds since something was heard of this coin; null before the first. */
  age_ms: z.number().int().nullable(),
  /** (price - index) / index, six decimals, signed; null without either. */
  deviation: z.string().nullable(),
  /** Of an outlier: when it was last too far off, and from when on it may count again. */
  out_since: instant.nullable(),
  back_from: instant.nullable(),
});
export type IndexSource = z.infer<typeof indexSource>;

/**
 * Gaps of the last 24 hours in a coin's ticks that were ours: more than 1.5 s without a tick, not counting the time in which we
 * looked and the sources gave no price. The time in which nobody looked, a restart for instance, is counted.
 */
export const tickGaps = z.object({
  count: z.number().int(),
  largest_ms: z.number().int().nullable(),
  /** When the last one ended. */
  last_at: instant.nullable(),
});

/** The same object is the `tick` of the socket's topic `market.{symbol}.sources`, sent once a second. */
export const indexSources = z.object({
  coin: z.string(),
  at: instant,
  state: z.enum(marketStates),
  /** What the sources give now; null while too few agree. */
  price: z.string().nullable(),
  /** How far from the median a source may be, as a fraction: 0.01 or 0.03. */
  bound: z.string(),
  gaps: tickGaps,
  sources: z.array(indexSource),
});
export type IndexSources = z.infer<typeof indexSources>;

export const getIndexSources = defineEndpoint({
  method: 'GET',
  path: '/api/market/sources',
  summary:
    "Each source of a coin's index price as it stands: price, age, deviation, and whether it counts and why not.",
  who: 'anyone',
  payload: z.object({ coin: z.string().max(10) }),
  reply: indexSources,
  refusals: ['unknown-coin'],
});

/** Ticks of one page at most. */
export const inputsPageMax = 600;
const sequence = wholeNumber(0, Number.MAX_SAFE_INTEGER);

export const getTickInputs = defineEndpoint({
  method: 'GET',
  path: '/market/inputs',
  summary:
    'What the ticks after `after` were made of: for each [sequence, list]. The hash of a tick takes in the digest of its ' +
    'list; ticks of a single source have no list.',
  who: 'anyone',
  weight: 4,
  payload: z.object({ coin: z.string().max(10), after: sequence, last: sequence.optional() }),
  reply: z.object({ coin: z.string(), inputs: z.array(z.tuple([z.number().int(), z.string()])) }),
  refusals: ['unknown-coin'],
});
