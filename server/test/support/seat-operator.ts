// An operator whose session showed its second factor, for tests that decide without a console.
import { randomUUID } from 'node:crypto';
import type { OperatorRole, Uuid } from '@candor/wire';
import { Refusal } from '../../src/kit/refuse.ts';
import { runAsOwner } from './database.ts';

/** The second factor never grows old. */
export async function seatOperator(
  database: { ownerUrl: string },
  name: string,
  ...roles: OperatorRole[]
): Promise<Uuid> {
  const operatorId = randomUUID() as Uuid;
  await runAsOwner(
    database,
    `with person as (insert into operators (operator_id, name, is_demo) values ($1, $2, true) returning operator_id),
       given as (insert into operator_roles (operator_id, role) select operator_id, unnest($3::text[]) from person)
     insert into operator_sessions (operator_id, token_hash, ip, user_agent, stepped_up_at)
     select operator_id, sha256(operator_id::text::bytea), '127.0.0.1', 'a test', 'infinity' from person`,
    [operatorId, name, roles],
  );
  return operatorId;
}

/** Declares the account as the operator's own. Creates the account first if it does not exist. */
export async function declareOwn(
  database: { ownerUrl: string },
  { operatorId, accountId }: { operatorId: Uuid; accountId: Uuid },
): Promise<void> {
  const number = String(20_000_000 + (parseInt(accountId.slice(-8), 16) % 70_000_000));
  await runAsOwner(
    database,
    `insert into accounts (account_id, number, account_type, email, language, invite_code, created_at)
     values ($1, $2, '1', $2 || '@example.com', 'en', 'OWN' || $2, now()) on conflict do nothing`,
    [accountId, number],
  );
  await runAsOwner(database, 'insert into operator_accounts (operator_id, account_id) values ($1, $2)', [
    operatorId,
    accountId,
  ]);
}

/** Inserts a decision of this worth (USDT) that the operator made alone today. */
export async function decidedAlone(
  database: { ownerUrl: string },
  { operatorId, worth }: { operatorId: Uuid; worth: string },
): Promise<void> {
  await runAsOwner(
    database,
    `insert into operator_decisions (operator_id, kind, object_id, account_id, worth)
     values ($1, 'loan', gen_random_uuid(), gen_random_uuid(), $2)`,
    [operatorId, worth],
  );
}

/** Returns the results of concurrent decisions: 'done', the code of the refusal, or the text of any other error. */
export async function outcomesOf(decisions: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(decisions);
  return outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return 'done';
    return outcome.reason instanceof Refusal ? outcome.reason.code : String(outcome.reason);
  });
}
