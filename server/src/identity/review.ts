// Operators look at documents: who has claimed a case sees it and decides, within half an hour; who has claimed the proposal to approve
// it sees it too, and each look is in the audit log.
import { parseWireId, reviewClaimMs, wireId, type Uuid } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import { isClaimedBy, requireClaimable, requireReleasable } from '../kit/claims.ts';
import type { Clock } from '../kit/clock.ts';
import type { OperatorSession } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Sealing } from '../kit/sealing.ts';
import type { BoundLooks } from '../kit/bound-looks.ts';
import { openDetails, type IdentityCase } from './case.ts';
import { digestTexts } from './hand-in.ts';
import { claimedProposal, comparedBy } from './second-look.ts';
import { lockCase, storeClaim } from './store.ts';
import { certifiesAnother, isCertifiedBySame, readTwinPictures, readTwins, type Twin, type TwinPicture } from './twins.ts'; // oxfmt-ignore

export interface ReviewOptions {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  sealing: Sealing;
  pictures: {
    keep: (database: Database, wanted: { accountId: Uuid; pictureIds: readonly Uuid[] }) => Promise<boolean>;
  };
  accounts: { markVerified: (accountId: Uuid, by: 'identity', database: Database) => Promise<void> };
  conduct: { inForce: () => { ageMin: number } };
  looks: BoundLooks;
}

export interface Asked {
  id: string;
  operator: OperatorSession;
}

/** A case as who may look at it sees it. */
export interface Looked {
  found: IdentityCase;
  twins: Twin[];
  needsSecond: boolean;
  /** Of the twins that it is compared with, by a proposal to approve it. */
  pictures: TwinPicture[];
}

/** Refuses with `claimed-by-other`, `claimed-lately`, `case-decided` and `looks-used-up`. */
export async function claimCase(options: ReviewOptions, asked: Asked): Promise<Looked> {
  const { looks } = options;
  await looks.requireRoom(asked.operator, 'documents');
  const looked = await takeClaim(options, asked);
  try {
    await looks.count(asked.operator, 'documents', looked.found.caseId);
    return looked;
  } catch (error) {
    // Of several at once: those beyond the last are for others.
    await releaseCase(options, asked).catch(() => undefined);
    throw error;
  }
}

function takeClaim({ pool, clock, sealing }: ReviewOptions, { id, operator }: Asked): Promise<Looked> {
  return inTransaction(pool, async (database) => {
    const found = await lockOpen(database, id);
    const now = clock.now();
    await requireClaimable(database, { caseId: found.caseId, claim: found, operator, now });
    const until = await storeClaim(database, { caseId: found.caseId, by: operator.operatorId, forMs: reviewClaimMs });
    const claimed = { ...found, claimedBy: operator.operatorId, claimedByName: operator.name, claimedUntil: until };
    const common = await inCommon(database, sealing, found);
    const pictures = await compared(database, { found: claimed, operator, now }, common);
    // Last: a row of the audit log holds up all others until the commit.
    await note(database, { operator, act: 'identity-case-claimed', found });
    return { found: claimed, ...common, pictures };
  });
}

/** Refuses with `claimed-by-other` and `case-decided`. */
export function releaseCase({ pool, clock }: ReviewOptions, { id, operator }: Asked): Promise<IdentityCase> {
  return inTransaction(pool, async (database) => {
    const found = await lockOpen(database, id);
    requireReleasable(found, operator, clock.now());
    if (found.claimedBy === null) return found;
    await storeClaim(database, { caseId: found.caseId, by: null, forMs: 0 });
    await note(database, { operator, act: 'identity-case-released', found, detail: { of: found.claimedByName } });
    return { ...found, claimedBy: null, claimedByName: null, claimedUntil: null };
  });
}

/**
 * Twins for who may look at it now, and that is counted and noted; to anybody else the case is a line of the list. Refuses with
 * `looks-used-up`.
 */
