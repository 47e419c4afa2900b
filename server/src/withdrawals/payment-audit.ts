// What the audit asks of a network about payments that ended: one row of the table for each network that it can ask.
import { bitcoinPrefixes, type NetworkName } from '@candor/chain';
import type { ChainSettings } from '../chains/chain-settings.ts';
import { openAuditedBlocks, openAuditedChain, type AuditedChain } from '../chains/open-audited-chain.ts';
import type { Queryable } from '../kit/product.ts';
import { bitcoinAudit } from './bitcoin-audit.ts';
import type { PaymentAudit } from './ended-payment.ts';
import { openTronAudit } from './tron-audit.ts';
import { openXrplAudit } from './xrpl-audit.ts';

type OpenAudit = (chains: ChainSettings, database: Queryable) => Promise<PaymentAudit>;
const openers: Partial<Record<NetworkName, OpenAudit>> = {
  bitcoin: async (chains, database) => {
    const prefix = chains.devDirectory === undefined ? bitcoinPrefixes.main : bitcoinPrefixes.demo;
    return bitcoinAudit({ blocks: await openAuditedBlocks(chains), database, prefix });
  },
  ethereum: async (chains) => ethereumAudit(await openAuditedChain(chains)),
  tron: openTronAudit,
  xrpl: openXrplAudit,
};

/** Throws if no node of the network can be asked. */
export async function openPaymentAudit(
  chains: ChainSettings,
  { network, database }: { network: NetworkName; database: Queryable },
): Promise<PaymentAudit> {
  const open = openers[network];
  if (!open) throw new Error(`nothing here asks a node for payments of ${network}`);
  return open(chains, database);
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
