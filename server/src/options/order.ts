// A seconds option as the server holds it.
import type { CoinCode, OptionResult, OptionSide, OptionVoidReason, Uuid, Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import type { TickPoint } from '../market/tick-point.ts';

/** Terms on offer; a change is a new version, and an order keeps the one that it was placed under. */
export interface OptionsConfig {
  configId: string;
  version: number;
  durationMs: number;
  /** What a win adds to the stake, as a share of it. */
  payoutRate: Wad;
  minStake: Wad;
  maxStake: Wad;
  isOffered: boolean;
}

export interface OptionOrder {
  orderId: Uuid;
  accountId: Uuid;
  book: Book;
  coin: CoinCode;
  side: OptionSide;
  stake: Wad;
  /** What a win adds to the stake, reserved by the house from the start. */
  profit: Wad;
  configId: string;
  configVersion: number;
  durationMs: number;
  receivedAt: number;
  /** Last sequence of the coin's ticks that was public when the order was received. */
  acceptedSequence: number;
  entry: TickPoint | null;
  expiresAt: number | null;
  exit: TickPoint | null;
  ending: Ending | null;
}

/** How an order ended; final. */
export interface Ending {
  result: OptionResult;
  voidReason: OptionVoidReason | null;
  paid: Wad;
  settledAt: number;
}
