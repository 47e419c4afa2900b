// Corrections of candles: public, signed and for ever. They repair the picture; nothing is settled by a candle.
import { z } from 'zod';
import { defineEndpoint, instant, wholeNumber } from './endpoint.ts';
import { defineEvent } from './product-parts.ts';

/**
 * bad-print: the candle of a source reached further than the index ever did in that minute. wrong-candle: the candle is
 * not what the minute's ticks make, for another reason that the note tells.
 */
export const correctionReasons = ['bad-print', 'wrong-candle'] as const;
export type CorrectionReason = (typeof correctionReasons)[number];

const candlePrices = z.strictObject({ open: z.string(), high: z.string(), low: z.string(), close: z.string() });
export type CandlePrices = z.infer<typeof candlePrices>;

/** `index` where no person had a part: it found the bad print itself. */
export const correctionByIndex = 'index';

export const candleCorrection = z.strictObject({
  /** From 1, without gaps. */
  id: z.number().int(),
  coin: z.string(),
  /** Start of the minute, ms UTC. */
  minute_ms: z.number().int(),
  before: candlePrices,
  /** What the minute's ticks in the archive make; nobody can choose it. */
  after: candlePrices,
  reason: z.enum(correctionReasons),
  note: z.string(),
  proposed_by: z.string(),
  /** Never who proposed it, unless both are `index`. */
  approved_by: z.string(),
  corrected_at: instant,
  /** Digest of the correction before, hex; zeros before the first. */
  previous: z.string(),
  /** Ed25519, hex. */
  public_key: z.string(),
  /** Over the canonical JSON of all fields but itself, hex. */
  signature: z.string(),
});
export type CandleCorrection = z.infer<typeof candleCorrection>;

/** Keyed by the start of the minute and the pair, e.g. `1767614400000btcusdt`. `coin_code` says the coin once more and is not among what is signed. */
const layer = z.record(z.string(), candleCorrection.extend({ coin_code: z.string() }));
export type CorrectionLayer = z.infer<typeof layer>;

export const correctionEvent = defineEvent({ action: 'layer', notify: layer });

/** Corrections of one page at most. */
export const correctionsPageMax = 200;
const whole = wholeNumber(0, Number.MAX_SAFE_INTEGER);

export const getCorrections = defineEndpoint({
  method: 'GET',
  path: '/market/corrections',
  summary:
    'Corrections of candles in order, of one coin or of all, of minutes from `from` up to `to` (ms UTC), after the ' +
    'correction with id `after`. New ones are pushed to the room home of /notify as action `layer`, keyed by minute and ' +
    'pair. A coin of `GET /api/coins` has adjType "adjusted" while a candle of its last 24 hours is corrected.',
  who: 'anyone',
  payload: z.object({
    coin: z.string().max(10).optional(),
    from: whole.optional(),
    to: whole.optional(),
    after: whole.default(0),
  }),
  reply: z.object({
    corrections: z.array(candleCorrection),
    /** Given when more follow: ask again with `after` set to it. */
    next_after: z.number().int().optional(),
  }),
  refusals: ['unknown-coin'],
});
