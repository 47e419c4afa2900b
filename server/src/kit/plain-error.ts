// An error as a line of the log and another process may have it: what failed and where, and nothing of whom. PostgreSQL says values of rows
// in its detail and context, and what it was given in some of its messages.

interface ErrorLike {
  message: string;
  name?: unknown;
  stack?: unknown;
  cause?: unknown;
  errors?: unknown;
}
type Plain = Record<string, unknown>;

/** Written besides code and words: names of the schema, of functions of PostgreSQL and of system calls. */
const named = ['constraint', 'table', 'column', 'routine', 'syscall'] as const;
const depthMax = 5;
const partsMax = 5;
const wordsMax = 2_000;

/** For the log. A text stays what it is: whoever gives one has chosen its words. */
export function plainError(error: unknown, depth = 0): unknown {
  if (typeof error === 'string' || error === undefined || error === null) return error;
  if (!isErrorLike(error)) return 'unknown';
  const { code, ...fields } = error as unknown as Plain;
  const [type, message] = [typeOf(error), wordsOf(error)];
  const plain: Plain = { type, message };
  if (typeof code === 'string' || typeof code === 'number') plain['code'] = code;
  for (const name of named) if (typeof fields[name] === 'string') plain[name] = fields[name];
  plain['stack'] = [`${type}: ${message}`, ...framesOf(error)].join('\n');
  if (depth >= depthMax) return plain;
  if (error.cause !== undefined) plain['cause'] = plainError(error.cause, depth + 1);
  if (Array.isArray(error.errors))
    plain['errors'] = error.errors.slice(0, partsMax).map((each) => plainError(each, depth + 1));
  return plain;
}

/** Its message without what somebody typed, as far as that can be told. */
export const wordsOf = (error: unknown): string =>
  isErrorLike(error)
    ? withoutLogins(unquoted(error)).replace(/[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '<address>')
    : 'unknown';

/** Without who comes in at an address of a database or a service, and with which password. */
const withoutLogins = (words: string): string =>
  words
    .replace(/\b(?!file:)([a-z][a-z0-9+.-]{0,20}:\/\/)\S*@/gi, '$1<login>@')
    .replace(/\b(password=)[^\s&]+/gi, '$1<value>');

/** Its message without the data that it quotes. */
export function unquoted(error: ErrorLike): string {
  let words = error.message.slice(0, wordsMax);
  if (isOfData(error)) words = words.replace(/["«»„“”].*["«»„“”]/s, '<value>').replace(/\d+/g, '<value>');
  for (const [form, without] of quoting) words = words.replace(form, without);
  return words;
}

/** SQLSTATE 22, a data exception: it quotes the data. Others quote names of the schema. */
const isOfData = (error: ErrorLike): boolean => {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof severity === 'string' && typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
};

/** What V8 says of a text that it could not read. */
const quoting: readonly (readonly [RegExp, string])[] = [
  [/^.* is not valid JSON$/s, '<value> is not valid JSON'],
  [/^Cannot convert .* to a BigInt$/s, 'Cannot convert <value> to a BigInt'],
];

const isErrorLike = (error: unknown): error is ErrorLike =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';

/** By its class; some have none of their own, and a name. */
function typeOf(error: ErrorLike): string {
  if (error instanceof Error && error.constructor !== Error) return error.constructor.name;
  return typeof error.name === 'string' ? error.name : 'unknown';
}

/** Without the message, which comes first in a stack and may be of several lines. */
function framesOf({ stack, message }: ErrorLike): string[] {
  if (typeof stack !== 'string') return [];
  const place = stack.indexOf(message);
  return stack
    .slice(place < 0 ? 0 : place + message.length)
    .split('\n')
    .filter((line) => /^ +at /.test(line));
}
