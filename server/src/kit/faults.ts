// What went wrong, for everybody who must decide what to do next: the connection to the database, a moment that passes, or the very
// command that was carried out. Only the first two are closed lists; whatever is not on them is the fault of what was asked.
import { Refusal } from './refuse.ts';

/** Thrown where a connection ends, can't be opened, or stays silent for too long; what was sent on it may have been done. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** 25P03 and 25P04: it stood still in the midst of a transaction. */
const lostStates = /^(?:08...|57P..|25P03|25P04)$/;
/** It has no room, or is one that may not write. */
const exhaustedStates = /^(?:53...|25006)$/;
/** A serialisation failure or deadlock, a lock that was waited for too long, a statement that was cancelled, and whatever came behind one. */
const conflictStates = /^(?:40...|55P03|57014|25P02)$/;
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

/** The connection is gone or useless. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Refusal) return false;
  if (error instanceof ConnectionLost) return true;
  const code = codeOf(error);
  return code === '' ? driverWords.has(error.message) : lostStates.test(code) || socketCodes.has(code);
}

/** The database serves nobody at the moment, whatever it is asked. */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || exhaustedStates.test(codeOf(error));

/** The same may succeed when it is tried again: the database was away, or two commands met. */
export const isPassing = (error: unknown): boolean => isUnavailable(error) || conflictStates.test(codeOf(error));

/** SQLSTATE, or Node's word for a failed system call; empty where there is none. */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
