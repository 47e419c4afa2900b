// A customer hands in a document: one case under review at a time, and none after one that was approved.
import { comparedName, type DocumentFields, type Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Session } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Sealing } from '../kit/sealing.ts';
import { sealDetails, type Details, type IdentityCase } from './case.ts';
import { readDocument } from './read-document.ts';
import { insertCase, lockIdentity, readLatest } from './store.ts';

export interface HandInOptions {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  sealing: Sealing;
  pictures: {
    keep: (database: Database, wanted: { accountId: Uuid; pictureIds: readonly Uuid[] }) => Promise<boolean>;
  };
  conduct: { inForce: () => { ageMin: number } };
}

/** As two cases of the same document or person have it. */
export const digestTexts = (country: string, kind: string, { number, name, birthDate }: Details) => ({
  document: `document ${country} ${kind} ${number}`,
  person: `person ${comparedName(name)} ${birthDate}`,
});

/**
 * `first`: nothing was handed in before; else what was has failed. Refuses with `certification-pending`, `certified-already` or
 * `certification-changed` by what is there, and as the fields are with `document-malformed`, `under-age` or `picture-missing`.
 */
export async function handIn(
  { pool, clock, newId, sealing, pictures, conduct }: HandInOptions,
  fields: DocumentFields,
  { session: { accountId, isVerified }, isFirst }: { session: Session; isFirst: boolean },
): Promise<void> {
  const submittedAt = clock.now();
  const document = readDocument(fields, { now: submittedAt, ageMin: conduct.inForce().ageMin });
  const { front, back, details } = document;
  const texts = digestTexts(document.country, document.documentKind, details);
  const caseId = newId();
  await inTransaction(pool, async (database) => {
    await lockIdentity(database, accountId);
    const latest = await readLatest(database, accountId);
    refuseUnlessOpen(latest, { isVerified, isFirst });
    for (const [field, pictureId] of Object.entries({ front, back }))
      if (pictureId !== null && !(await pictures.keep(database, { accountId, pictureIds: [pictureId] })))
        refuse('picture-missing', { field });
    await insertCase(database, {
      ...document,
      caseId,
      accountId,
      attempt: (latest?.attempt ?? 0) + 1,
      details: sealDetails(sealing, caseId, details),
      documentDigest: sealing.digests(texts.document)[0],
      personDigest: sealing.digests(texts.person)[0],
      submittedAt,
    });
  });
}

function refuseUnlessOpen(
  latest: IdentityCase | undefined,
  { isVerified, isFirst }: { isVerified: boolean; isFirst: boolean },
): void {
  if (isVerified || latest?.state === 'approved') refuse('certified-already');
  if (latest?.state === 'review') refuse('certification-pending');
  if (isFirst !== (latest === undefined)) refuse('certification-changed', { status: latest ? '3' : '0' });
}
