// Which failures of the database pass by themselves, and which of them cost the connection.

/** A decision that threw or that moved more than there is: a programming error of one command. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
  readonly submission: unknown;
  constructor(submission: unknown, cause: unknown) {
    super('a command failed while deciding', { cause });
    this.submission = submission;
  }
}

/** SQLSTATE classes and codes after which the same transaction may succeed: conflicts, resources, shutdown, lock waits. */
const passingStates = /^(08|40|53|57P|55P03|57014|25P02|25006)/;
const connectionStates = /^(08|57P)/;

const stateOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
};

/** An assertion that failed, or a row that can't even be written as a parameter. */
const isProgrammingError = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || (error as { code?: unknown })?.code === 'ERR_ASSERTION';

/** The connection is gone or useless; what was sent on it may or may not have been done. */
export function isConnectionFault(error: unknown): boolean {
  if (error instanceof CommandFault || isProgrammingError(error)) return false;
  const state = stateOf(error);
  return state === undefined || connectionStates.test(state);
}

/** Trying again makes sense. A constraint or a bug is not passing: it is found by splitting the batch. */
export function isPassing(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined ? isConnectionFault(error) : passingStates.test(state);
}
