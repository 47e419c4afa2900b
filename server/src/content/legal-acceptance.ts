// The acceptance of legal texts: what is in force, what the customer has accepted, and that of new versions.
import { acceptedTexts, acceptLegal, queryLegalAcceptance, toInstant, type AcceptedText, type LegalAcceptance, type Uuid } from '@candor/wire'; // oxfmt-ignore
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { bindSelf, type BoundCall } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { insertAcceptance, selectAcceptances } from './store.ts';

interface AcceptanceParts {
  pool: Pool;
  clock: Clock;
  bus: Bus;
}

export const acceptanceCalls = ({ pool, clock, bus }: AcceptanceParts): BoundCall[] => [
  bindSelf(queryLegalAcceptance, (_payload, { session: { accountId } }) => acceptanceOf(pool, accountId)),
  bindSelf(acceptLegal, async (shown, { session: { accountId } }) => {
    const accepted = await inTransaction(pool, async (database) => {
      const now = await acceptanceOf(database, accountId);
      // What is not published can't be accepted, and nobody is asked for it.
      if (acceptedTexts.some((slug) => now[slug].current !== shown[slug])) refuse('terms-changed');
      for (const slug of acceptedTexts)
        await insertAcceptance(database, { accountId, slug, version: shown[slug], at: toInstant(clock.now()) });
      return acceptanceOf(database, accountId);
    });
    bus.emit('account.changed', { accountId });
    return accepted;
  }),
];

async function acceptanceOf(database: Database, accountId: Uuid): Promise<LegalAcceptance> {
  const rows = await selectAcceptances(database, accountId);
  const stateOf = (wanted: AcceptedText): LegalAcceptance['terms'] => {
    const { current = null, accepted = null } = rows.find(({ slug }) => slug === wanted) ?? {};
    return { current, accepted };
  };
  const [terms, privacy] = [stateOf('terms'), stateOf('privacy')];
  return { terms, privacy, is_owed: terms.current !== null && (terms.accepted ?? 0) < terms.current };
}
