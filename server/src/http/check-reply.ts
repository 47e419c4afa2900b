// Holds a reply against its schema, fields that are too many included, and a refusal against those that are documented: what the
// table doesn't show must not leave.
import { isDeepStrictEqual } from 'node:util';
import { callName } from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import { isRawJson } from '../kit/raw-json.ts';
import { Refusal } from '../kit/refuse.ts';
import { refusalsOf } from './docs/call-schemas.ts';

export function checkReply(call: Action | Endpoint, data: unknown): void {
  const sent: unknown = JSON.parse(isRawJson(data) ? data.rawJson : JSON.stringify(data ?? null));
  const result = call.reply.safeParse(sent);
  if (!result.success)
    throw new Error(`the reply of ${callName(call)} is not as its table says: ${result.error.message}`);
  if (isDeepStrictEqual(result.data, sent)) return;
  throw new Error(`the reply of ${callName(call)} has more than its table says: ${JSON.stringify(sent).slice(0, 500)}`);
}

/** What a call threw; a refusal that its documentation does not name is a failure instead. */
export function checkRefusal(call: Action | Endpoint, error: unknown): unknown {
  if (!(error instanceof Refusal) || refusalsOf(call).includes(error.code)) return error;
  return new Error(`${callName(call)} refuses with ${error.code}, which its table does not say`, { cause: error });
}
