// What an error of the database means for everybody who must decide what to do next: is the connection of any use, may the same be
// tried again, or is it the fault of the very command that was carried out? States that are in no list are the command's fault.
import { Refusal } from './refuse.ts';

/** Thrown where a connection ends, can't be opened, or stays silent for too long; what was sent on it may have been done. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/**
 * - lost: the connection has ended, or its session isn't the one that this process began its transaction in. What was sent may have been done.
 * - read-only: the server takes no writes, as after a fail-over. Nothing was done, and this connection will never do it; a new one may.
 * - forgotten: the session doesn't have what was prepared or opened in it, or has it differently. Nothing was done; a new connection has its own.
 * - crowded: the server has no room, or its disks fail. Nothing was done, and any connection gets the same answer.
 * - conflict: the command met another one, or waited too long. Nothing was done.
 * - session: the command is at fault, or the role and the search path of its session are. It is not tried again on this connection.
 */
export type Meaning = 'lost' | 'read-only' | 'forgotten' | 'crowded' | 'conflict' | 'session';

/** Keys are a SQLSTATE, or its first two or three characters for all other states of that kind. */
export const meanings: Readonly<Record<string, Meaning>> = {
  // Connections: failures, violations of the protocol, and whatever a pooler says of itself (08P01).
  '08': 'lost',
  // Transactions that are in another state than this process left them in: a pooler gave the session to somebody else meanwhile.
  '25': 'lost',
  // A server that takes no writes.
  '25006': 'read-only',
  // A statement behind one that failed.
  '25P02': 'conflict',
  // A transaction that stood still for too long, or lasted too long: its session was ended.
  '25P03': 'lost',
  '25P04': 'lost',
  // A prepared statement that isn't there, as behind a pooler or after `deallocate all`, or that is there already.
  '26000': 'forgotten',
  '42P05': 'forgotten',
  // A cursor that isn't there.
  '34000': 'forgotten',
  // Serialisation failures and deadlocks.
  '40': 'conflict',
  // A lock that was waited for too long, and a statement that was cancelled.
  '55P03': 'conflict',
  '57014': 'conflict',
  // A server that shuts down, crashed, starts, dropped the database, or ended an idle session.
  '57P': 'lost',
  // Memory, disk space or connections are used up; files can't be read or written.
  '53': 'crowded',
  '58000': 'crowded',
  '58030': 'crowded',
  // Rights that are missing, and tables, types, columns and functions that aren't found: another user of a pooler may have left its role or
  // its search path.
  '42': 'session',
  '3F000': 'session',
};
/** "cached plan must not change result type": the table was changed, and this session can't plan what it prepared before. */
const outdatedPlan = { code: '0A000', routine: 'RevalidateCachedQuery' };
/** The server ends the connection after such an error, or did not let it begin, whatever its code is. */
const endingSeverities: ReadonlySet<unknown> = new Set(['FATAL', 'PANIC']);
const socketCodes = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN',
  'ENOTFOUND', 'EAI_AGAIN', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_SOCKET_CLOSED',
]); // oxfmt-ignore
/** All that pg 8 and its pool say of a connection without a code; faults.test.ts reads their sources for more. */
const driverWords = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
]);

/** Undefined where the fault is the command's own. */
export function meaningOf(error: unknown): Meaning | undefined {
  if (!(error instanceof Error) || error instanceof Refusal) return undefined;
  if (error instanceof ConnectionLost) return 'lost';
  const code = codeOf(error);
  if (code === '') return driverWords.has(error.message) ? 'lost' : undefined;
  const { severity, routine } = error as { severity?: unknown; routine?: unknown };
  if (socketCodes.has(code) || endingSeverities.has(severity)) return 'lost';
  if (code === outdatedPlan.code && routine === outdatedPlan.routine) return 'forgotten';
  return code.length === 5 ? (meanings[code] ?? meanings[code.slice(0, 3)] ?? meanings[code.slice(0, 2)]) : undefined;
}

/** The connection is gone; what was sent on it may have been done. */
export const isConnectionLost = (error: unknown): boolean => meaningOf(error) === 'lost';

/** The server takes no writes: nothing was done, and none of the connections to it will ever do it. */
export const isReadOnly = (error: unknown): boolean => meaningOf(error) === 'read-only';

/** The connection is not used again. A new one may do what this one can't. */
export const spendsConnection = (error: unknown): boolean => spending.has(meaningOf(error) ?? 'none');
const spending: ReadonlySet<string> = new Set<Meaning>(['lost', 'read-only', 'forgotten', 'session']);

/** Nothing was done, and on a new connection it may succeed at once. */
export const isForAnother = (error: unknown): boolean => forAnother.has(meaningOf(error) ?? 'none');
const forAnother: ReadonlySet<string> = new Set<Meaning>(['read-only', 'forgotten']);

/** The database serves nobody at the moment, whatever it is asked. */
export const isUnavailable = (error: unknown): boolean => unavailable.has(meaningOf(error) ?? 'none');
const unavailable: ReadonlySet<string> = new Set<Meaning>(['lost', 'read-only', 'crowded']);

/** The same may succeed when it is tried again: the database was away, or two commands met. */
export const isPassing = (error: unknown): boolean => passing.has(meaningOf(error) ?? 'none');
const passing: ReadonlySet<string> = new Set<Meaning>(['lost', 'read-only', 'forgotten', 'crowded', 'conflict']);

/** SQLSTATE, or Node's word for a failed system call; empty where there is none. */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
