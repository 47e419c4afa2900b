// The decision on a case: by the reviewer who has claimed it, or by two where what it shows certifies another account already.
import {
  ageOn,
  approveSharedIdentity,
  parseWireId,
  toInstant,
  wireId,
  type FailureReason,
  type Uuid,
} from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { keepHappening } from '../kit/keep-happening.ts';
import type { Database } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { requireMayDecide } from '../operators/require-may-decide.ts';
import { openDetails, type IdentityCase } from './case.ts';
import { digestTexts } from './hand-in.ts';
import { lockKnown, lockOpen, note, requireClaim, type Asked, type ReviewOptions } from './review.ts';
import { requireLooked } from './second-look.ts';
import { readCase, storeDecision } from './store.ts';
import { certifiesAnother, lockApprovals, readTwins } from './twins.ts';

/**
 * Undefined: approved. Refuses with `claim-first`, `case-decided`, `under-age` and, where it certifies another account, with
 * `second-person-needed`.
 */
export function decideCase(
  options: ReviewOptions,
  { id, operator, reason }: Asked & { reason?: FailureReason },
): Promise<IdentityCase> {
  return inTransaction(options.pool, async (database) => {
    const found = await lockOpen(database, id);
    requireClaim(found, operator, options.clock.now());
    await requireMayDecide(database, { kind: 'identity', operatorId: operator.operatorId, accountId: found.accountId });
    if (reason === undefined) await requireOwn(database, options, found);
    return decide(database, options, { found, operator, reason });
  });
}

interface Decided {
  found: IdentityCase;
  operator: { name: string };
  reason?: FailureReason | undefined;
  /** The act of two. */
  second?: { proposalId: Uuid; name: string };
}

async function decide(
  database: Database,
  options: ReviewOptions,
  { found, operator, reason, second }: Decided,
): Promise<IdentityCase> {
  const { clock, newId, pictures, accounts } = options;
  const { accountId, caseId, front, back } = found;
  const now = clock.now();
  if (reason === undefined) requireAge(options, found);
  const decision = { state: reason === undefined ? 'approved' : 'failed', reason: reason ?? null } as const;
  await storeDecision(database, { caseId, ...decision, at: now, proposalId: second?.proposalId ?? null });
  await keepHappening(database, { id: newId(), name: 'identity.decided', accountId, objectId: caseId });
  // Before its pictures are kept: those of a certified account are kept longer.
  if (reason === undefined) await accounts.markVerified(accountId, 'identity', database);
  await pictures.keep(database, { accountId, pictureIds: back === null ? [front] : [front, back] });
  const detail = { ...(reason && { reason }), ...(second && { second: second.name }) };
  await note(database, { operator, act: `identity-${decision.state}`, found, detail });
  return { ...found, ...decision, decidedAt: now };
}

function requireAge({ sealing, clock, conduct }: ReviewOptions, found: IdentityCase): void {
  const { ageMin } = conduct.inForce();
  const age = ageOn(openDetails(sealing, found).birthDate, toInstant(clock.now()).slice(0, 10));
  if (age < ageMin) refuse('under-age', { age: String(ageMin) });
}

async function requireOwn(database: Database, options: ReviewOptions, found: IdentityCase): Promise<void> {
  await lockApprovals(database);
  if (await certifiesAnother(database, digestsOf(options, found))) refuse('second-person-needed');
}

function digestsOf({ sealing }: ReviewOptions, found: IdentityCase) {
  const texts = digestTexts(found.country, found.documentKind, openDetails(sealing, found));
  return { found, documents: sealing.digests(texts.document), persons: sealing.digests(texts.person) };
}

/**
 * `onDecided` is told once it is committed. Refuses with `not-found`, `case-decided`, `claim-first`, `under-age` and
 * `second-person-not-needed`, and with `look-first` who approves it unseen.
 */
export const sharedAct = (options: ReviewOptions & { onDecided: (decided: IdentityCase) => void }): BoundAct =>
  bindAct(approveSharedIdentity, {
    // Who proposes it has it before him; whom it certifies already is nobody else's to ask for.
    async facts({ case_id: id }, pool, maker) {
      const caseId = parseWireId('identityCase', id) ?? refuse('not-found');
      const found = (await readCase(pool, caseId)) ?? refuse('not-found');
      if (found.state !== 'review') refuse('case-decided', { state: found.state });
      const isClaimed = found.claimedByName === maker && options.clock.now() < found.claimedUntil!;
      if (maker !== undefined && !isClaimed) refuse('claim-first');
      requireAge(options, found);
      const wanted = digestsOf(options, found);
      if (!(await certifiesAnother(pool, wanted))) refuse('second-person-not-needed');
      const twins = await readTwins(pool, wanted);
      const certified = twins.filter(({ state }) => state === 'approved');
      const accounts = (some: typeof twins): string => some.map((twin) => wireId('account', twin.accountId)).join(', ');
      return {
        case_uuid: found.caseId,
        account_uuid: found.accountId,
        account_id: wireId('account', found.accountId),
        country: found.country,
        document_kind: found.documentKind,
        same_document: accounts(certified.filter(({ isDocument }) => isDocument)),
        same_picture: accounts(certified.filter(({ isPicture }) => isPicture)),
      };
    },
    beforeApproval: ({ proposalId, operator }, database) => requireLooked(database, { proposalId, operator }),
    async carryOut({ proposalId, body, maker, checker }, database) {
      const found = await lockOpen(database, body.case_id);
      await lockApprovals(database);
      await decide(database, options, { found, operator: { name: maker }, second: { proposalId, name: checker } });
      return {};
    },
    async onDone({ body }) {
      options.onDecided(await inTransaction(options.pool, (database) => lockKnown(database, body.case_id)));
    },
  });
