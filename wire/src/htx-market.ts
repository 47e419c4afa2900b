// Market data over HTTP as HTX's REST interface gives it, so that clients written for it work here without change.
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

const symbolText = z.string().max(20).default('');
const optionText = z.string().max(20).optional();

const htxCandle = z.object({
  id: z.number().int(),
  open: z.number(),
  close: z.number(),
  low: z.number(),
  high: z.number(),
  amount: z.number(),
  vol: z.number(),
  count: z.number().int(),
});
const htxLevel = z.tuple([z.number(), z.number()]);
const htxTradeRow = z.object({
  id: z.number(),
  ts: z.number().int(),
  'trade-id': z.number().int(),
  amount: z.number(),
  price: z.number(),
  direction: z.enum(['buy', 'sell']),
});

const htxTradeMessage = z.object({ id: z.number(), ts: z.number().int(), data: z.array(htxTradeRow) });

/** As HTX answers: `status` ok with `data` or `tick`, or `error` with err-code and err-msg; always HTTP 200. */
const htxReply = <Body extends z.ZodRawShape>(body: Body) =>
  z.union([
    z.object({ status: z.literal('ok'), ts: z.number().int(), ch: z.string().optional(), ...body }),
    z.object({ status: z.literal('error'), ts: z.number().int(), 'err-code': z.string(), 'err-msg': z.string() }),
  ]);

export const htxKlines = defineEndpoint({
  method: 'GET',
  path: '/market/history/kline',
  summary: 'Candles, newest first, as HTX gives them; size up to 2000.',
  who: 'anyone',
  weight: 4,
  form: 'bare',
  payload: z.object({ symbol: symbolText, period: optionText, size: optionText }),
  reply: htxReply({ data: z.array(htxCandle) }),
  refusals: [],
});

/** Candles of one answer to a question by time, at most. */
export const htxCandlesMax = 1000;

export const htxCandles = defineEndpoint({
  method: 'GET',
  path: '/market/history/candles',
  summary:
    'Candles by time, newest first, as HTX gives them: the first `size` (150 unless given, up to 1000) from `from` on, or ' +
    'without it the last ones up to `to`, in epoch seconds.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({ symbol: symbolText, period: optionText, size: optionText, from: optionText, to: optionText }),
  reply: htxReply({ data: z.array(htxCandle) }),
  refusals: [],
});

export const htxMerged = defineEndpoint({
  method: 'GET',
  path: '/market/detail/merged',
  summary: 'Rolling 24-hour figures with best bid and ask, as HTX gives them.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({ symbol: symbolText }),
  reply: htxReply({ tick: htxCandle.extend({ version: z.number(), bid: htxLevel, ask: htxLevel }) }),
  refusals: [],
});

export const htxDetail = defineEndpoint({
  method: 'GET',
  path: '/market/detail',
  summary: 'Rolling 24-hour figures, as HTX gives them.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({ symbol: symbolText }),
  reply: htxReply({ tick: htxCandle.extend({ version: z.number() }) }),
  refusals: [],
});

export const htxTickers = defineEndpoint({
  method: 'GET',
  path: '/market/tickers',
  summary: 'Rolling 24-hour figures of all coins, as HTX gives them.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({}),
  reply: htxReply({
    data: z.array(
      htxCandle.omit({ id: true }).extend({
        symbol: z.string(),
        bid: z.number(),
        bidSize: z.number(),
        ask: z.number(),
        askSize: z.number(),
      }),
    ),
  }),
  refusals: [],
});

export const htxDepth = defineEndpoint({
  method: 'GET',
  path: '/market/depth',
  summary: 'The order book, as HTX gives it: type step0 to step5, depth 5, 10 or 20.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({ symbol: symbolText, type: optionText, depth: optionText }),
  reply: htxReply({
    tick: z.object({
      ts: z.number().int(),
      version: z.number(),
      bids: z.array(htxLevel),
      asks: z.array(htxLevel),
    }),
  }),
  refusals: [],
});

export const htxTrade = defineEndpoint({
  method: 'GET',
  path: '/market/trade',
  summary: 'The latest trade, as HTX gives it.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({ symbol: symbolText }),
  reply: htxReply({ tick: htxTradeMessage }),
  refusals: [],
});

export const htxTradeHistory = defineEndpoint({
  method: 'GET',
  path: '/market/history/trade',
  summary:
    'The latest trades, newest first, as HTX gives them: size 1 (unless given) to 2000, as far as they are kept.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({ symbol: symbolText, size: optionText }),
  reply: htxReply({ data: z.array(htxTradeMessage) }),
  refusals: [],
});

/** Clients ask for these two before anything else. */
export const htxSymbols = defineEndpoint({
  method: 'GET',
  path: '/v1/common/symbols',
  summary: 'The markets and their precisions, as HTX lists them. They show prices; orders are placed elsewhere.',
  who: 'anyone',
  form: 'bare',
  payload: z.object({}),
  reply: htxReply({
    data: z.array(
      z.object({
        'base-currency': z.string(),
        'quote-currency': z.string(),
        'price-precision': z.number().int(),
        'amount-precision': z.number().int(),
        'value-precision': z.number().int(),
        'symbol-partition': z.string(),
        symbol: z.string(),
        /** suspend while the market is halted. */
        state: z.enum(['online', 'suspend']),
        'api-trading': z.literal('disabled'),
      }),
    ),
  }),
  refusals: [],
});

export const htxTimestamp = defineEndpoint({
  method: 'GET',
  path: '/v1/common/timestamp',
  summary: "The server's time in ms, as HTX tells its own.",
  who: 'anyone',
  form: 'bare',
  payload: z.object({}),
  reply: htxReply({ data: z.number().int() }),
  refusals: [],
});
