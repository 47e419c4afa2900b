// What may become of a request, and who may say what about it. Pure.
import { supportClaimMs, supportLimits } from '@candor/wire';
import { Refusal } from '../kit/refuse.ts';
import type { TicketRow } from './store.ts';

/** `claimForMs`: how long from now on the claim lasts, where that changes. */
export interface TicketChange extends TicketRow {
  claimForMs?: number;
}

/** A message of the customer's, or of one of us; or why not. */
export function afterMessage(
  ticket: TicketRow,
  { isOurs, count, at }: { isOurs: boolean; count: number; at: number },
): TicketChange | Refusal {
  if (ticket.state === 'closed') return new Refusal('support-closed');
  if (count >= supportLimits.messages) return new Refusal('support-closed');
  if (!isOurs) return { ...ticket, state: 'open', changedAt: at };
  const firstAnswerAt = ticket.firstAnswerAt ?? at;
  return { ...ticket, state: 'answered', changedAt: at, firstAnswerAt, claimForMs: supportClaimMs };
}

/** Closed once, it stays closed as it was. */
export const afterClose = (ticket: TicketRow, at: number): TicketRow =>
  ticket.state === 'closed' ? ticket : { ...ticket, state: 'closed', changedAt: at, closedAt: at };

export const canRate = ({ state, firstAnswerAt }: Pick<TicketRow, 'state' | 'firstAnswerAt'>): boolean =>
  state === 'closed' && firstAnswerAt !== null;

/** Seconds until another message may be written, by when the last ones were, newest first; 0 where it may be now. */
export function restUntilMessage(lately: readonly number[], now: number): number {
  const oldest = lately[supportLimits.perMinute - 1];
  return oldest === undefined ? 0 : Math.max(0, Math.ceil((oldest + 60_000 - now) / 1000));
}
