// Audit rule for withdrawals: asks a node for the result of each withdrawal's transactions.
import { wireId, type AssetCode, type Uuid } from '@candor/wire';
import { countJudged, judgeEach, type ChainVerdict } from '../chains/judged-by-chain.ts';
import type { AuditedChain } from '../chains/open-audited-chain.ts';
import type { Invariant } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

interface EndedRow {
  id: Uuid;
  state: 'sent' | 'failed';
  network: string;
  asset: AssetCode;
  address: string;
  units: string;
  wallet: string;
  nonce: string;
  txids: string[];
}

interface Asked {
  open: () => Promise<Pick<AuditedChain, 'sender' | 'transactions'>>;
  /** Limits the rule to withdrawals that ended in these hours; without it all are checked. */
  lastHours?: number | undefined;
}

const paymentsAtOnce = 4;

export const withdrawalsOnChainRule = ({ open, lastHours }: Asked): Invariant => ({
  name: 'each withdrawal that was sent is paid on the chain, once and as its row says, and none that failed is',
  async sql(database) {
    const { rows } = await database.query(
      sql`select withdrawal_id as id, state, network, asset, address, units, wallet, nonce::text as nonce,
          array(select w.txid union select r.txid from withdrawal_replacements r
            where r.account_id = w.account_id and r.withdrawal_id = w.withdrawal_id and r.txid is not null) as txids
        from withdrawals w where state in ('sent', 'failed')
          and (${lastHours ?? null}::float8 is null or ended_at > clock_timestamp() - ${lastHours ?? null}::float8 * interval '1 hour')
        order by ended_at`.query,
    );
    if (rows.length === 0) return countJudged([]);
    const chain = await open();
    return countJudged(
      await judgeEach(rows as unknown as EndedRow[], paymentsAtOnce, async (row) => ({
        name: wireId('withdrawal', row.id),
        verdict: await verdictOf(row, chain),
      })),
    );
  },
});

/** Judges a withdrawal. All transactions of a payment have the same nonce, so exactly one of them is final once the nonce is used. */
async function verdictOf(
  row: EndedRow,
  { sender, transactions }: Pick<AuditedChain, 'sender' | 'transactions'>,
): Promise<ChainVerdict> {
  if (row.network !== 'ethereum') return 'wrong';
  const used = await sender.finalNonceOf(row.wallet);
  if (used === undefined || used <= BigInt(row.nonce)) return 'unknown';
  const ends = await Promise.all(row.txids.map((txid) => transactions.paidBy(txid)));
  const final = ends.filter((paid) => paid !== undefined);
  if (final.length !== 1) return 'wrong';
  const [paid] = final as [(typeof final)[0]];
  if (row.state === 'failed') return paid.length === 0 ? 'right' : 'wrong';
  const isPaid = paid.some(
    ({ asset, address, units }) =>
      asset === row.asset && address.toLowerCase() === row.address.toLowerCase() && String(units) === row.units,
  );
  return isPaid ? 'right' : 'wrong';
}
