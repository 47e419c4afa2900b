// A payment that ended, and what an audit returns of it.
import type { NetworkName } from '@candor/chain';
import type { AssetCode, Uuid } from '@candor/wire';
import type { ChainVerdict } from '../chains/judged-by-chain.ts';

/** A withdrawal that the books call sent or failed after its bytes were stored. */
export interface EndedPayment {
  id: Uuid;
  state: 'sent' | 'failed';
  network: NetworkName;
  asset: AssetCode;
  address: string;
  units: string;
  wallet: string;
  /** Null on networks without an order of transactions. */
  nonce: string | null;
  /** Unsigned bytes of the first transaction. */
  unsigned: string;
  /** Ids of all transactions that were signed for it. */
  txids: string[];
}

export interface PaymentAudit {
  /** Returns `unknown` if the node can't tell yet. */
  verdictOf(payment: EndedPayment): Promise<ChainVerdict>;
}
