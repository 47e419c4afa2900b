// Audit rule for withdrawals: asks a node of each network for the result of each withdrawal's transactions.
import type { NetworkName } from '@candor/chain';
import { wireId } from '@candor/wire';
import { countJudged, judgeEach, type ChainVerdict } from '../chains/judged-by-chain.ts';
import type { Invariant, Queryable } from '../kit/product.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { sql } from '../kit/sql.ts';
import type { EndedPayment, PaymentAudit } from './ended-payment.ts';

interface Asked {
  /** Throws if no node of the network can be asked. */
  open: (network: NetworkName, database: Queryable) => Promise<PaymentAudit>;
  /** Limits the rule to withdrawals that ended in these hours; without it all are checked. */
  lastHours?: number | undefined;
}

interface Judged {
  name: string;
  verdict: ChainVerdict;
}

const paymentsAtOnce = 4;

/** A network whose node can't be asked keeps no withdrawal of another network from being checked. */
export const withdrawalsOnChainRule = ({ open, lastHours }: Asked): Invariant => ({
  name: 'each withdrawal that was sent is paid on the chain, once and as its row says, and none that failed is',
  async sql(database) {
    const { rows } = await database.query(
      sql`select withdrawal_id as id, state, network, asset, address, units, wallet, nonce::text as nonce, unsigned,
          array(select w.txid union select r.txid from withdrawal_replacements r
            where r.account_id = w.account_id and r.withdrawal_id = w.withdrawal_id and r.txid is not null) as txids
        from withdrawals w where state in ('sent', 'failed')
          and (${lastHours ?? null}::float8 is null or ended_at > clock_timestamp() - ${lastHours ?? null}::float8 * interval '1 hour')
        order by ended_at`.query,
    );
    const byNetwork = [...Map.groupBy(rows as unknown as EndedPayment[], ({ network }) => network)];
    const found = await Promise.all(
      byNetwork.map(([network, payments]) => judgeNetwork(payments, () => open(network, database))),
    );
    const judged = found.flatMap((each) => each.judged);
    const unasked = found.flatMap(({ error }) => (error === undefined ? [] : [error]));
    // Rows that contradict the chain are reported, whatever else could not be checked.
    if (unasked.length > 0 && !judged.some(({ verdict }) => verdict === 'wrong')) throw new Error(unasked.join('; '));
    return countJudged(judged);
  },
});

async function judgeNetwork(
  payments: readonly EndedPayment[],
  open: () => Promise<PaymentAudit>,
): Promise<{ judged: Judged[]; error?: string }> {
  const named = (payment: EndedPayment, verdict: ChainVerdict): Judged => ({
    name: wireId('withdrawal', payment.id),
    verdict,
  });
  try {
    const audit = await open();
    const judge = async (payment: EndedPayment) => named(payment, await audit.verdictOf(payment));
    return { judged: await judgeEach(payments, paymentsAtOnce, judge) };
  } catch (error) {
    return { judged: payments.map((payment) => named(payment, 'unknown')), error: reasonOf(error) };
  }
}
