// A contract as the server holds it: an order that waits for its price, then a position, then ended.
import type { ContractCancelReason, ContractOrderType, ContractResult, ContractSide, ContractState, CoinCode, Uuid, Wad } from '@candor/wire'; // prettier-ignore
import type { Book } from '../kit/feature.ts';
import type { TickPoint } from '../market/tick-point.ts';

/** Terms on offer; a change is a new version, and an order keeps the one that it was placed under. */
export interface ContractsConfig {
  version: number;
  leverMax: number;
  /** Of the margin, taken when the position opens. */
  feeRate: Wad;
  /** Of the notional at entry; with less than that left the position is liquidated. */
  maintenanceRate: Wad;
  /** How far a market order's fill may be worse than the price that the customer saw. */
  slippageMax: Wad;
  /** The move of a coin that the house must be able to bear. */
  stressRate: Wad;
  /** The share of a customer's USDT that may be reserved or stand as margin at once. */
  marginShareMax: Wad;
  sheetsMax: number;
  isOffered: boolean;
}

/** When the server received a request, and the newest tick of the coin that was public then. */
export interface Asked {
  receivedAt: number;
  acceptedSequence: number;
}

export interface ContractOrder extends Asked {
  orderId: Uuid;
  accountId: Uuid;
  book: Book;
  coin: CoinCode;
  side: ContractSide;
  orderType: ContractOrderType;
  lever: number;
  sheets: number;
  /** Coin in one sheet. */
  sheetSize: Wad;
  /** What the customer saw (market) or asked for (limit); the margin is computed from it. */
  tradePrice: Wad;
  margin: Wad;
  fee: Wad;
  configVersion: number;
  state: ContractState;
  takeProfit: Wad | null;
  stopLoss: Wad | null;
  /** Ticks up to this one were judged by earlier stops and margin. */
  termsSequence: number;
  entry: TickPoint | null;
  liquidationPrice: Wad | null;
  /** What of it is open; of an ended position, what was open until then. */
  openSheets: number;
  openMargin: Wad;
  openAdded: Wad;
  /** All that was ever added to the margin. */
  addedMargin: Wad;
  closing: (Asked & { sheets: number }) | null;
  /** Lines in its history. */
  changeCount: number;
  exit: TickPoint | null;
  ending: Ending | null;
  /** What came back to the available balance so far. */
  paid: Wad;
}

/** How it ended; final. */
export interface Ending {
  result: ContractResult;
  cancelReason: ContractCancelReason | null;
  /** When the customer asked for it, of an order cancelled by its customer. */
  cancelled: Asked | null;
  settledAt: number;
}

/** One line of a position's history. */
export type ContractChange = {
  orderId: Uuid;
  accountId: Uuid;
  number: number;
  at: number;
} & (
  | { kind: 'stops'; asked: Asked; takeProfit: Wad | null; stopLoss: Wad | null }
  | { kind: 'margin'; asked: Asked; amount: Wad }
  | { kind: 'close'; asked: Asked; sheets: number }
  | { kind: 'part'; tick: TickPoint; sheets: number; margin: Wad; pnl: Wad; paid: Wad }
);

declare module '../kit/bus.ts' {
  interface Events {
    /** An order was placed, filled, changed or ended. */
    'contracts.changed': ContractOrder;
  }
}
