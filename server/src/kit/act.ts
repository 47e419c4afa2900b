// An act that binds, bound to what its product does: the facts that it is decided on, and carrying it out.
import type { Act, Uuid } from '@candor/wire';
import type { z } from 'zod';
import type { OperatorSession } from './feature.ts';
import type { Database, Pool } from './postgres.ts';

export interface ApprovedAct<Body, Facts> {
  /** The key of the command where money moves. */
  proposalId: Uuid;
  body: Body;
  /** As they were when it was proposed. */
  facts: Facts;
  maker: string;
  checker: string;
  /** The signatures by the passkeys of both operators, if approvals are signed. */
  signatures?: readonly ActSignature[];
}

export interface ActSignature {
  person: string;
  signature: string;
}

export interface ActWork<Body, Facts> {
  /** Text and whole numbers; refuses where there is nothing to propose. `maker`: the name of who proposes it, while it is proposed. */
  facts: (body: Body, pool: Pool, maker?: string) => Promise<Facts>;
  /**
   * Carries it out within the transaction in which it is marked as done; what goes through the lanes or is done by itself bears the
   * proposal's id and finds itself done the second time. A refusal ends it as failed; anything else is tried again.
   */
  carryOut: (act: ApprovedAct<Body, Facts>, database: Database) => Promise<Readonly<Record<string, unknown>>>;
  /** Within the transaction that approves it; refuses where this operator can't approve it yet. */
  beforeApproval?: (
    asked: { proposalId: Uuid; facts: Facts; operator: OperatorSession },
    database: Database,
  ) => Promise<void>;
  /** Tells others of it once it is committed; what must not be forgotten is told within the transaction. */
  onDone?: (act: ApprovedAct<Body, Facts>) => Promise<void>;
}

export interface BoundAct extends ActWork<unknown, Record<string, unknown>> {
  act: Act;
}

export const bindAct = <One extends Act, Facts extends Record<string, unknown>>(
  act: One,
  work: ActWork<z.output<One['body']>, Facts>,
): BoundAct => ({ act, ...(work as ActWork<unknown, Record<string, unknown>>) });
