// Whatever was thrown, as the refusal that the caller gets; undefined is a failure of the server itself.
import type { Facts, RefusalCode } from '@candor/wire';
import { Refusal } from '../kit/refuse.ts';
import { brief } from './read-fields.ts';

interface Told {
  code: RefusalCode;
  facts: Facts;
}

/** isRead: the call changed nothing, so that repeating it is safe. */
export function toldOf(error: unknown, isRead: boolean): Told | undefined {
  if (error instanceof Refusal) return error;
  const code = codeOf(error);
  if (code.startsWith('FST_')) return frameworkRefusal(code, error);
  if (isDatabaseAway(error, code)) return { code: isRead ? 'busy' : 'outcome-unknown', facts: {} };
  return undefined;
}

function frameworkRefusal(code: string, error: unknown): Told | undefined {
  const httpStatus = (error as { statusCode?: unknown }).statusCode;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { code: 'too-large', facts: {} };
  if (httpStatus === 415) return { code: 'unsupported-media-type', facts: {} };
  if (httpStatus === 404 || httpStatus === 414) return { code: 'not-found', facts: {} };
  const isCallers = typeof httpStatus === 'number' && httpStatus >= 400 && httpStatus < 500;
  return isCallers ? { code: 'malformed', facts: { problem: brief((error as Error).message) } } : undefined;
}

/** The connection was lost, refused, or the server is starting or stopping (SQLSTATE classes 08 and 57P). */
function isDatabaseAway(error: unknown, code: string): boolean {
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '53300'].includes(code)) return true;
  if (/^(?:08...|57P0[1-4])$/.test(code)) return true;
  return (
    error instanceof Error && /^(?:Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
  );
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
