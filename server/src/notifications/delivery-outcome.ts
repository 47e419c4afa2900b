// Outcome of a single try of a delivery, and what a try needs.
import type { DeliveryReason, Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { HostTurns } from '../kit/host-turns.ts';
import { MailNotTaken, type MailSender } from '../kit/mail.ts';
import type { Pool } from '../kit/postgres.ts';
import type { PushSender } from '../kit/push.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Catalogue } from './catalogue.ts';
import type { Delivery } from './delivery-store.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

export interface DeliverOptions {
  pool: Pool;
  clock: Clock;
  mail: MailSender;
  push: PushSender;
  /** Where an account gets mail, and in which language. */
  addressOf: (accountId: Uuid) => Promise<{ email: string | null; language: string } | undefined>;
  catalogue: Catalogue;
  links: UnsubscribeLinks;
  /** Origin of the app, for links in mails. */
  origin: string;
}

/** gone: no recipient, or an unknown kind. later: retry, at the earliest after `afterMs`. busy: the host has no free turn. */
export type Outcome =
  | { result: 'sent' }
  | { result: 'busy'; host: string }
  | { result: 'gone' | 'refused'; reason: DeliveryReason; detail?: string }
  | { result: 'later'; reason: DeliveryReason; detail?: string; afterMs?: number };

export type Send = (delivery: Delivery, parts: DeliverOptions & { turns: HostTurns }) => Promise<Outcome>;

/** Outcome for a kind of notification that this version does not know: there is no text for it. */
export const unknownKind: Outcome = { result: 'gone', reason: 'unknown-kind' };

/** Returns the outcome of a failed try. The detail holds only codes and our own words, as replies of other servers may name the customer. */
export function failedOutcome(error: unknown): Outcome {
  if (!(error instanceof MailNotTaken))
    return { result: 'later', reason: 'no-answer', detail: reasonOf(error).slice(0, 100) };
  const { failure, answered, message } = error;
  const detail = answered === 0 ? message.slice(0, 100) : String(answered);
  if (failure === 'refused') return { result: 'refused', reason: 'refused', detail };
  if (failure === 'unanswered') return { result: 'later', reason: 'unanswered', detail };
  return { result: 'later', reason: answered === 0 ? 'no-answer' : 'not-now', detail };
}
