// What the clients themselves know: every intent, written down before it is sent, and every answer they got. The server
// has no part in it, which is what makes it worth asking.
import { closeSync, openSync, writeSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { callName } from '@candor/wire';
import type { Endpoint, Facts, RefusalCode, Uuid } from '@candor/wire';

export interface Intent {
  /** Its name in wire. */
  call: string;
  payload: unknown;
}

export const intentOf = <Call extends Endpoint>(call: Call, payload: Call['payload']['_zod']['input']): Intent => ({
  call: callName(call),
  payload,
});

export type Answer = { ok: true; data: unknown } | { ok: false; code: RefusalCode; facts: Facts };

export interface Entry {
  accountId: Uuid;
  key: string;
  intent: Intent;
  /** How often it was sent without learning the outcome. */
  retries: number;
  answer: Answer | undefined;
}

export interface Accepted<Call extends Endpoint> {
  asked: Call['payload']['_zod']['output'];
  told: Call['reply']['_zod']['output'];
}

/** What was asked and told, where the entry is of this call and was accepted. */
export const acceptedBy = <Call extends Endpoint>({ intent, answer }: Entry, call: Call): Accepted<Call> | undefined =>
  intent.call === callName(call) && answer?.ok
    ? { asked: call.payload.parse(intent.payload) as never, told: answer.data as never }
    : undefined;

export interface Journal {
  entries: readonly Entry[];
  intend(accountId: Uuid, key: string, intent: Intent): Entry;
  /** False when the same key was answered differently before. */
  acknowledge(entry: Entry, answer: Answer): boolean;
  close(): void;
}

export function openJournal(path: string): Journal {
  const file = openSync(path, 'a');
  const entries: Entry[] = [];
  const write = (line: object): void => void writeSync(file, `${JSON.stringify(line)}\n`);
  return {
    entries,
    intend(accountId, key, intent) {
      write({ ...intent, key, accountId });
      const entry: Entry = { accountId, key, intent, retries: 0, answer: undefined };
      entries.push(entry);
      return entry;
    },
    acknowledge(entry, answer) {
      write({ answer, key: entry.key });
      if (entry.answer) return isDeepStrictEqual(entry.answer, answer);
      entry.answer = answer;
      return true;
    },
    close: () => closeSync(file),
  };
}
