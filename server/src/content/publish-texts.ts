// Brings the texts of this program into the database: one that was never there as it is now becomes a new version.
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WrittenDocument } from './read-texts.ts';
import { insertVersion, lockPublishing, selectDigests } from './store.ts';

/** Any number of processes may do it at once; an older program does not bring back what it says. */
export async function publishTexts(pool: Pool, documents: readonly WrittenDocument[], at: number): Promise<number> {
  return inTransaction(pool, async (database) => {
    await lockPublishing(database);
    const versions = Map.groupBy(await selectDigests(database), ({ kind, slug }) => `${kind}/${slug}`);
    let published = 0;
    for (const [place, document] of documents.entries()) {
      const known = versions.get(`${document.kind}/${document.slug}`) ?? [];
      if (known.some(({ digest }) => digest === document.digest.toString('hex'))) continue;
      await insertVersion(database, document, { version: (known.at(-1)?.version ?? 0) + 1, place, at });
      published++;
    }
    return published;
  });
}
