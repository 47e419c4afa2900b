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
import { openDetails, type IdentityCase } from './case.ts';
import { digestTexts } from './hand-in.ts';
import { claimedProposal } from './second-look.ts';
import { lockCase, storeClaim } from './store.ts';
import { certifiesAnother, readTwins, type Twin } from './twins.ts';

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
}

/** Refuses with `claimed-by-other`, `claimed-lately` and `case-decided`. */
export function claimCase({ pool, clock, sealing }: ReviewOptions, { id, operator }: Asked): Promise<Looked> {
  return inTransaction(pool, async (database) => {
    const found = await lockOpen(database, id);
    const now = clock.now();
    await requireClaimable(database, { caseId: found.caseId, claim: found, operator, now });
    const until = await storeClaim(database, { caseId: found.caseId, by: operator.operatorId, forMs: reviewClaimMs });
    await note(database, { operator, act: 'identity-case-claimed', found });
    const claimed = { ...found, claimedBy: operator.operatorId, claimedByName: operator.name, claimedUntil: until };
    return { found: claimed, ...(await inCommon(database, sealing, found)) };
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

/** Twins for who may look at it now, and that is noted; to anybody else the case is a line of the list. */
export function openCase(
  { pool, clock, sealing }: ReviewOptions,
  { id, operator }: Asked,
): Promise<Looked | { found: IdentityCase; twins: null }> {
  return inTransaction(pool, async (database) => {
    const found = await lockKnown(database, id);
    const right = await rightToLook(database, { found, operator, now: clock.now() });
    if (!right) return { found, twins: null };
    await note(database, { operator, act: 'identity-case-viewed', found, detail: right });
    return { found, ...(await inCommon(database, sealing, found)) };
  });
}

/** The picture's id, for who may look at the case. Refuses with `claim-first`. */
export function lookAtPicture(
  { pool, clock }: ReviewOptions,
  { id, operator, side }: Asked & { side: 'front' | 'back' },
): Promise<Uuid> {
  return inTransaction(pool, async (database) => {
    const found = await lockKnown(database, id);
    const right = (await rightToLook(database, { found, operator, now: clock.now() })) ?? refuse('claim-first');
    const pictureId = found[side] ?? refuse('not-found');
    await note(database, { operator, act: 'identity-picture-viewed', found, detail: { side, ...right } });
    return pictureId;
  });
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

async function inCommon(database: Database, sealing: Sealing, found: IdentityCase): Promise<Omit<Looked, 'found'>> {
  const texts = digestTexts(found.country, found.documentKind, openDetails(sealing, found));
  const wanted = { found, documents: sealing.digests(texts.document), persons: sealing.digests(texts.person) };
  return { twins: await readTwins(database, wanted), needsSecond: await certifiesAnother(database, wanted) };
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
