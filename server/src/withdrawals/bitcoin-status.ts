// What became of payments in Bitcoin, by the blocks that are followed for deposits: so a pruned node without an index of transactions is enough. A
// second node is asked for the same blocks.
import {
  bitcoinSource,
  paymentsOn,
  type AskNode,
  type ChainPayments,
  type ChainSource,
  type Network,
} from '@candor/chain';
import { hasWalletOutput, readSpendings } from '../chains/wallet-outputs.ts';
import { columns, text } from '../kit/columns.ts';
import type { Pool } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import type { PaymentStatus, PlacedPayment, SentTransaction, StatusSource } from './network-payer.ts';

export interface BitcoinBlocks {
  network: Network;
  pool: Pool;
  /** Prefix of the chain's addresses. */
  prefix: string;
}

interface Parts extends BitcoinBlocks {
  payments: ChainPayments;
}

export function bitcoinStatus(blocks: BitcoinBlocks): StatusSource {
  const parts = { ...blocks, payments: paymentsOn('bitcoin', { prefix: blocks.prefix }) };
  return {
    statusOf: (payment, transactions) => statusOf(payment, transactions, parts),
    isPlaceUsed: async (payment) => (await finalUsesOf(payment, parts)).length > 0,
  };
}

/** Returns what a second node says: whether its own blocks hold what our blocks hold. Throws if it does not have such a block. */
export function bitcoinStatusBy(ask: AskNode, blocks: BitcoinBlocks): StatusSource {
  const parts = { ...blocks, payments: paymentsOn('bitcoin', { prefix: blocks.prefix }) };
  const source = bitcoinSource({ ask, prefix: blocks.prefix });
  return {
    async statusOf(payment, transactions) {
      const status = await statusOf(payment, transactions, parts);
      if (status.kind !== 'mined') return status;
      const { txid, height } = status;
      const use = { txid, height, outpoints: await outpointsOf(payment, parts) };
      const confirmations = await confirmationsBy(source, use);
      if (confirmations === 0) return { kind: 'pending' };
      return { ...status, confirmations, isFinal: isDeep(confirmations, parts) };
    },
    async isPlaceUsed(payment) {
      const uses = await finalUsesOf(payment, parts);
      for (const use of uses) if (isDeep(await confirmationsBy(source, use), parts)) return true;
      return false;
    },
  };
}

/** All transactions of a payment spend what its first one spends, so one of them at most is in a block. */
async function statusOf(
  payment: PlacedPayment,
  transactions: readonly SentTransaction[],
  parts: Parts,
): Promise<PaymentStatus> {
  const spendings = await readSpendings(parts.pool, {
    network: parts.network.name,
    outpoints: await outpointsOf(payment, parts),
  });
  const own = spendings.find(({ txid }) => transactions.some((each) => each.txid === txid));
  if (!own) return { kind: 'pending' };
  const { txid, height, confirmations } = own;
  return { kind: 'mined', txid, height, isGood: true, confirmations, isFinal: isDeep(confirmations, parts) };
}

/** Bitcoin calls no block final. As deep as a large amount has to be, a block is taken as one that stays. */
const isDeep = (confirmations: number, { network: { requires } }: Pick<Parts, 'network'>): boolean =>
  confirmations >= (requires.large?.confirmations ?? requires.confirmations);

/** Bytes that spend outputs of a wallet. */
type Spending = Pick<PlacedPayment, 'unsigned' | 'wallet'>;

async function outpointsOf({ unsigned, wallet }: Spending, { payments }: Parts): Promise<readonly string[]> {
  const read = await payments.read(unsigned, wallet);
  if (!read) throw new Error('the bytes of a payment are no payment of its wallet');
  return read.places;
}

/** A transaction in a block that spends one of these outputs. */
interface Use {
  txid: string;
  height: number;
  outpoints: readonly string[];
}

/**
 * Returns the deep transactions that spend what these bytes spend. An output that no block has any more was change of an earlier payment: these
 * bytes can't be made if that payment can't, because a replacement of it is in a block in its place.
 */
async function finalUsesOf(spending: Spending, parts: Parts): Promise<Use[]> {
  const { pool, network } = parts;
  const outpoints = await outpointsOf(spending, parts);
  const found = await readSpendings(pool, { network: network.name, outpoints });
  const uses = found
    .filter(({ confirmations }) => isDeep(confirmations, parts))
    .map(({ txid, height }) => ({ txid, height, outpoints }));
  if (uses.length > 0) return uses;
  for (const outpoint of outpoints) {
    if (await hasWalletOutput(pool, { network: network.name, outpoint })) continue;
    for (const parent of await readOwnTransactions(outpoint.slice(0, 64), parts)) {
      const ofParent = await finalUsesOf(parent, parts);
      const byOthers = ofParent.filter(({ txid }) => txid !== parent.txid);
      if (byOthers.length > 0) return byOthers;
    }
  }
  return [];
}

const ownTransaction = columns({ txid: text(), unsigned: text(), wallet: text() });

/** Returns our transaction with this id: the first one of a payment, or a replacement. */
const readOwnTransactions = (txid: string, { pool, network: { name } }: Parts) =>
  select(
    pool,
    ownTransaction,
    `select txid, unsigned, wallet from withdrawals where network = $1 and txid = $2
     union select r.txid, r.unsigned, w.wallet from withdrawal_replacements r join withdrawals w using (account_id, withdrawal_id)
       where w.network = $1 and r.txid = $2`,
    [name, txid],
  );

/** Returns how many blocks of this source confirm the use; 0 if its block at the height does not hold it. Throws if it has no such block (yet). */
async function confirmationsBy(source: ChainSource, { txid, height, outpoints }: Use): Promise<number> {
  const tip = await source.tip();
  const block = await source.block(height);
  if (!block?.inputs) throw new Error(`the node does not have block ${height}`);
  const isThere = block.inputs.some(
    (input) => input.txid === txid && outpoints.includes(`${input.of.txid}:${input.of.ordinal}`),
  );
  return isThere ? tip.height - height + 1 : 0;
}
