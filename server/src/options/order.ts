// A seconds option as the server holds it.
import type { CoinCode, OptionResult, OptionSide, OptionVoidReason } from '@candor/wire';
import { amount, boolean, columns, group, instant, integer, oneOfEnum, safeInteger, text, uuid, type RowIn } from '../kit/columns.ts'; // oxfmt-ignore
import type { Book } from '../kit/feature.ts';
import type { OrderKind } from '../kit/product.ts';
import { table, type Row } from '../kit/table.ts';
import { tickPoint } from '../market/archive/tick-point.ts';

/** Terms on offer; a change is a new version, and an order keeps the one that it was placed under. */
export const optionsConfig = columns({
  configId: text(),
  version: integer,
  durationMs: integer,
  /** What a win adds to the stake, as a share of it. */
  payoutRate: amount,
  minStake: amount,
  maxStake: amount,
  /** How long after expiry the first tick still is the exit when the last one before was too old; 0 in old terms. */
  exitWaitMs: integer,
  isOffered: boolean,
});
export type OptionsConfig = RowIn<typeof optionsConfig>;

/** Placed once, ended once. */
export const optionOrders = table('option_orders', {
  key: { accountId: uuid, orderId: uuid },
  fixed: {
    book: oneOfEnum<Book>('ledger_book'),
    coin: text<CoinCode>(),
    side: text<OptionSide>(),
    stake: amount,
    /** What a win adds to the stake, reserved by the house from the start. */
    profit: amount,
    configId: text(),
    configVersion: integer,
    durationMs: integer,
    exitWaitMs: integer,
    receivedAt: instant,
    /** Last sequence of the coin's ticks that was public when the order was received. */
    acceptedSequence: safeInteger,
  },
  later: {
    entry: tickPoint('entry_').orNull,
    expiresAt: instant.orNull,
    exit: tickPoint('exit_').orNull,
    /** How the order ended; final. */
    ending: group('', {
      result: text<OptionResult>(),
      voidReason: text<OptionVoidReason>().orNull,
      paid: amount,
      settledAt: instant,
    }).orNull,
  },
});
export type OptionOrder = Row<typeof optionOrders>;
export type Ending = NonNullable<OptionOrder['ending']>;

export const optionOrderKind: OrderKind = {
  kind: 'option',
  table: 'option_orders',
  id: 'order_id',
  endedAt: 'settled_at',
  isOpen: 'result is null',
  shown: {
    coin: 'coin',
    side: 'side',
    amount: 'stake',
    amountCoin: "'USDT'",
    state: "coalesce(result, case when entry_sequence is null then 'waiting' else 'running' end)",
    paid: 'paid',
    paidCoin: "'USDT'",
    receivedAt: 'received_at',
  },
};
