// What clients of HTX ask for before they ask for prices, in its newer forms: state of the market, markets and currencies.
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

const optionText = z.string().max(40).optional();
/** The settings calls say when in text, unlike all others. */
const settingsReply = <Row extends z.ZodType>(row: Row) =>
  z.object({ status: z.literal('ok'), data: z.array(row), ts: z.string(), full: z.literal(1) });

export const htxMarketStatus = defineEndpoint({
  method: 'GET',
  path: '/v2/market-status',
  summary: 'Whether the markets are open, as HTX tells it: marketStatus 1 normal, 2 halted, then with the symbols.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({}),
  reply: z.object({
    code: z.literal(200),
    message: z.literal('success'),
    data: z.object({
      marketStatus: z.union([z.literal(1), z.literal(2)]),
      /** With commas, or `all`; while something is halted. */
      affectedSymbols: z.string().optional(),
    }),
  }),
  refusals: [],
});

export const htxSymbolSettings = defineEndpoint({
  method: 'GET',
  path: '/v2/settings/common/symbols',
  summary: 'The markets in the short names of HTX: sc symbol, bc and qc its coins, tpp and tap decimals, te tradable.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({ ts: optionText }),
  reply: settingsReply(
    z.object({
      sc: z.string(), dn: z.string(), bc: z.string(), qc: z.string(), bcdn: z.string(), qcdn: z.string(),
      state: z.enum(['online', 'suspend']), sp: z.literal('main'), tags: z.string(),
      /** Decimals of a price, of an amount, and of turnover. */
      tpp: z.number().int(), tap: z.number().int(), ttp: z.number().int(), fp: z.number().int(),
      /** Orders are not placed through this interface. */
      te: z.literal(false),
    }), // oxfmt-ignore
  ),
  refusals: [],
});

export const htxMarketSettings = defineEndpoint({
  method: 'GET',
  path: '/v1/settings/common/market-symbols',
  summary: 'The markets in other short names of HTX: bc and qc its coins, pp, ap and vp decimals, at trading by API.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({ symbols: z.string().max(1_000).optional(), ts: optionText }),
  reply: settingsReply(
    z.object({
      symbol: z.string(), state: z.enum(['online', 'suspend']), bc: z.string(), qc: z.string(),
      pp: z.number().int(), ap: z.number().int(), vp: z.number().int(), sp: z.literal('main'),
      at: z.literal('disabled'), tags: z.string(),
    }), // oxfmt-ignore
  ),
  refusals: [],
});

export const htxCurrencySettings = defineEndpoint({
  method: 'GET',
  path: '/v2/settings/common/currencies',
  summary:
    'The coins in the short names of HTX: cc code, dn and fn names, at 1 for a coin, de and wed deposits by API.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({ ts: optionText }),
  reply: settingsReply(
    z.object({
      cc: z.string(), dn: z.string(), fn: z.string(), at: z.literal(1), wp: z.number().int(),
      v: z.boolean(), qc: z.boolean(), de: z.literal(false), wed: z.literal(false),
      state: z.literal('online'), tags: z.string(),
    }), // oxfmt-ignore
  ),
  refusals: [],
});

export const htxCurrencies = defineEndpoint({
  method: 'GET',
  path: '/v2/reference/currencies',
  summary:
    'The coins as HTX lists them, all or one; without chains, since nothing is deposited through this interface.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({ currency: optionText, authorizedUser: optionText }),
  reply: z.object({
    code: z.literal(200),
    message: z.literal('success'),
    data: z.array(
      z.object({
        currency: z.string(),
        assetType: z.literal(1),
        chains: z.array(z.never()),
        instStatus: z.literal('normal'),
      }),
    ),
  }),
  refusals: [],
});
