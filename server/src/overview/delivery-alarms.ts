// Pure: decides when waiting or failed messages to customers need an operator.
import type { AlarmKind, NoticeChannel } from '@candor/wire';

/** Counts of one channel. */
export interface DeliveryCounts {
  channel: NoticeChannel;
  /** Messages that have waited longer than `waitsMs` only because of the channel, and their accounts. */
  waiting: number;
  waitingAccounts: number;
  /** Time since which the oldest of these messages waits. */
  oldestAt: number | null;
  /** Time at which a message of the channel was last delivered. */
  sentAt: number | null;
  /** Accounts with a message that failed, or was delivered, within `failedMs`. */
  failedAccounts: number;
  sentAccounts: number;
}

interface DeliveryAlarm {
  kind: Extract<AlarmKind, 'deliveries-wait' | 'deliveries-failed'>;
  isGrave: boolean;
  about: string;
  since: number | null;
}

/** Time after which a delivery counts as waiting. Mail servers that defer a new sender (greylisting) accept the message by then. */
export const waitsMs = 15 * 60_000;
/** Messages of many accounts may wait this long before the alarm is grave. */
const graveMs = 2 * 3_600_000;
/** A single account's messages may wait this long without an alarm: a customer can enter an address that accepts nothing. */
const aloneMs = 6 * 3_600_000;
const manyAccounts = 5;
export const failedMs = 24 * 3_600_000;

export const deliveryAlarms = (channels: readonly DeliveryCounts[], now: number): DeliveryAlarm[] =>
  channels.flatMap((each) => [...ofWaiting(each, now), ...ofFailed(each)]);

/** The channel is at fault if many accounts wait, or if nothing was delivered since the oldest message started to wait. */
function ofWaiting(counts: DeliveryCounts, now: number): DeliveryAlarm[] {
  const { channel, waiting, waitingAccounts, oldestAt, sentAt } = counts;
  if (oldestAt === null || now - oldestAt < waitsMs) return [];
  const isMany = waitingAccounts >= manyAccounts;
  const hasStopped = sentAt === null || sentAt < oldestAt;
  if (!isMany && !hasStopped && now - oldestAt < aloneMs) return [];
  const isGrave = isMany && now - oldestAt >= graveMs;
  return [{ kind: 'deliveries-wait', isGrave, about: `${channel}: ${waiting}`, since: oldestAt }];
}

/** Some mailboxes are gone and some browsers refuse. If a tenth of all accounts fail, the channel or our server is at fault. */
function ofFailed({ channel, failedAccounts, sentAccounts }: DeliveryCounts): DeliveryAlarm[] {
  if (failedAccounts < manyAccounts || failedAccounts * 10 < failedAccounts + sentAccounts) return [];
  return [{ kind: 'deliveries-failed', isGrave: false, about: `${channel}: ${failedAccounts}`, since: null }];
}
