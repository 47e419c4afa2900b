// Carrying out what two operators decided: once, by whichever process comes first, and also when one ended in between.
import { wireId, type Uuid } from '@candor/wire';
import type { BoundAct } from '../kit/act.ts';
import { appendAudit } from '../kit/audit-log.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import type { ApprovalSignatures } from '../operators/approval-signatures.ts';
import {
  approvedProposals,
  changeProposal,
  expiredProposals,
  lockProposal,
  readSignatures,
  type Proposal,
} from './store.ts';
import { faultOf, readSignedParts } from './signed-parts.ts';

export interface CarryOutOptions {
  pool: Pool;
  actOf: (kind: string) => BoundAct | undefined;
  signatures: Pick<ApprovalSignatures, 'areNeeded'>;
}

const everyMs = 1_000;

/** Does nothing where another process was at it; where one is, it waits for its end or leaves it alone. */
export type CarryOut = (proposalId: Uuid, whileAnotherIsAtIt: 'wait' | 'skip') => Promise<void>;

export const createCarryOut =
  ({ pool, actOf, signatures }: CarryOutOptions): CarryOut =>
  async (proposalId, whileAnotherIsAtIt) => {
    const tell = await inTransaction(pool, async (database) => {
      const skip = whileAnotherIsAtIt === 'skip';
      const proposal = await lockProposal(database, proposalId, { state: 'approved', skip });
      const bound = proposal && actOf(proposal.kind);
      if (!bound) return undefined;
      const { tell: told, ...ended } = await attempt(database, proposal, { bound, isSigned: signatures.areNeeded });
      await finish(database, proposal, ended);
      return told;
    });
    await tell?.();
  };

/** Finishes what a process left between approval and act, and ends what nobody decided on in time. */
export const actJobs = (options: Pick<CarryOutOptions, 'pool'>, carryOut: CarryOut): Job[] => [
  createJob({
    name: 'carry-out-acts',
    role: 'console',
    every: everyMs,
    isShared: true,
    run: async () => {
      const approved = await approvedProposals(options.pool);
      const outcomes = await Promise.allSettled(approved.map((proposalId) => carryOut(proposalId, 'skip')));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    },
  }),
  createJob({
    name: 'expire-acts',
    role: 'console',
    every: 60_000,
    isShared: true,
    run: async () => {
      for (const proposalId of await expiredProposals(options.pool)) await expire(options.pool, proposalId);
    },
  }),
];

type Ended = { state: 'done' | 'failed'; reason?: string; outcome: Readonly<Record<string, unknown>> };
type Attempted = Ended & { tell?: () => Promise<void> | undefined };

/** What a refused act had written is taken back. */
async function attempt(
  database: Database,
  proposal: Proposal,
  { bound, isSigned }: { bound: BoundAct; isSigned: boolean },
): Promise<Attempted> {
  const { proposalId, facts, makerName: maker, checkerName } = proposal;
  await database.query('savepoint act');
  try {
    if (isSigned) await requireSigned(database, proposalId);
    const body = bound.act.body.parse(proposal.body);
    const signatures = await readSignatures(database, proposalId);
    const act = { proposalId, body, facts, maker, checker: checkerName!, signatures };
    const outcome = await bound.carryOut(act, database);
    return { state: 'done', outcome, tell: () => bound.onDone?.(act) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await database.query('rollback to savepoint act');
    return { state: 'failed', reason: error.code, outcome: error.facts };
  }
}

/** Verifies the signatures again: with the console's role of the database somebody could have written an approval without the console. */
async function requireSigned(database: Database, proposalId: Uuid): Promise<void> {
  for (const part of await readSignedParts(database, proposalId)) {
    const fault = await faultOf(part);
    if (fault !== undefined) refuse(fault === 'unsigned' ? 'passkey-needed' : 'signature-wrong');
  }
}

async function finish(database: Database, proposal: Proposal, ended: Ended): Promise<void> {
  await changeProposal(database, proposal, ended);
  const { state, reason = '', outcome } = ended;
  await appendAudit(database, {
    operator: proposal.checkerName!,
    act: state === 'done' ? 'act-done' : 'act-failed',
    subject: wireId('proposal', proposal.proposalId),
    detail: { kind: proposal.kind, reason, outcome },
  });
}

const expire = (pool: Pool, proposalId: Uuid): Promise<void> =>
  inTransaction(pool, async (database) => {
    const proposal = await lockProposal(database, proposalId, { state: 'proposed', skip: true });
    if (!proposal) return;
    await changeProposal(database, proposal, { state: 'expired' });
    const subject = wireId('proposal', proposalId);
    await appendAudit(database, { operator: proposal.makerName, act: 'act-expired', subject, detail: { kind: proposal.kind } }); // oxfmt-ignore
  });
