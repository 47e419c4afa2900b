// Holds a reply against its schema, fields that are too many included: what the table doesn't show must not leave.
import { isDeepStrictEqual } from 'node:util';
import { callName } from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import { isRawJson } from '../kit/raw-json.ts';

export function checkReply(call: Action | Endpoint, data: unknown): void {
  const sent: unknown = JSON.parse(isRawJson(data) ? data.rawJson : JSON.stringify(data ?? null));
  const result = call.reply.safeParse(sent);
  if (!result.success)
    throw new Error(`the reply of ${callName(call)} is not as its table says: ${result.error.message}`);
  if (isDeepStrictEqual(result.data, sent)) return;
  throw new Error(`the reply of ${callName(call)} has more than its table says: ${JSON.stringify(sent).slice(0, 500)}`);
}
