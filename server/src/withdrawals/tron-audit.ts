// Asks TRON about payments that ended.
import { readTronPayment } from '@candor/chain';
import type { ChainSettings } from '../chains/chain-settings.ts';
import { openAuditedTron, type AuditedTron } from '../chains/open-audited-chain.ts';
import type { PaymentAudit } from './ended-payment.ts';

export const openTronAudit = async (chains: ChainSettings): Promise<PaymentAudit> =>
  tronAudit(await openAuditedTron(chains));

/** A payment has one transaction, whose bytes say whom it pays. Its block proves that it has succeeded. */
export const tronAudit = ({ sender, source, usdt }: AuditedTron): PaymentAudit => ({
  async verdictOf({ wallet, unsigned, txids, state, asset, address, units }) {
    const read = readTronPayment(unsigned, { chain: { usdt }, wallet });
    const [txid, ...others] = txids;
    if (!read || txid === undefined || others.length > 0 || read.places[0] !== txid) return 'wrong';
    if (read.asset !== asset || read.to !== address || String(read.units) !== units) return 'wrong';
    const status = await sender.statusOf(txid, read.expiration);
    if (status.kind === 'pending') return 'unknown';
    if (status.kind === 'never') return state === 'failed' ? 'right' : 'wrong';
    if (!status.isFinal) return 'unknown';
    if (status.isGood !== (state === 'sent')) return 'wrong';
    const block = await source.block(status.height);
    if (!block) return 'unknown';
    const paid = block.credits.filter((credit) => credit.txid === txid);
    if (state === 'failed') return paid.length === 0 ? 'right' : 'wrong';
    const [only] = paid;
    return paid.length === 1 && only!.address === address && only!.units === read.units ? 'right' : 'wrong';
  },
});
