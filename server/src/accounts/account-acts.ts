// What two operators do about an account: it is frozen, and released again.
import { freezeAccount, parseWireId, releaseAccount, type Uuid } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { readAccount, readFreeze, runFreezeFunction } from './store.ts';

export const accountActs: readonly BoundAct[] = [
  bindAct(freezeAccount, {
    async facts({ account_id: id }, pool) {
      const facts = await factsOf(id, pool);
      return facts.is_frozen ? refuse('frozen-already') : facts;
    },
    carryOut: async ({ proposalId, facts }, database) =>
      (await run(database, 'account_freeze', { proposalId, facts })) ? {} : refuse('frozen-already'),
  }),
  bindAct(releaseAccount, {
    async facts({ account_id: id }, pool) {
      const facts = await factsOf(id, pool);
      return facts.is_frozen ? facts : refuse('not-frozen');
    },
    carryOut: async ({ proposalId, facts }, database) =>
      (await run(database, 'account_release', { proposalId, facts })) ? {} : refuse('not-frozen'),
  }),
];

async function factsOf(id: string, pool: Pool) {
  const accountId = parseWireId('account', id);
  const account = accountId && (await readAccount(pool, accountId));
  if (!account) return refuse('account-unknown');
  const isFrozen = await readFreeze(pool, account.accountId);
  return { account_uuid: account.accountId, number: account.number, is_frozen: isFrozen };
}

const run = (
  database: Database,
  name: 'account_freeze' | 'account_release',
  { proposalId, facts }: { proposalId: Uuid; facts: { account_uuid: Uuid } },
): Promise<boolean> => runFreezeFunction(database, name, { proposalId, accountId: facts.account_uuid });
