// What customers handed in of themselves, opened for the copy of their data.
import { toInstant, wireId } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { HeldAbout } from '../kit/product.ts';
import type { Sealing } from '../kit/sealing.ts';
import type { Pictures } from '../pictures/create-pictures.ts';
import { shownInCopy } from '../pictures/viewer.ts';
import { openDetails } from './case.ts';
import { readCasesOf } from './store.ts';

interface HeldOptions {
  pool: Pool;
  clock: Clock;
  sealing: Sealing;
  pictures: Pick<Pictures, 'show'>;
}

/** Each case with what was typed, and its pictures as long as they are kept, drawn over with when they were copied. */
export const heldDocuments = ({ pool, clock, sealing, pictures }: HeldOptions): HeldAbout =>
  async function* held(accountId) {
    const cases = await readCasesOf(pool, accountId);
    const told = cases.map((each) => {
      const { number, name, birthDate } = openDetails(sealing, each);
      const { caseId, country, documentKind, state, reason, submittedAt, decidedAt } = each;
      return {
        authentication_id: wireId('identityCase', caseId),
        country,
        document_kind: documentKind,
        document_number: number,
        name,
        birth_date: birthDate,
        state,
        reason,
        submitted_at: toInstant(submittedAt),
        decided_at: decidedAt === null ? null : toInstant(decidedAt),
      };
    });
    yield { name: 'documents/documents.json', content: `${JSON.stringify(told, null, 2)}\n` };
    for (const pictureId of new Set(cases.flatMap(({ front, back }) => (back === null ? [front] : [front, back])))) {
      const jpeg = await pictures.show(pictureId, shownInCopy(accountId, clock.now()));
      if (jpeg) yield { name: `documents/${wireId('picture', pictureId)}.jpg`, content: jpeg };
    }
  };
