// What two administrators do about an operator.
import { closeOperator, renewOperator, setRoles } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { listOperators, runOperatorFunction } from './store.ts';

export const operatorActs: readonly BoundAct[] = [
  bindAct(setRoles, {
    facts: ({ name }, pool) => factsOf(pool, name),
    carryOut: async ({ proposalId }, database) =>
      (await runOperatorFunction(database, 'operator_set_roles', proposalId)) ? {} : refuse('operator-unknown'),
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

async function factsOf(pool: Pool, name: string) {
  const found = (await listOperators(pool)).find((each) => each.name === name);
  if (!found || found.closedAt !== null || found.acceptedAt === null) return refuse('operator-unknown');
  return { name, roles: found.roles, accepted_ms: found.acceptedAt, fingerprint: found.fingerprint };
}
