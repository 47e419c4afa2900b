// Compares ended payments in Bitcoin with the blocks of the audited node. The books say in which block a place was spent; the node has to have that
// block, and its bytes decide.
import { paymentsOn, scriptOfAddress, type BitcoinBlocks } from '@candor/chain';
import type { ChainVerdict } from '../chains/judged-by-chain.ts';
import type { Queryable } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import type { EndedPayment, PaymentAudit } from './ended-payment.ts';

interface AuditParts {
  blocks: Pick<BitcoinBlocks, 'blockAt'>;
  database: Queryable;
  /** Prefix of the chain's addresses. */
  prefix: string;
}
type Transaction = NonNullable<Awaited<ReturnType<BitcoinBlocks['blockAt']>>>['transactions'][number];
interface Spending {
  txid: string;
  height: number;
}

export const bitcoinAudit = (parts: AuditParts): PaymentAudit => ({
  async verdictOf(payment) {
    const read = await paymentsOn('bitcoin', { prefix: parts.prefix }).read(payment.unsigned, payment.wallet);
    if (!read) return 'wrong';
    const spendings = await readSpendings(parts.database, read.places);
    const own = spendings.filter(({ txid }) => payment.txids.includes(txid));
    if (payment.state === 'sent') return own.length === 1 ? judgeSent(payment, own[0]!, parts) : 'wrong';
    if (own.length > 0) return 'wrong';
    const { txids, places } = await originsOf(payment, parts);
    return judgeFailed(txids, { places, spendings: await readSpendings(parts.database, places) }, parts);
  },
});

type Bytes = Pick<EndedPayment, 'unsigned' | 'wallet' | 'txids'>;
interface Origins {
  txids: readonly string[];
  places: readonly string[];
}

/**
 * Returns the places of a payment that was not made. An output that no block has any more was change of an earlier payment of ours, so the places of
 * that payment stand for it: if another transaction spent them, neither can be made.
 */
async function originsOf(
  { unsigned, wallet, txids }: Bytes,
  { database, prefix }: Pick<AuditParts, 'database' | 'prefix'>,
): Promise<Origins> {
  const { places = [] } = (await paymentsOn('bitcoin', { prefix }).read(unsigned, wallet)) ?? {};
  const origins = { txids: [...txids], places: [...places] };
  for (const place of places) {
    for (const parent of await readVanished(database, place)) {
      const earlier = await originsOf({ ...parent, txids: [parent.txid] }, { database, prefix });
      origins.txids.push(...earlier.txids);
      origins.places.push(...earlier.places);
    }
  }
  return origins;
}

/** Returns our transaction that would pay this output, if no block has the output. */
async function readVanished(database: Queryable, outpoint: string): Promise<(Bytes & { txid: string })[]> {
  const [txid, ordinal] = [outpoint.slice(0, 64), outpoint.slice(65)];
  const { rows } = await database.query(
    sql`select w.wallet, b.unsigned, b.txid from withdrawals w cross join lateral (
          select w.unsigned, w.txid union all
          select r.unsigned, r.txid from withdrawal_replacements r
            where r.account_id = w.account_id and r.withdrawal_id = w.withdrawal_id) b
        where w.network = 'bitcoin' and b.txid = ${txid}
          and not exists (select from wallet_outputs where network = 'bitcoin' and txid = ${txid} and ordinal = ${ordinal}::bigint)`
      .query,
  );
  return rows as unknown as (Bytes & { txid: string })[];
}

async function judgeSent(
  { txids, address, units }: EndedPayment,
  { txid, height }: Spending,
  { blocks, prefix }: AuditParts,
): Promise<ChainVerdict> {
  const script = scriptOfAddress(address, prefix);
  const block = await blocks.blockAt(height);
  if (!block) return 'unknown';
  const [made, ...others] = block.transactions.filter((each) => txids.includes(each.txid));
  if (!script || made?.txid !== txid || others.length > 0) return 'wrong';
  const paid = made.outputs.filter((each) => Buffer.compare(each.script, script) === 0);
  return paid.length === 1 && String(paid[0]!.units) === units ? 'right' : 'wrong';
}

/** A failed payment can't be made any more only if a transaction besides `txids` has spent one of its places. */
async function judgeFailed(
  txids: readonly string[],
  { places, spendings }: { places: readonly string[]; spendings: readonly Spending[] },
  { blocks }: AuditParts,
): Promise<ChainVerdict> {
  const taken = new Set(places);
  let verdict: ChainVerdict = 'wrong';
  for (const { txid, height } of spendings) {
    const block = await blocks.blockAt(height);
    if (block?.transactions.some((each) => txids.includes(each.txid))) return 'wrong';
    if (block?.transactions.some((each) => each.txid === txid && spendsOne(each, taken))) verdict = 'right';
    else if (!block && verdict === 'wrong') verdict = 'unknown';
  }
  return verdict;
}

const spendsOne = ({ inputs }: Transaction, outpoints: ReadonlySet<string>): boolean =>
  inputs.some(({ txid, ordinal }) => outpoints.has(`${txid}:${ordinal}`));

/** Returns which transactions spent these outputs, `txid:ordinal` each, by the blocks that were followed. */
async function readSpendings(database: Queryable, outpoints: readonly string[]): Promise<Spending[]> {
  const [txids, ordinals] = [outpoints.map((each) => each.slice(0, 64)), outpoints.map((each) => each.slice(65))];
  const { rows } = await database.query(
    sql`select distinct spent_by as txid, spent_height::float8 as height from wallet_outputs
      where network = 'bitcoin' and spent_by is not null and (txid, ordinal) in (select * from unnest(${txids}::text[], ${ordinals}::bigint[]))`
      .query,
  );
  return rows as unknown as Spending[];
}
