// Proposals for tests of what an act does, where how they are decided is not the matter.
import { randomUUID } from 'node:crypto';
import { canonicalJson } from '@candor/proof';
import type { ActKind, OperatorRole, Uuid } from '@candor/wire';
import type { Pool } from '../../src/kit/postgres.ts';

interface Wanted {
  kind: ActKind;
  body: object;
  facts: object;
  /** Names of operators, and as which role each acts; they are made where they are not there. */
  maker?: readonly [name: string, role: OperatorRole];
  checker?: readonly [name: string, role: OperatorRole];
}

/** Approved and not carried out. */
export async function approvedProposal(pool: Pool, wanted: Wanted): Promise<Uuid> {
  const { kind, body, facts, maker = ['anna', 'risk'], checker = ['ben', 'risk'] } = wanted;
  const proposalId = randomUUID() as Uuid;
  const [makerId, checkerId] = [await operatorOf(pool, ...maker), await operatorOf(pool, ...checker)];
  await pool.query(
    `insert into act_proposals (proposal_id, kind, body, facts, why, maker, expires_at)
     values ($1, $2, $3, $4, 'a test', $5, now() + interval '1 hour')`,
    [proposalId, kind, canonicalJson(body), canonicalJson(facts), makerId],
  );
  await pool.query(
    `update act_proposals set state = 'approved', checker = $2, decided_at = now(), version = 1 where proposal_id = $1`,
    [proposalId, checkerId],
  );
  return proposalId;
}

async function operatorOf(pool: Pool, name: string, role: OperatorRole): Promise<Uuid> {
  const { rows } = await pool.query<{ id: Uuid }>('select operator_of_demo($1, $2) as id', [name, role]);
  const { id } = rows[0]!;
  await pool.query(`select operator_open_session($1, null, null, sha256($2::text::bytea), '127.0.0.1', 'a test')`, [id, randomUUID()]); // oxfmt-ignore
  return id;
}
