// Pure: when messages to customers that wait, or were given up, need somebody.
import type { AlarmKind, NoticeChannel } from '@candor/wire';

/** Of one channel. */
export interface DeliveryCounts {
  channel: NoticeChannel;
  /** Whatever waits for its way alone for longer than `waitsMs`: messages, and accounts of theirs. */
  waiting: number;
  waitingAccounts: number;
  /** From when on the oldest of them waits. */
  oldestAt: number | null;
  /** When a message of the channel was last handed over. */
  sentAt: number | null;
  /** Accounts of which a message was given up, or handed over, within `failedMs`. */
  failedAccounts: number;
  sentAccounts: number;
}

interface DeliveryAlarm {
  kind: Extract<AlarmKind, 'deliveries-wait' | 'deliveries-failed'>;
  isGrave: boolean;
  about: string;
  since: number | null;
}

/** After it a delivery counts as waiting: a mail server that asks a new sender to come again is satisfied by then. */
export const waitsMs = 15 * 60_000;
/** So long messages of many accounts may wait before the alarm is grave. */
const graveMs = 2 * 3_600_000;
/** The address of one customer that takes nothing is no alarm for so long: who wishes has such an address. */
const aloneMs = 6 * 3_600_000;
const manyAccounts = 5;
export const failedMs = 24 * 3_600_000;

export const deliveryAlarms = (channels: readonly DeliveryCounts[], now: number): DeliveryAlarm[] =>
  channels.flatMap((each) => [...ofWaiting(each, now), ...ofFailed(each)]);

/** The way is at fault where many wait, or where nothing has left since the oldest began to wait. */
function ofWaiting(counts: DeliveryCounts, now: number): DeliveryAlarm[] {
  const { channel, waiting, waitingAccounts, oldestAt, sentAt } = counts;
  if (oldestAt === null || now - oldestAt < waitsMs) return [];
  const isMany = waitingAccounts >= manyAccounts;
  const hasStopped = sentAt === null || sentAt < oldestAt;
  if (!isMany && !hasStopped && now - oldestAt < aloneMs) return [];
  const isGrave = isMany && now - oldestAt >= graveMs;
  return [{ kind: 'deliveries-wait', isGrave, about: `${channel}: ${waiting}`, since: oldestAt }];
}

/** Some mailboxes are gone and some browsers refuse; a tenth of all accounts is the fault of the way, or ours. */
function ofFailed({ channel, failedAccounts, sentAccounts }: DeliveryCounts): DeliveryAlarm[] {
  if (failedAccounts < manyAccounts || failedAccounts * 10 < failedAccounts + sentAccounts) return [];
  return [{ kind: 'deliveries-failed', isGrave: false, about: `${channel}: ${failedAccounts}`, since: null }];
}
