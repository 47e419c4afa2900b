// What the owner of the database alone may do: make an operator who has a role from the start, as no server gives one by itself, and let
// one who has lost everything set all proofs anew.
import { operatorNameForm, operatorRoles, type OperatorRole, type Uuid } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import { invite, inviteAgain } from './invitations.ts';
import { insertOperator, readOperator } from './store.ts';

/** A link for somebody new, or another one for who has not followed the first. Throws, in words for whoever asked. */
export async function createOperator(
  ownerPool: Pool,
  wanted: { operatorId: Uuid; name: string; role: string; pepper: Buffer; codeKey: Buffer; by: string },
): Promise<{ token: string; expiresAt: number }> {
  const { operatorId, name, role, pepper, codeKey, by } = wanted;
  if (!operatorNameForm.test(name)) throw new Error(`${name} is no name: letters a to z, digits, dots.`);
  if (!isRole(role)) throw new Error(`${role} is no role; there are ${operatorRoles.join(', ')}.`);
  return inTransaction(ownerPool, async (database) => {
    await insertOperator(database, { operatorId, name });
    const operator = (await readOperator(database, name))!;
    if (operator.argon2 !== null || operator.isClosed || operator.isDemo)
      throw new Error(`There is an operator ${name}, whose roles administrators change in the console.`);
    await database.query('insert into operator_roles (operator_id, role) values ($1, $2) on conflict do nothing', [
      operator.operatorId,
      role,
    ]);
    await appendAudit(database, { operator: by, act: 'operator-created', subject: name, detail: { role } });
    return invite(database, { operatorId: operator.operatorId, pepper, codeKey });
  });
}

/** A link for an operator who has lost everything and nobody else can help; roles stay. Throws, in words for whoever asked. */
export async function renewOperator(
  ownerPool: Pool,
  { name, pepper, codeKey, by }: { name: string; pepper: Buffer; codeKey: Buffer; by: string },
): Promise<{ token: string; expiresAt: number }> {
  return inTransaction(ownerPool, async (database) => {
    const operator = await readOperator(database, name);
    if (!operator || operator.argon2 === null || operator.isClosed || operator.isDemo)
      throw new Error(`There is no operator ${name} who has accepted an invitation and comes in.`);
    const link = await inviteAgain(database, { operatorId: operator.operatorId, pepper, codeKey });
    await appendAudit(database, { operator: by, act: 'renewal-link-made', subject: name });
    return link;
  });
}

const isRole = (text: string): text is OperatorRole => (operatorRoles as readonly string[]).includes(text);
