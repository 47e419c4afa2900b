// Corrections as calls: anyone reads them; one operator proposes and another approves.
import {
  approveCorrection,
  coinOfCode,
  correctionsPageMax,
  getCorrections,
  parseWireId,
  proposeCorrection,
  toInstant,
  wireId,
} from '@candor/wire';
import type { CandleCorrection, CorrectionProposal } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bind } from '../kit/feature.ts';
import type { BoundCall, CallContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { textsOf } from './correct-candles.ts';
import type { CandleCorrector } from './correct-candles.ts';
import { insertProposal, openProposal, readCorrections } from './correction-store.ts';
import type { Proposal } from './correction-store.ts';

/** Who the operator behind a call is; refuses for everybody else. */
export type OperatorOf = (context: CallContext) => Promise<string>;

export interface CorrectionCallsOptions {
  pool: Pool;
  clock: Clock;
  corrector: Pick<CandleCorrector, 'findDifference' | 'record'>;
  operatorOf: OperatorOf;
}

const uniqueViolation = '23505';
const approvableMs = 24 * 3600 * 1000;

export function correctionCalls({ pool, clock, corrector, operatorOf }: CorrectionCallsOptions): BoundCall[] {
  async function approve(proposalId: string, approvedBy: string): Promise<CandleCorrection> {
    const id = parseWireId('proposal', proposalId);
    const proposal = id && (await openProposal(pool, id));
    if (!proposal || clock.now() - proposal.proposedMs > approvableMs) return refuse('not-found');
    if (proposal.proposedBy === approvedBy) return refuse('second-operator-needed');
    const found = await corrector.findDifference(proposal.coin, proposal.minuteMs);
    if (!found) return refuse('nothing-to-correct');
    const approval = { proposalId: proposal.proposalId, proposedBy: proposal.proposedBy, approvedBy };
    const { coin, minuteMs, reason, note } = proposal;
    const [before, after] = [textsOf(found.before), textsOf(found.after)];
    try {
      return await corrector.record({ coin, minuteMs, reason, note, before, after, approval });
    } catch (error) {
      // Somebody approved it at the same time.
      if ((error as { code?: string }).code === uniqueViolation) return refuse('not-found');
      throw error;
    }
  }

  return [
    bind(getCorrections, async ({ coin: code, from: fromMs, to: toMs, after: afterId }) => {
      const coin = code === undefined ? undefined : (coinOfCode(code)?.code ?? refuse('unknown-coin'));
      const limit = correctionsPageMax + 1;
      const read = await readCorrections(pool, { coin, fromMs, toMs, afterId, limit });
      const corrections = read.slice(0, correctionsPageMax);
      return { corrections, ...(read.length === limit && { next_after: corrections.at(-1)!.id }) };
    }),
    bind(proposeCorrection, async ({ coin: code, minute_ms: minuteMs, reason, note }, context) => {
      const proposedBy = await operatorOf(context);
      const coin = coinOfCode(code)?.code ?? refuse('unknown-coin');
      const found = await corrector.findDifference(coin, minuteMs);
      if (!found) return refuse('nothing-to-correct');
      const [before, after] = [textsOf(found.before), textsOf(found.after)];
      const facts = { coin, minuteMs, before, after, reason, note, proposedBy, proposedMs: clock.now() };
      return describeProposal(await insertProposal(pool, facts));
    }),
    bind(approveCorrection, async ({ proposal_id: proposalId }, context) =>
      approve(proposalId, await operatorOf(context)),
    ),
  ];
}

const describeProposal = (proposal: Proposal): CorrectionProposal => ({
  proposal_id: wireId('proposal', proposal.proposalId),
  coin: proposal.coin,
  minute_ms: proposal.minuteMs,
  before: proposal.before,
  after: proposal.after,
  reason: proposal.reason,
  note: proposal.note,
  proposed_by: proposal.proposedBy,
  proposed_at: toInstant(proposal.proposedMs),
});
