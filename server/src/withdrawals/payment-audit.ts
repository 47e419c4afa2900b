// What the audit asks of a network about payments that ended: one row of the table for each network that it can ask.
import { askLedger, askXrplPaid, xrplSender, type NetworkName, type XrplPaid, type XrplSender } from '@candor/chain';
import type { AssetCode, Uuid } from '@candor/wire';
import type { ChainSettings } from '../chains/chain-settings.ts';
import type { ChainVerdict } from '../chains/judged-by-chain.ts';
import { openAuditedChain, openAuditedNode, type AuditedChain } from '../chains/open-audited-chain.ts';
import { xrplNetworkIds } from '../chains/xrpl.ts';

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

const openers: Partial<Record<NetworkName, (chains: ChainSettings) => Promise<PaymentAudit>>> = {
  ethereum: async (chains) => ethereumAudit(await openAuditedChain(chains)),
  async xrpl(chains) {
    const ask = askLedger((await openAuditedNode(chains, 'xrpl')).ask);
    const networkId = xrplNetworkIds[chains.devDirectory === undefined ? 'main' : 'demo'];
    return xrplAudit({ sender: xrplSender(ask, { networkId }), paidBy: (txid) => askXrplPaid(ask, txid) });
  },
};

/** Throws if no node of the network can be asked. */
export async function openPaymentAudit(chains: ChainSettings, network: NetworkName): Promise<PaymentAudit> {
  const open = openers[network];
  if (!open) throw new Error(`nothing here asks a node for payments of ${network}`);
  return open(chains);
}

/** All transactions of a payment have the same nonce, so exactly one of them is final once the nonce is used. */
export const ethereumAudit = ({
  sender,
  transactions,
}: Pick<AuditedChain, 'sender' | 'transactions'>): PaymentAudit => ({
  async verdictOf({ wallet, nonce, txids, state, asset, address, units }) {
    if (nonce === null) return 'wrong';
    const used = await sender.finalNonceOf(wallet);
    if (used === undefined || used <= BigInt(nonce)) return 'unknown';
    const ends = await Promise.all(txids.map((txid) => transactions.paidBy(txid)));
    const final = ends.filter((paid) => paid !== undefined);
    if (final.length !== 1) return 'wrong';
    const [paid] = final as [(typeof final)[0]];
    if (state === 'failed') return paid.length === 0 ? 'right' : 'wrong';
    const isPaid = paid.some(
      (each) =>
        each.asset === asset && each.address.toLowerCase() === address.toLowerCase() && String(each.units) === units,
    );
    return isPaid ? 'right' : 'wrong';
  },
});

interface AuditedXrpl {
  sender: Pick<XrplSender, 'statusOfTxid'>;
  paidBy: (txid: string) => Promise<XrplPaid | undefined>;
}

/** A payment is signed once. `unknown` if the node has deleted the ledgers in which it could be. */
export const xrplAudit = ({ sender, paidBy }: AuditedXrpl): PaymentAudit => ({
  async verdictOf({ wallet, unsigned, txids, state, asset, address, units }) {
    const [txid, ...others] = txids;
    if (txid === undefined || others.length > 0) return 'wrong';
    const paid = await paidBy(txid);
    if (paid) {
      if (state === 'failed') return paid.delivered === undefined ? 'right' : 'wrong';
      const isAsBooked = paid.account === wallet && paid.to === address && String(paid.delivered) === units;
      return isAsBooked && asset === 'XRP' ? 'right' : 'wrong';
    }
    const { kind } = await sender.statusOfTxid({ unsigned, txid });
    if (kind === 'pending' || kind === 'mined') return 'unknown';
    return state === 'failed' ? 'right' : 'wrong';
  },
});
