// Asks the XRP Ledger about payments that ended.
import { askLedger, askXrplPaid, xrplSender, type XrplPaid, type XrplSender } from '@candor/chain';
import type { ChainSettings } from '../chains/chain-settings.ts';
import { openAuditedNode } from '../chains/open-audited-chain.ts';
import { xrplNetworkIds } from '../chains/xrpl.ts';
import type { PaymentAudit } from './ended-payment.ts';

export async function openXrplAudit(chains: ChainSettings): Promise<PaymentAudit> {
  const ask = askLedger((await openAuditedNode(chains, 'xrpl')).ask);
  const networkId = xrplNetworkIds[chains.devDirectory === undefined ? 'main' : 'demo'];
  return xrplAudit({ sender: xrplSender(ask, { networkId }), paidBy: (txid) => askXrplPaid(ask, txid) });
}

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
