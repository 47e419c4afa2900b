// What differs between networks when a withdrawal is paid: one file for each network implements it. The steps of a payment, their order and
// their storage are the same everywhere (pay-withdrawals.ts).
import type { AskNode, Signer } from '@candor/chain';
import type { AssetCode } from '@candor/wire';
import type { Database, Pool } from '../kit/postgres.ts';
import type { Withdrawal } from './withdrawal.ts';

/** A payment whose bytes are stored. */
export type PlacedPayment = Withdrawal & { wallet: string; unsigned: string };

/** A transaction that may make a payment: its first one, or a replacement. */
export interface SentTransaction {
  unsigned: string;
  signed: string;
  txid: string;
}

/** What became of all transactions of a payment together, of which the network accepts one at most. */
export type PaymentStatus =
  /** No block holds one of them, as far as the node says; one may still be included. */
  | { kind: 'pending' }
  /** In a block; `isFinal` if the network says that the block can't change any more. */
  | { kind: 'mined'; txid: string; height: number; isGood: boolean; confirmations: number; isFinal: boolean }
  /** Final blocks prove that none was included and none can be any more, for example because all have expired. */
  | { kind: 'never' };

/** Places and bytes of a payment, ready to be stored. */
export interface TakenPlaces {
  unsigned: string;
  /** The place in the wallet's order, for Ethereum only. */
  nonce: number | null;
  /** Places that no other open payment of the network may have; for Ethereum none, as the nonce is its place. */
  places: readonly string[];
}

/** Bytes that replace those of a sent payment. */
export interface WrittenReplacement {
  unsigned: string;
  /** All places that it uses up besides a nonce; the payment has some of them already. */
  places: readonly string[];
}

/**
 * Writes the bytes for places that it chooses, within the transaction of `database`, which stores both. Returns undefined if the places are not
 * available any more.
 */
export type TakePlaces = (database: Database) => Promise<TakenPlaces | undefined>;

/** An address that somebody wants to be paid at, in its stored form; without `units` the amount is not known yet. */
export interface Payee {
  address: string;
  units?: bigint | undefined;
}

/** Why an address accepts no payment. */
export type PayeeFault =
  /** It is the platform's own. */
  | { why: 'ours' }
  | { why: 'needs-tag' }
  /** Its owner refuses the coin, or payments of wallets that are not named before. */
  | { why: 'refuses' }
  /** It does not exist yet, and the first payment has to bring so many base units. */
  | { why: 'too-little'; unitsMin: string };

/** In the smallest units of each coin. */
export type Holdings = Partial<Record<AssetCode, bigint>>;

/** What a node says of a payment whose bytes are stored. */
export interface StatusSource {
  /** `transactions` are all that were signed for the payment, the first one first; throws Trouble if an operator has to find out what was paid. */
  statusOf(payment: PlacedPayment, transactions: readonly SentTransaction[]): Promise<PaymentStatus>;
  /** Returns true if a final block holds a transaction of the wallet at a place of the payment; it may be one of the payment's own. */
  isPlaceUsed(payment: PlacedPayment): Promise<boolean>;
}

export interface NetworkPayer extends StatusSource {
  signer: Signer;
  /** The wallet that the signer signs for. Payments that were built before may have another one. */
  wallet: string;
  /** True if the network includes the wallet's transactions in the order of their places, so that a stopped payment stops those behind it. */
  isOrdered: boolean;
  /** Stores the wallet, and what the network knows of its order, before a round. */
  openWallet(pool: Pool): Promise<void>;
  /**
   * Asks the node for fees and funds. Returns undefined if the payment has to wait for others, without a trouble. Throws Trouble if an operator
   * has to look at it. `onTheirWay` are the open payments whose bytes are stored.
   */
  prepare(withdrawal: Withdrawal, onTheirWay: readonly PlacedPayment[]): Promise<TakePlaces | undefined>;
  /** Asks the network why the address accepts no payment; missing on networks where every address accepts each. */
  payeeFault?(payee: Payee): Promise<PayeeFault | undefined>;
  /** Returns the txid if `signed` is exactly `unsigned` with valid signatures of `wallet`; undefined for anything else. */
  verify(signed: string, of: { unsigned: string; wallet: string }): Promise<string | undefined>;
  /** The same bytes may be sent any number of times. Throws NodeError if the node neither accepts nor knows them. */
  send(signed: string): Promise<void>;
  /**
   * Returns what another node says of payments. It must ask that node alone, and throw where the node can't tell. Without it, two operators decide
   * in place of a second node (second-word.ts).
   */
  statusBy?(ask: AskNode): StatusSource;
  /** Returns what the wallet has, as the network says; missing where nobody asks it. */
  holdings?(): Promise<Holdings>;
  /** Missing on networks where no transaction replaces another one. */
  replacing?: {
    /** Returns true if the newest bytes of a payment, sent at `sentAt`, have waited long enough. */
    isDue(sentAt: number, now: number): boolean;
    /** Returns the next replacement; undefined while the payment may still wait. Throws Trouble. */
    next(payment: PlacedPayment, newestUnsigned: string): Promise<WrittenReplacement | undefined>;
  };
}

/** What the demo has besides: a chain of its own. */
export interface DemoMeans {
  addBlock?: () => Promise<void>;
  /** The wallet can pay all of these afterwards. */
  fund?: (payable: readonly Withdrawal[]) => Promise<void>;
}

export interface PayerOpener {
  /** Throws NoMeansError if nothing can be paid. */
  open(): Promise<NetworkPayer & DemoMeans>;
  close(): Promise<void>;
}
