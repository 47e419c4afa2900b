// Pure: what is known of a customer, as the console reads it.
import { formatAmount, toInstant, wireId, type Wad } from '@candor/wire';
import { limitsAt, type PersonalLimits } from '../ledger/personal-limits.ts';
import type {
  readBalances,
  readEvents,
  readIdentity,
  readMoves,
  readNotes,
  readOrders,
  readSessions,
} from './store.ts';

type RowsOf<Read extends (...parts: never[]) => Promise<readonly object[]>> = Awaited<ReturnType<Read>>;

export const describeBalances = (rows: RowsOf<typeof readBalances>) =>
  rows.map(({ coin, available, reserved, margin, staked }) => ({
    coin,
    available: formatAmount(available),
    reserved: formatAmount(reserved),
    margin: formatAmount(margin),
    staked: formatAmount(staked),
  }));

export const describeMoves = (rows: RowsOf<typeof readMoves>) =>
  rows.map(({ sequence: _, entryId, at, amount, fromBucket: from, toBucket: to, ...move }) => ({
    ...move,
    from,
    to,
    entry_id: wireId('entry', entryId),
    amount: formatAmount(amount),
    at: toInstant(at),
  }));

export const describeOrders = (rows: RowsOf<typeof readOrders>) =>
  rows.map(({ place: _, orderId, kind, amount, amountCoin, paid, paidCoin, receivedAt, ...order }) => ({
    ...order,
    product: kind,
    order_id: wireId(kind, orderId),
    amount_coin: amountCoin,
    paid_coin: paidCoin,
    amount: formatAmount(amount),
    paid: paid === null ? null : formatAmount(paid),
    received_at: toInstant(receivedAt),
  }));

export const describeIdentity = (rows: RowsOf<typeof readIdentity>) =>
  rows.map(({ caseId, submittedAt, decidedAt, ...row }) => ({
    ...row,
    case_id: wireId('identityCase', caseId),
    submitted_at: toInstant(submittedAt),
    decided_at: decidedAt === null ? null : toInstant(decidedAt),
  }));

export const describeSessions = (rows: RowsOf<typeof readSessions>) =>
  rows.map(({ ip, device, createdAt, lastSeenAt }) => ({
    ip,
    device,
    created_at: toInstant(createdAt),
    last_seen_at: toInstant(lastSeenAt),
  }));

export const describeEvents = (rows: RowsOf<typeof readEvents>) =>
  rows.map(({ eventId, at, disownedAt, ...event }) => ({
    ...event,
    event_id: wireId('securityEvent', eventId),
    at: toInstant(at),
    disowned_at: disownedAt === null ? null : toInstant(disownedAt),
  }));

export const describeNotes = (rows: RowsOf<typeof readNotes>) =>
  rows.map(({ noteId, at, ...note }) => ({ ...note, note_id: noteId, at: toInstant(at) }));

/** Of an account that never set one, none. */
export function describeLimits(row: PersonalLimits | undefined, now: number) {
  const limits = row && limitsAt(row, now);
  const pause = row?.pause && row.pause.endsAt > now ? row.pause : null;
  const text = (limit: Wad | null | undefined): string | null =>
    (limit ?? null) === null ? null : formatAmount(limit!);
  return {
    loss_day: text(limits?.lossDay),
    loss_week: text(limits?.lossWeek),
    loss_month: text(limits?.lossMonth),
    stake_max: text(limits?.stakeMax),
    pause: pause && { kind: pause.kind, ends_at: toInstant(pause.endsAt) },
  };
}
