// Cases of each desk to open, as the wire names them.
import { wireId, type Uuid } from '@candor/wire';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import type { Cases } from './page.ts';

const desks = {
  loan: ['loans', 'loan_id', 'loan'],
  withdrawal: ['withdrawals', 'withdrawal_id', 'withdrawal'],
  purchase: ['purchases', 'purchase_id', 'purchase'],
  transfer: ['bank_transfers', 'transfer_id', 'transfer'],
  ticket: ['support_tickets', 'ticket_id', 'supportTicket'],
  prize: ['shop_prizes', 'prize_id', 'ticket'],
  period: ['shop_periods', 'period_id', 'period'],
  proposal: ['act_proposals', 'proposal_id', 'proposal'],
} as const;

/** All but the one that somebody has to claim. */
export type FoundCases = Omit<Cases, 'identityCase'>;

/** So many different ones of each, at random. */
export async function readCases(pool: Pool, count: number): Promise<FoundCases[]> {
  const found: Partial<Record<keyof FoundCases, string[]>> = {};
  for (const [desk, [table, id, kind]] of Object.entries(desks)) {
    const { rows } = await pool.query<{ id: Uuid }>(`select ${id} as id from ${table} order by random() limit $1`, [count]); // oxfmt-ignore
    if (rows.length === 0) throw new Error(`there are no ${table}`);
    found[desk as keyof FoundCases] = rows.map((row) => wireId(kind, row.id));
  }
  const caseAt = (place: number) => Object.entries(found).map(([desk, ids]) => [desk, ids[place % ids.length]!]);
  return Array.from({ length: count }, (_, place) => Object.fromEntries(caseAt(place)) as unknown as FoundCases);
}
