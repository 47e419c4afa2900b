// A contract as the server holds it: an order that waits for its price, then a position, then ended.
import type { ContractCancelReason, ContractOrderType, ContractResult, ContractSide, ContractState, CoinCode, Uuid, Wad } from '@candor/wire'; // oxfmt-ignore
import { amount, boolean, columns, group, instant, integer, json, oneOf, oneOfEnum, safeInteger, text, uuid, type RowIn, type RowOf } from '../kit/columns.ts'; // oxfmt-ignore
import type { Book } from '../kit/feature.ts';
import type { OrderKind } from '../kit/product.ts';
import { appendOnlyTable, table, type Row } from '../kit/table.ts';
import { tickPoint } from '../market/archive/tick-point.ts';

/** Terms on offer; a change is a new version, and an order keeps the one that it was placed under. */
export const contractsConfig = columns({
  version: integer,
  leverMax: integer,
  /** Of the margin, taken when the position opens. */
  feeRate: amount,
  /** Of the notional at entry; with less than that left the position is liquidated. */
  maintenanceRate: amount,
  /** How far a market order's fill may be worse than the price that the customer saw. */
  slippageMax: amount,
  /** The move of a coin that the house must be able to bear. */
  stressRate: amount,
  /** The share of a customer's USDT that may be reserved or stand as margin at once. */
  marginShareMax: amount,
  sheetsMax: integer,
  /** The smallest margin of an order. */
  marginMin: amount,
  /** How far a limit price may be from the newest price, as a share of it; some coins have a distance of their own. */
  limitDistanceMax: amount,
  limitDistances: json<Partial<Record<CoinCode, string>>>(),
  /** Limit orders of an account that wait for their price. */
  restingMax: integer,
  /** Waiting orders and open positions of an account. */
  ordersMax: integer,
  /** Of what the house can still promise: what an account's limit orders may hold of it. */
  restingShareMax: amount,
  /** How long a limit order waits for its price; null for ever. */
  limitExpiryMs: safeInteger.orNull,
  isOffered: boolean,
});
export interface ContractsConfig extends Omit<RowIn<typeof contractsConfig>, 'limitDistances'> {
  limitDistances: Readonly<Partial<Record<CoinCode, Wad>>>;
}

/** When the server received a request, and the newest tick of the coin that was public then. */
const asked = { receivedAt: instant, acceptedSequence: safeInteger };
export type Asked = RowOf<typeof asked>;

/** Placed once, filled once, ended once, and changed by their customers in between. */
export const contractOrders = table('contract_orders', {
  key: { accountId: uuid, orderId: uuid },
  fixed: {
    book: oneOfEnum<Book>('ledger_book'),
    coin: text<CoinCode>(),
    side: text<ContractSide>(),
    orderType: text<ContractOrderType>(),
    lever: integer,
    sheets: integer,
    /** Coin in one sheet. */
    sheetSize: amount,
    /** What the customer saw (market) or asked for (limit); the margin is computed from it. */
    tradePrice: amount,
    margin: amount,
    fee: amount,
    configVersion: integer,
    ...asked,
    /** Up to when a limit order waits for its price; null for ever, and of a market order. */
    expiresAt: instant.orNull,
  },
  changing: {
    state: text<ContractState>(),
    takeProfit: amount.orNull,
    stopLoss: amount.orNull,
    /** Ticks up to this one were judged by earlier stops and margin. */
    termsSequence: safeInteger,
    /** What of it is open; of an ended position, what was open until then. */
    openSheets: integer,
    openMargin: amount,
    openAdded: amount,
    /** All that was ever added to the margin. */
    addedMargin: amount,
    /** Lines in its history. */
    changeCount: integer,
    /** What comes back to the available balance by what is closed so far. */
    paid: amount,
    /** What of that the house owes still. */
    due: amount,
  },
  later: {
    entry: tickPoint('entry_').orNull,
    liquidationPrice: amount.orNull,
    closing: group('close_', { sheets: integer, ...asked }).orNull,
    exit: tickPoint('exit_').orNull,
    /** How it ended; final. */
    ending: group('', {
      result: text<ContractResult>(),
      cancelReason: text<ContractCancelReason>().orNull,
      /** When the customer asked for it, of an order cancelled by its customer. */
      cancelled: group('cancel_', asked).orNull,
      settledAt: instant,
    }).orNull,
  },
});
export type ContractOrder = Row<typeof contractOrders>;
export type Ending = NonNullable<ContractOrder['ending']>;

/** Lines of positions' histories. */
export const contractChanges = appendOnlyTable('contract_changes', {
  key: { accountId: uuid, orderId: uuid, number: integer },
  fixed: { at: instant },
  variants: oneOf('kind', {
    stops: { asked: group('', asked), takeProfit: amount.orNull, stopLoss: amount.orNull },
    margin: { asked: group('', asked), amount },
    close: { asked: group('', asked), sheets: integer },
    part: { tick: tickPoint('tick_'), sheets: integer, margin: amount.named('amount'), pnl: amount, paid: amount },
  }),
});
export type ContractChange = Row<typeof contractChanges>;

/** A line of kind `part` with what it needs of its order. */
export const contractPart = columns({
  accountId: uuid,
  orderId: uuid,
  number: integer,
  at: instant,
  sheets: integer,
  tick: tickPoint('tick_'),
  margin: amount,
  paid: amount,
  coin: text<CoinCode>(),
  side: text<ContractSide>(),
  lever: integer,
  entry: tickPoint('entry_'),
  fee: amount,
  orderSheets: integer,
  /** Sheets of the order that were closed then, with these. */
  closed: integer,
});
export type ContractPart = RowIn<typeof contractPart>;

declare module '../kit/bus.ts' {
  interface Events {
    /** An order was placed, filled, changed or ended, or what was due of it paid. */
    'contracts.changed': ContractOrder;
    /** Some sheets of a position were closed, and others go on. */
    'contracts.part-closed': ContractPart;
    /** May be told late, by the process that placed it. */
    'contracts.placed': ContractOrder;
    /** A part of a gain is not there yet: the house owes it from now on. */
    'contracts.due': { orderId: Uuid; accountId: Uuid; book: Book; amount: Wad };
  }
}

export const contractOrderKind: OrderKind = {
  kind: 'contract',
  table: 'contract_orders',
  id: 'order_id',
  endedAt: 'settled_at',
  isOpen: "state <> 'ended'",
  shown: {
    coin: 'coin',
    side: 'side',
    amount: 'margin',
    amountCoin: "'USDT'",
    state: 'coalesce(result, state)',
    paid: 'paid',
    paidCoin: "'USDT'",
    receivedAt: 'received_at',
  },
};
