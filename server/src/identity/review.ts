// Operators look at documents: who has claimed a case sees it and decides, within half an hour; each look and each decision is in the
// audit log.
import { ageOn, parseWireId, reviewClaimMs, toInstant, wireId, type FailureReason, type Uuid } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import type { OperatorSession } from '../kit/feature.ts';
import { keepHappening } from '../kit/keep-happening.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Sealing } from '../kit/sealing.ts';
import { openDetails, type IdentityCase } from './case.ts';
import { digestTexts } from './hand-in.ts';
import { lockCase, readTwins, storeClaim, storeDecision, type Twin } from './store.ts';

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

interface Asked {
  id: string;
  operator: OperatorSession;
}

/** Refuses with `claimed-by-other` while another has it, and with `case-decided`. */
export function claimCase(
  { pool, clock, sealing }: ReviewOptions,
  { id, operator }: Asked,
): Promise<{ found: IdentityCase; twins: Twin[] }> {
  return inTransaction(pool, async (database) => {
    const found = await lockOpen(database, id);
    const now = clock.now();
    if (found.claimedBy !== null && found.claimedBy !== operator.operatorId && now < found.claimedUntil!)
      refuse('claimed-by-other', { operator: found.claimedByName!, until: toInstant(found.claimedUntil!) });
    const until = now + reviewClaimMs;
    await storeClaim(database, { caseId: found.caseId, by: operator.operatorId, until });
    await note(database, { operator, act: 'identity-case-claimed', found });
    const twins = await twinsOf(database, sealing, found);
    return { found: { ...found, claimedBy: operator.operatorId, claimedByName: operator.name, claimedUntil: until }, twins }; // oxfmt-ignore
  });
}

/** Twins for who has claimed it now, whose look is noted; to anybody else the case is a line of the list. */
export function openCase(
  { pool, clock, sealing }: ReviewOptions,
  { id, operator }: Asked,
): Promise<{ found: IdentityCase; twins: Twin[] | null }> {
  return inTransaction(pool, async (database) => {
    const found = await lockKnown(database, id);
    if (!hasClaimed(found, operator, clock.now())) return { found, twins: null };
    await note(database, { operator, act: 'identity-case-viewed', found });
    return { found, twins: await twinsOf(database, sealing, found) };
  });
}

/** The picture's id, for who has claimed the case. Refuses with `claim-first`. */
export function lookAtPicture(
  { pool, clock }: ReviewOptions,
  { id, operator, side }: Asked & { side: 'front' | 'back' },
): Promise<Uuid> {
  return inTransaction(pool, async (database) => {
    const found = await lockKnown(database, id);
    requireClaim(found, operator, clock.now());
    const pictureId = found[side] ?? refuse('not-found');
    await note(database, { operator, act: 'identity-picture-viewed', found, detail: { side } });
    return pictureId;
  });
}

/** Undefined: approved. Refuses with `claim-first`, `case-decided` and `under-age`. */
export function decideCase(
  { pool, clock, newId, sealing, pictures, accounts, conduct }: ReviewOptions,
  { id, operator, reason }: Asked & { reason?: FailureReason },
): Promise<IdentityCase> {
  return inTransaction(pool, async (database) => {
    const found = await lockOpen(database, id);
    const now = clock.now();
    requireClaim(found, operator, now);
    const { accountId, caseId, front, back } = found;
    const { ageMin } = conduct.inForce();
    const age = ageOn(openDetails(sealing, found).birthDate, toInstant(now).slice(0, 10));
    if (reason === undefined && age < ageMin) refuse('under-age', { age: String(ageMin) });
    const decision = { state: reason === undefined ? 'approved' : 'failed', reason: reason ?? null } as const;
    await storeDecision(database, { caseId, ...decision, at: now });
    await keepHappening(database, { id: newId(), name: 'identity.decided', accountId, objectId: caseId });
    await pictures.keep(database, { accountId, pictureIds: back === null ? [front] : [front, back] });
    if (reason === undefined) await accounts.markVerified(accountId, 'identity', database);
    await note(database, { operator, act: `identity-${decision.state}`, found, detail: reason ? { reason } : {} });
    return { ...found, ...decision, decidedAt: now };
  });
}

async function lockKnown(database: Database, id: string): Promise<IdentityCase> {
  const caseId = parseWireId('identityCase', id) ?? refuse('not-found');
  return (await lockCase(database, caseId)) ?? refuse('not-found');
}

async function lockOpen(database: Database, id: string): Promise<IdentityCase> {
  const found = await lockKnown(database, id);
  return found.state === 'review' ? found : refuse('case-decided', { state: found.state });
}

const hasClaimed = (found: IdentityCase, { operatorId }: OperatorSession, now: number): boolean =>
  found.state === 'review' && found.claimedBy === operatorId && now < found.claimedUntil!;

function requireClaim(found: IdentityCase, operator: OperatorSession, now: number): void {
  if (!hasClaimed(found, operator, now)) refuse('claim-first');
}

function twinsOf(database: Database, sealing: Sealing, found: IdentityCase): Promise<Twin[]> {
  const texts = digestTexts(found.country, found.documentKind, openDetails(sealing, found));
  return readTwins(database, {
    found,
    documents: sealing.digests(texts.document),
    persons: sealing.digests(texts.person),
  });
}

const note = (
  database: Database,
  {
    operator,
    act,
    found,
    detail = {},
  }: { operator: OperatorSession; act: string; found: IdentityCase; detail?: object },
): Promise<void> =>
  appendAudit(database, {
    operator: operator.name,
    act,
    subject: wireId('account', found.accountId),
    detail: { case: wireId('identityCase', found.caseId), ...detail },
  });
