// Checks before a decision whether this operator may take it, so that the operator reads a refusal with its reason.
// The database checks the same again when the decision is committed (migration 0105), which no caller can avoid: lanes and transactions answer
// its error with the same refusal.
import { formatAmount, type AssetCode, type CurrencyCode, type Uuid, type Wad } from '@candor/wire';
import { refusalFor, type Obstacle } from '../kit/operator-obstacle.ts';
import type { Database } from '../kit/postgres.ts';

interface Decision {
  kind: 'purchase' | 'loan' | 'withdrawal' | 'refund' | 'prize' | 'identity' | 'deposit';
  operatorId: Uuid;
  /** Null where no account is known, as of a payment that names no order. */
  accountId: Uuid | null;
  /** What is decided on alone, in a coin or in money of a country; without it nothing is counted towards the day. */
  alone?: { coin: AssetCode | CurrencyCode; amount: Wad };
}

/** Refuses with `own-account`, `credited-lately`, `day-sum-reached` and `worth-unknown`. */
export async function requireMayDecide(database: Database, decision: Decision): Promise<void> {
  refuseIf(await findObstacle(database, decision));
}

/** Returns null if the operator may take this decision. */
export async function findObstacle(
  database: Database,
  { kind, operatorId, accountId, alone }: Decision,
): Promise<Obstacle | null> {
  const { rows } = await database.query<{ obstacle: Obstacle | null }>(
    'select operator_obstacle($1, $2, $3, $4, worth_in_usdt($5, $6)) as obstacle',
    [kind, operatorId, accountId, alone !== undefined, alone?.coin, alone && formatAmount(alone.amount)],
  );
  return rows[0]!.obstacle;
}

/** Checks whether this operator may propose or approve an act about an account. Refuses with `own-account` and `credited-lately`. */
export async function requireMayAct(
  database: Database,
  { kind, facts, operatorId }: { kind: string; facts: Readonly<Record<string, unknown>>; operatorId: Uuid },
): Promise<void> {
  const { rows } = await database.query<{ obstacle: Obstacle | null }>('select act_obstacle($1, $2, $3) as obstacle', [
    kind,
    JSON.stringify(facts),
    operatorId,
  ]);
  refuseIf(rows[0]!.obstacle);
}

function refuseIf(obstacle: Obstacle | null): void {
  if (obstacle !== null) throw refusalFor(obstacle);
}
