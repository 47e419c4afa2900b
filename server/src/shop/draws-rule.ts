// Audit rule about draws: recomputes each draw from its tickets and the signature of its round.
import { drawWinners, isRoundSigned, quicknet, randomnessOf, rootOfTickets, roundFrom } from '@candor/proof/draw';
import { wireId, type Uuid } from '@candor/wire';
import type { Invariant, Queryable } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

interface Drawn {
  periodId: Uuid;
  winners: number;
  closedMs: number;
  delayMs: number;
  isDemo: boolean;
  key: string;
  genesisMs: number;
  beaconPeriodMs: number;
  root: string;
  round: number;
  signature: string;
  winningNum: string;
}

/** Maximum number of broken draws that the audit names. */
const examplesMax = 20;

/** `lastHours` limits the rule to rounds that were published in the last hours, by the time in the database; without it all rounds are checked. */
export const drawsRule = ({ lastHours }: { lastHours?: number }): Invariant => ({
  name: 'a draw follows from its tickets and from the round that was fixed before it, signed by its beacon',
  async sql(database) {
    const { rows } = await database.query(
      sql`select p.period_id as "periodId", p.winners, floor(extract(epoch from p.closed_at) * 1000)::float8 as "closedMs",
          p.draw_delay_ms::float8 as "delayMs", p.beacon_is_demo as "isDemo", p.beacon_key as key, p.beacon_genesis_ms::float8 as "genesisMs",
          p.beacon_period_ms::float8 as "beaconPeriodMs", l.root, l.round::float8 as round, d.signature, d.winning_num as "winningNum"
        from shop_draws d join shop_lists l using (period_id) join shop_periods p using (period_id)
        where ${lastHours ?? null}::float8 is null or l.round_at > clock_timestamp() - ${lastHours ?? null}::float8 * interval '1 hour'
        order by l.round_at`.query,
    );
    const isProduction = await readIsProduction(database);
    const broken: string[] = [];
    for (const row of rows) {
      const drawn = row as unknown as Drawn;
      const isRight =
        isFromItsRound(drawn, isProduction) && isFromItsTickets(drawn, await readTickets(database, drawn));
      if (!isRight) broken.push(wireId('period', drawn.periodId));
    }
    return sql`select ${rows.length}::int as checked, ${broken.length}::int as broken, ${broken.slice(0, examplesMax)}::text[] as examples`;
  },
});

const readIsProduction = async (database: Queryable): Promise<boolean> =>
  (await database.query(sql`select is_production() as "isProduction"`.query)).rows[0]!['isProduction'] === true;

async function readTickets(database: Queryable, { periodId }: Drawn): Promise<string[]> {
  const { rows } = await database.query(
    sql`select ticket_id as id from shop_tickets where period_id = ${periodId} order by number`.query,
  );
  return rows.map(({ id }) => wireId('ticket', id as Uuid));
}

/** Whether the signature is of the fixed round. Production only trusts drand's beacon; a demo also trusts the key stored in a demo period. */
function isFromItsRound(drawn: Drawn, isProduction: boolean): boolean {
  const { isDemo, key, genesisMs, beaconPeriodMs, round, signature, closedMs, delayMs } = drawn;
  const isQuicknet =
    !isDemo &&
    key === quicknet.public_key &&
    genesisMs === quicknet.genesis_ms &&
    beaconPeriodMs === quicknet.period_ms;
  if (!isQuicknet && (isProduction || !isDemo)) return false;
  const times = { genesis_ms: genesisMs, period_ms: beaconPeriodMs };
  return round === roundFrom(closedMs + delayMs, times) && isRoundSigned(key, { round, signature });
}

function isFromItsTickets(
  { periodId, root, signature, winners, winningNum }: Drawn,
  tickets: readonly string[],
): boolean {
  if (rootOfTickets(tickets) !== root) return false;
  const drawn = drawWinners({
    periodId: wireId('period', periodId),
    root,
    randomness: randomnessOf(signature),
    size: tickets.length,
    winners,
  });
  return drawn.join(',') === winningNum;
}