export async function openCase(
  { pool, clock, sealing, looks }: ReviewOptions,
  { id, operator }: Asked,
): Promise<Looked | { found: IdentityCase; twins: null }> {
  const seen = await inTransaction(pool, async (database) => {
    const found = await lockKnown(database, id);
    const asked = { found, operator, now: clock.now() };
    const right = await rightToLook(database, asked);
    if (!right) return { found, twins: null };
    const common = await inCommon(database, sealing, found);
    return { found, right, ...common, pictures: await compared(database, asked, common) };
  });
  if (seen.twins === null) return seen;
  const { right, ...looked } = seen;
  await looks.count(operator, 'documents', looked.found.caseId);
  await note(pool, { operator, act: 'identity-case-viewed', found: looked.found, detail: right });
  return looked;
}

/** Undefined where the picture is not kept any more. Refuses as the pictures do. */
export type Draw = (pictureId: Uuid) => Promise<Buffer | undefined>;

/** The picture, for who may look at the case. Refuses with `claim-first` and `looks-used-up`. */
export async function lookAtPicture(
  { pool, clock, looks }: ReviewOptions,
  { id, operator, side, draw }: Asked & { side: 'front' | 'back'; draw: Draw },
): Promise<Buffer> {
  const { found, right } = await inTransaction(pool, async (database) => {
    const found = await lockKnown(database, id);
    const right = await rightToLook(database, { found, operator, now: clock.now() });
    return { found, right: right ?? refuse('claim-first') };
  });
  const pictureId = found[side] ?? refuse('not-found');
  await looks.count(operator, 'documents', found.caseId);
  // Noted once it is drawn and before it is sent: whoever could be shown nothing has not looked, and may not approve by it.
  const drawn = (await draw(pictureId)) ?? refuse('not-found');
  await note(pool, { operator, act: 'identity-picture-viewed', found, detail: { side, ...right } });
  return drawn;
}

export async function lockKnown(database: Database, id: string): Promise<IdentityCase> {
  const caseId = parseWireId('identityCase', id) ?? refuse('not-found');
  return (await lockCase(database, caseId)) ?? refuse('not-found');
}

export async function lockOpen(database: Database, id: string): Promise<IdentityCase> {
  const found = await lockKnown(database, id);
  return found.state === 'review' ? found : refuse('case-decided', { state: found.state });
}

const hasClaimed = (found: IdentityCase, operator: OperatorSession, now: number): boolean =>
  found.state === 'review' && isClaimedBy(found, operator, now);

/** By the claim of the case, or of the proposal to approve it, which looks and does not decide. Undefined: by none. */
async function rightToLook(
  database: Database,
  { found, operator, now }: { found: IdentityCase; operator: OperatorSession; now: number },
): Promise<{ proposal?: string } | undefined> {
  const proposalId = found.state === 'review' ? await claimedProposal(database, found, operator) : undefined;
  if (proposalId !== undefined) return { proposal: wireId('proposal', proposalId) };
  return hasClaimed(found, operator, now) ? {} : undefined;
}

/** Refuses with `claim-first`. */
export function requireClaim(found: IdentityCase, operator: OperatorSession, now: number): void {
  if (!hasClaimed(found, operator, now)) refuse('claim-first');
}

type InCommon = Pick<Looked, 'twins' | 'needsSecond'>;

export async function inCommon(database: Database, sealing: Sealing, found: IdentityCase): Promise<InCommon> {
  const texts = digestTexts(found.country, found.documentKind, openDetails(sealing, found));
  const wanted = { found, documents: sealing.digests(texts.document), persons: sealing.digests(texts.person) };
  return { twins: await readTwins(database, wanted), needsSecond: await certifiesAnother(database, wanted) };
}

/** Those that who asks may see beside it. */
async function compared(
  database: Database,
  asked: Parameters<typeof comparedBy>[1],
  { twins }: Pick<InCommon, 'twins'>,
): Promise<TwinPicture[]> {
  const certified = twins.filter(isCertifiedBySame);
  if (certified.length === 0 || (await comparedBy(database, asked)) === undefined) return [];
  return readTwinPictures(database, certified.map(({ caseId }) => caseId)); // oxfmt-ignore
}

export const note = (
  database: Database,
  {
    operator,
    act,
    found,
    detail = {},
  }: { operator: { name: string }; act: string; found: IdentityCase; detail?: object },
): Promise<void> =>
  appendAudit(database, {
    operator: operator.name,
    act,
    subject: wireId('account', found.accountId),
    detail: { case: wireId('identityCase', found.caseId), ...detail },
  });
