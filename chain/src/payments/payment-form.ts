// How payments of one network are written, read and signed: one file for each network. The signer and the payer know no other difference.
import type { AssetCode } from '@candor/wire';

/** What a transaction would do, read from its bytes. */
export interface ReadPayment {
  asset: AssetCode;
  /** In the form in which addresses are stored; with the destination tag on networks that have tags. */
  to: string;
  units: bigint;
  /** The most that the transaction costs, in the smallest unit of the network's own coin. */
  feeMax: bigint;
  /**
   * What one transaction of the wallet uses up: a number in the wallet's order, or the outputs that it spends. Never empty. The signer signs one
   * payment for each place, and a payment again only if a place of all its earlier transactions is among the new ones.
   */
  places: readonly string[];
}

export interface SignedPayment {
  /** The whole transaction, as it is sent. */
  signed: string;
  txid: string;
}

/**
 * `Chain` identifies a chain of the network: its number, the prefix of its addresses, the contracts of its tokens. `Read` has what `replaces` of
 * the network needs besides.
 */
export interface PaymentForm<Chain, Read extends ReadPayment = ReadPayment> {
  /** Throws if an optional package that this network needs is not installed. */
  load(): Promise<void>;
  /** Returns the wallet of a signer's secret (32 bytes) as the network names it: an address, or an account's extended public key. */
  walletOf(secret: Uint8Array, chain: Chain): string;
  /** Returns undefined for bytes that are no payment of this network, to the letter. What goes back to `wallet` is no part of a payment. */
  read(unsigned: string, of: { chain: Chain; wallet: string }): Promise<Read | undefined>;
  /** Returns true if `next` may replace `last` for the same payment: at the same places, with a higher fee, so that one of them is paid. */
  replaces(next: Read, last: Read): boolean;
  /** Signs without randomness, so that the same bytes always get the same signature. */
  sign(unsigned: string, of: { secret: Uint8Array; chain: Chain }): Promise<SignedPayment>;
  /** Returns the txid if `signed` is exactly `unsigned` with valid signatures of `wallet`; undefined for anything else. */
  verify(signed: string, of: { unsigned: string; wallet: string; chain: Chain }): Promise<string | undefined>;
}
