// Pictures of the accounts that a document certifies already, beside those of the case that asks for it. A proposal to approve that case
// shows them, and nothing else does: to another who has claimed it, and to who made it while he has the case.
import { parseWireId, wireId } from '@candor/wire';
import { inTransaction } from '../kit/in-transaction.ts';
import { refuse } from '../kit/refuse.ts';
import { inCommon, lockKnown, note, type Asked, type Draw, type ReviewOptions } from './review.ts';
import { comparedBy } from './second-look.ts';
import { readCase } from './store.ts';
import { isCertifiedBySame } from './twins.ts';

/**
 * The picture. The look is counted and, once it is drawn, noted of whose picture it is. Refuses with `claim-first`, with `not-found` for any other case,
 * and with `looks-used-up`.
 */
export async function lookAtTwin(
  { pool, clock, sealing, looks }: ReviewOptions,
  { id, twin, operator, side, draw }: Asked & { twin: string; side: 'front' | 'back'; draw: Draw },
): Promise<Buffer> {
  const { theirs, detail } = await inTransaction(pool, async (database) => {
    const found = await lockKnown(database, id);
    const by = (await comparedBy(database, { found, operator, now: clock.now() })) ?? refuse('claim-first');
    const twinId = parseWireId('identityCase', twin);
    const { twins } = await inCommon(database, sealing, found);
    const known = twins.find((each) => each.caseId === twinId && isCertifiedBySame(each)) ?? refuse('not-found');
    const theirs = (await readCase(database, known.caseId)) ?? refuse('not-found');
    return { theirs, detail: { side, proposal: wireId('proposal', by), beside: wireId('identityCase', found.caseId) } };
  });
  const pictureId = theirs[side] ?? refuse('not-found');
  await looks.count(operator, 'documents', theirs.caseId);
  const drawn = (await draw(pictureId)) ?? refuse('not-found');
  await note(pool, { operator, act: 'identity-picture-viewed', found: theirs, detail });
  return drawn;
}
