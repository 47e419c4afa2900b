// The market as operators see it: each coin with its state, its sources, and what was corrected.
import { z } from 'zod';
import { correctionReasons } from './corrections.ts';
import { defineEndpoint, instant, listOf, wholeNumber } from './endpoint.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { marketStates } from './market.ts';
import { indexSources } from './market-index.ts';
import { operatorRoles } from './operator-roles.ts';

const everybody = { operator: operatorRoles } as const;

export const getMarketDesk = defineEndpoint({
  method: 'GET',
  path: '/api/market-desk',
  summary:
    'Each coin as it stands: state, newest price and its age, how many of its sources count, and why it is halted.',
  who: everybody,
  payload: z.strictObject({}),
  reply: z.object({
    source: z.string(),
    coins: z.array(
      z.object({
        coin: z.string(),
        state: z.enum(marketStates),
        price: z.string().nullable(),
        age_ms: z.number().int().nullable(),
        sources_in: z.number().int(),
        sources: z.number().int(),
        /** Gaps of the last 24 hours that were ours. */
        gaps: z.number().int(),
        halt: z
          .object({ reason: z.string(), halted_at: instant, proposed_by: z.string(), approved_by: z.string() })
          .nullable(),
      }),
    ),
  }),
  refusals: [],
});

export const getCoinDesk = defineEndpoint({
  method: 'GET',
  path: '/api/market-desk/:coin',
  summary: "Each source of a coin's price as it stands.",
  who: everybody,
  payload: z.strictObject({ coin: z.string().max(10) }),
  reply: indexSources,
  refusals: ['unknown-coin'],
});

/** Minutes on either side of the one that is asked for. */
export const minutesAround = 20;
const price = z.string();

export const getMinutes = defineEndpoint({
  method: 'GET',
  path: '/api/market-desk/:coin/minutes',
  summary: `A minute's candle with ${minutesAround} on either side, as they are drawn now; those that are not there yet are left out.`,
  who: everybody,
  payload: z.strictObject({ coin: z.string().max(10), minute_ms: wholeNumber(0, 8_640_000_000_000) }),
  reply: z.object({
    minutes: z.array(z.object({ minute_ms: z.number().int(), open: price, high: price, low: price, close: price })),
  }),
  refusals: ['unknown-coin'],
});

const sorts = ['corrected_at', 'minute_ms', 'coin'] as const;
const filters = { coin: z.string().max(10).optional(), reason: z.enum(correctionReasons).optional() };
const prices = z.string();

export const listCorrections = defineEndpoint({
  method: 'GET',
  path: '/api/corrections',
  summary: 'Corrections of candles, the newest first; prices are open, high, low and close.',
  who: everybody,
  payload: z.strictObject({ ...filters, ...listPage(...sorts) }),
  reply: listOf(
    z.object({
      id: z.number().int(),
      coin: z.string(),
      minute_ms: z.number().int(),
      before: prices,
      after: prices,
      reason: z.enum(correctionReasons),
      note: z.string(),
      proposed_by: z.string(),
      approved_by: z.string(),
      corrected_at: instant,
    }),
  ),
  refusals: [],
});

export const exportCorrections = defineEndpoint({
  method: 'GET',
  path: '/api/corrections/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who: everybody,
  weight: 10,
  form: 'csv',
  payload: z.strictObject({ ...filters, sort: sortedBy(...sorts) }),
  reply: z.string(),
  refusals: [],
});
