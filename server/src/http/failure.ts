// Whatever was thrown, as the refusal that the caller gets; undefined is a failure of the server itself.
import type { Facts, RefusalCode } from '@candor/wire';
import { codeOf, isPassing } from '../kit/faults.ts';
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
  if (isPassing(error)) return { code: isRead ? 'busy' : 'outcome-unknown', facts: {} };
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
