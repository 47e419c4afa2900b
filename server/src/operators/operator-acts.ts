// What two administrators do about an operator.
import { closeOperator, renewOperator, setRoles } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { declaredAccountActs } from './declared-accounts.ts';
import { listOperators, runOperatorFunction, type ListedOperator } from './store.ts';

export const operatorActs: readonly BoundAct[] = [
  ...declaredAccountActs,
  bindAct(setRoles, {
    facts: ({ name }, pool) => factsOf(pool, name),
    carryOut: async ({ proposalId, body: { name } }, database) =>
      (await runOperatorFunction(database, 'operator_set_roles', proposalId))
        ? {}
        : refuse(await whyNoRoles(database, name)),
  }),
  bindAct(closeOperator, {
    facts: ({ name }, pool) => factsOf(pool, name),
    carryOut: async ({ proposalId }, database) =>
      (await runOperatorFunction(database, 'operator_close', proposalId)) ? {} : refuse('operator-unknown'),
  }),
  bindAct(renewOperator, {
    facts: ({ name }, pool, maker) => (name === maker ? refuse('own-renewal') : factsOf(pool, name)),
    carryOut: async ({ proposalId, body: { name }, maker, checker }, database) => {
      if (name === maker || name === checker) return refuse('own-renewal');
      return (await runOperatorFunction(database, 'operator_renew', proposalId)) ? {} : refuse('operator-unknown');
    },
  }),
];

async function findActive(database: Database, name: string): Promise<ListedOperator | undefined> {
  const found = (await listOperators(database)).find((each) => each.name === name);
  return found && found.closedAt === null && found.acceptedAt !== null ? found : undefined;
}

/** The database gives roles to whose fingerprint was compared alone: whoever set all proofs since may be somebody else. */
const whyNoRoles = async (database: Database, name: string): Promise<'operator-unknown' | 'fingerprint-changed'> =>
  (await findActive(database, name)) ? 'fingerprint-changed' : 'operator-unknown';

async function factsOf(pool: Pool, name: string) {
  const found = (await findActive(pool, name)) ?? refuse('operator-unknown');
  return { name, roles: found.roles, accepted_ms: found.acceptedAt, fingerprint: found.fingerprint };
}
