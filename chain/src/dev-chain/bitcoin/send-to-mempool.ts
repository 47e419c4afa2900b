// Takes a transaction into the mempool as Bitcoin Core does: bcoin checks scripts, amounts, fees and what is standard. It knows no replacement,
// so that rule (BIP125, of which Core since 28 asks no signal) is here.
import { NodeFault, faults } from './node-fault.ts';
import type { BcoinMempoolEntry, BcoinTransaction } from './bcoin-parts.ts';
import type { BcoinNode } from './open-bcoin.ts';

/** Satoshis for each virtual byte that a replacement pays more than all that it replaces. */
const incrementalRate = 1;
const replacedMax = 100;
const satoshis = 1e8;

/** `feeRateMax` is in bitcoins for 1,000 virtual bytes; 0 is no limit. Throws NodeFault with the code of Bitcoin Core. */
export async function sendToMempool(node: BcoinNode, transaction: BcoinTransaction, feeRateMax: number): Promise<void> {
  const { chain, mempool } = node;
  const hash = transaction.hash('hex');
  if (mempool.getEntry(hash)) return;
  if (await hasOutputs(node, transaction))
    throw new NodeFault(faults.alreadyInChain, 'Transaction outputs already in utxo set');
  const fee = await feeOf(node, transaction);
  if (fee === undefined) throw new NodeFault(faults.missing, 'bad-txns-inputs-missingorspent');
  const size = transaction.getVirtualSize();
  if (feeRateMax > 0 && fee > (feeRateMax * satoshis * size) / 1_000)
    throw new NodeFault(faults.missing, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
  const replaced = conflictsOf(node, transaction, { fee, size });
  for (const { tx } of replaced) {
    const entry = mempool.getEntry(tx.hash('hex'));
    if (entry) mempool.evictEntry(entry);
  }
  try {
    const missing = await mempool.addTX(transaction);
    if (missing) throw new NodeFault(faults.missing, 'bad-txns-inputs-missingorspent');
  } catch (error) {
    // Nothing is replaced by what is refused. Parents come before their children.
    for (const { tx } of replaced)
      if (!(await chain.db.getMeta(tx.hash('hex')))) await mempool.addTX(tx).catch(() => undefined);
    throw error instanceof NodeFault ? error : new NodeFault(faults.refused, reasonOf(error));
  }
}

async function hasOutputs({ chain }: BcoinNode, transaction: BcoinTransaction): Promise<boolean> {
  for (const index of transaction.outputs.keys())
    if (await chain.db.getCoin(transaction.hash('hex'), index)) return true;
  return false;
}

/** Returns undefined if one of the outputs that it spends is unknown or spent in a block. */
async function feeOf(
  { chain, mempool }: BcoinNode,
  { inputs, outputs }: BcoinTransaction,
): Promise<number | undefined> {
  let fee = 0;
  for (const { prevout } of inputs) {
    const parent = mempool.getEntry(prevout.hash)?.tx.outputs[prevout.index];
    const coin = parent ?? (await chain.db.getCoin(prevout.hash, prevout.index));
    if (!coin) return undefined;
    fee += coin.value;
  }
  return outputs.reduce((left, { value }) => left - value, fee);
}

/** Returns the transactions that this one replaces, with all that spend from them, parents first. Throws unless it pays for that. */
function conflictsOf(
  { mempool }: BcoinNode,
  { inputs }: BcoinTransaction,
  { fee, size }: { fee: number; size: number },
): BcoinMempoolEntry[] {
  const direct = new Set<BcoinMempoolEntry>();
  for (const { prevout } of inputs) {
    const spender = mempool.getSpent(prevout.hash, prevout.index);
    if (spender) direct.add(spender);
  }
  if (direct.size === 0) return [];
  const all = [...new Set([...direct, ...[...direct].flatMap((entry) => mempool.getDescendants(entry))])];
  if (all.length > replacedMax) throw new NodeFault(faults.refused, 'too many potential replacements');
  const spentOfReplaced = inputs.some(({ prevout }) => all.some(({ tx }) => tx.hash('hex') === prevout.hash));
  if (spentOfReplaced) throw new NodeFault(faults.refused, 'bad-txns-spends-conflicting-tx');
  const isBetter = [...direct].every((entry) => fee / size > entry.getFee() / entry.tx.getVirtualSize());
  const paid = all.reduce((sum, entry) => sum + entry.getFee(), 0);
  if (!isBetter || fee < paid + incrementalRate * size) throw new NodeFault(faults.refused, 'insufficient fee');
  return all;
}

const reasonOf = (error: unknown): string => {
  const { reason, message } = error as { reason?: string; message?: string };
  return reason ?? message ?? 'refused';
};
