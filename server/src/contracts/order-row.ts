// An order as the database holds it.
import type { ContractCancelReason, ContractOrderType, ContractResult, ContractSide, ContractState, CoinCode, Uuid, Wad } from '@candor/wire'; // prettier-ignore
import type { Book } from '../kit/feature.ts';
import { numericColumn } from '../kit/postgres.ts';
import { pointOfRow } from '../market/tick-point.ts';
import type { Asked, ContractOrder } from './order.ts';
import type { LiveOrder } from './trigger-book.ts';

export const orderColumns = `account_id, order_id, book, coin, side, order_type, lever, sheets, sheet_size, trade_price,
  margin, fee, config_version, received_at, accepted_sequence, state, take_profit, stop_loss, terms_sequence, entry_sequence,
  entry_price, entry_at, liquidation_price, open_sheets, open_margin, open_added, added_margin, close_sheets,
  close_received_at, close_accepted_sequence, change_count, exit_sequence, exit_price, exit_at, result, cancel_reason,
  cancel_received_at, cancel_accepted_sequence, paid, settled_at`;

export interface OrderRow {
  account_id: Uuid;
  order_id: Uuid;
  book: Book;
  coin: CoinCode;
  side: ContractSide;
  order_type: ContractOrderType;
  lever: number;
  sheets: number;
  sheet_size: string;
  trade_price: string;
  margin: string;
  fee: string;
  config_version: number;
  received_at: number;
  accepted_sequence: number;
  state: ContractState;
  take_profit: string | null;
  stop_loss: string | null;
  terms_sequence: number;
  entry_sequence: number | null;
  entry_price: string | null;
  entry_at: number | null;
  liquidation_price: string | null;
  open_sheets: number;
  open_margin: string;
  open_added: string;
  added_margin: string;
  close_sheets: number | null;
  close_received_at: number | null;
  close_accepted_sequence: number | null;
  change_count: number;
  exit_sequence: number | null;
  exit_price: string | null;
  exit_at: number | null;
  result: ContractResult | null;
  cancel_reason: ContractCancelReason | null;
  cancel_received_at: number | null;
  cancel_accepted_sequence: number | null;
  paid: string;
  settled_at: number | null;
}

export function orderOf(row: OrderRow): ContractOrder {
  return {
    orderId: row.order_id,
    accountId: row.account_id,
    book: row.book,
    coin: row.coin,
    side: row.side,
    orderType: row.order_type,
    lever: row.lever,
    sheets: row.sheets,
    sheetSize: numericColumn(row.sheet_size),
    tradePrice: numericColumn(row.trade_price),
    margin: numericColumn(row.margin),
    fee: numericColumn(row.fee),
    configVersion: row.config_version,
    receivedAt: row.received_at,
    acceptedSequence: row.accepted_sequence,
    state: row.state,
    takeProfit: optionalMoney(row.take_profit),
    stopLoss: optionalMoney(row.stop_loss),
    termsSequence: row.terms_sequence,
    entry: pointOfRow(row.entry_sequence, row.entry_price, row.entry_at),
    liquidationPrice: optionalMoney(row.liquidation_price),
    openSheets: row.open_sheets,
    openMargin: numericColumn(row.open_margin),
    openAdded: numericColumn(row.open_added),
    addedMargin: numericColumn(row.added_margin),
    closing: closingOf(row),
    changeCount: row.change_count,
    exit: pointOfRow(row.exit_sequence, row.exit_price, row.exit_at),
    ending:
      row.result === null
        ? null
        : {
            result: row.result,
            cancelReason: row.cancel_reason,
            cancelled: askedOf(row.cancel_received_at, row.cancel_accepted_sequence),
            settledAt: row.settled_at!,
          },
    paid: numericColumn(row.paid),
  };
}

type LiveColumn =
  | 'account_id'
  | 'order_id'
  | 'book'
  | 'coin'
  | 'side'
  | 'state'
  | 'order_type'
  | 'trade_price'
  | 'config_version'
  | 'received_at'
  | 'accepted_sequence'
  | 'entry_sequence'
  | 'liquidation_price'
  | 'take_profit'
  | 'stop_loss'
  | 'terms_sequence'
  | 'close_sheets'
  | 'close_received_at'
  | 'close_accepted_sequence';

/** Of an order that has not ended: what says when it is fired. */
export const liveOrderOf = (row: Pick<OrderRow, LiveColumn>): LiveOrder => ({
  orderId: row.order_id,
  accountId: row.account_id,
  book: row.book,
  coin: row.coin,
  side: row.side,
  state: row.state,
  orderType: row.order_type,
  tradePrice: numericColumn(row.trade_price),
  configVersion: row.config_version,
  receivedAt: row.received_at,
  acceptedSequence: row.accepted_sequence,
  entry: row.entry_sequence === null ? null : { sequence: row.entry_sequence },
  liquidationPrice: optionalMoney(row.liquidation_price),
  takeProfit: optionalMoney(row.take_profit),
  stopLoss: optionalMoney(row.stop_loss),
  termsSequence: row.terms_sequence,
  closing: closingOf(row),
});

const closingOf = (
  row: Pick<OrderRow, 'close_sheets' | 'close_received_at' | 'close_accepted_sequence'>,
): ContractOrder['closing'] =>
  row.close_sheets === null
    ? null
    : { sheets: row.close_sheets, ...askedOf(row.close_received_at, row.close_accepted_sequence)! };

export const optionalMoney = (text: string | null): Wad | null => (text === null ? null : numericColumn(text));

const askedOf = (receivedAt: number | null, acceptedSequence: number | null): Asked | null =>
  acceptedSequence === null ? null : { receivedAt: receivedAt!, acceptedSequence };
