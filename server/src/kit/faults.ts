// Classifies errors of the database for callers that must decide what to do next: is the connection still usable, may the command be
// retried, or is the command itself at fault? An SQLSTATE that is not listed here is the command's fault.
import { Refusal } from './refuse.ts';

/** Thrown where a connection ends, can't be opened, or stays silent for too long; what was sent on it may have been done. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/**
 * - lost: the connection has ended, or a pooler switched its session during a transaction. The server may have executed the command.
 * - read-only: the server accepts no writes, as after a fail-over. Nothing was executed. Only a new connection may succeed.
 * - forgotten: the session lacks a prepared statement or cursor, or has another version. Nothing was executed; a new connection may succeed.
 * - crowded: the server lacks memory, disk space or connections. Nothing was executed, and any connection would get the same error.
 * - conflict: the command collided with a concurrent one, or waited too long. Nothing was executed.
 * - session: the command, or the role or search path of its session, is at fault. The connection is not used again.
 */
export type Meaning = 'lost' | 'read-only' | 'forgotten' | 'crowded' | 'conflict' | 'session';

/** Keys are a SQLSTATE, or its first two or three characters for all other states of that kind. */
export const meanings: Readonly<Record<string, Meaning>> = {
  // Connections: failures, protocol violations, and a pooler's own errors (08P01).
  '08': 'lost',
  // Unexpected transaction state: a pooler gave the session to another client in the meantime.
  '25': 'lost',
  // A server that takes no writes.
  '25006': 'read-only',
  // A statement after a failed one in the same transaction.
  '25P02': 'conflict',
  // A transaction that was idle or open for too long: the server ended its session.
  '25P03': 'lost',
  '25P04': 'lost',
  // A prepared statement that does not exist, as behind a pooler or after `deallocate all`, or that exists already.
  '26000': 'forgotten',
  '42P05': 'forgotten',
  // A cursor that does not exist.
  '34000': 'forgotten',
  // Serialisation failures and deadlocks.
  '40': 'conflict',
  // A lock timeout, and a cancelled statement.
  '55P03': 'conflict',
  '57014': 'conflict',
  // A server that shuts down, crashed, starts, dropped the database, or ended an idle session.
  '57P': 'lost',
  // Memory, disk space or connections are used up, or files can't be read or written.
  '53': 'crowded',
  '58000': 'crowded',
  '58030': 'crowded',
  // Rights that are missing, and tables, types, columns and functions that aren't found: another user of a pooler may have left its role or
  // its search path.
  '42': 'session',
  '3F000': 'session',
};
/** "cached plan must not change result type": the table was changed after this session prepared the statement. */
const outdatedPlan = { code: '0A000', routine: 'RevalidateCachedQuery' };
/** Severities after which the server closes or rejects the connection, whatever the SQLSTATE. */
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

/** Classifies an error; undefined if the command itself is at fault. */
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

/** Whether the connection is lost. The server may have executed the command. */
export const isConnectionLost = (error: unknown): boolean => meaningOf(error) === 'lost';

/** Whether the server accepts no writes. Nothing was executed, and no connection to this server will succeed. */
export const isReadOnly = (error: unknown): boolean => meaningOf(error) === 'read-only';

/** Whether the connection must not be used again. A new connection may succeed. */
export const spendsConnection = (error: unknown): boolean => spending.has(meaningOf(error) ?? 'none');
const spending: ReadonlySet<string> = new Set<Meaning>(['lost', 'read-only', 'forgotten', 'session']);

/** Whether nothing was executed, and a new connection may succeed at once. */
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
