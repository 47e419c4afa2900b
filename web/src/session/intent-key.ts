// The Idempotency-Key of an intent: the same for each try until the outcome is known, then a new one.
import type { FailureCode, Outcome } from '@candor/wire';

/** After these nobody knows whether it was done: only the same key may be sent again. */
const uncertain: ReadonlySet<FailureCode> = new Set(['unreachable', 'outcome-unknown']);

export const isUncertain = (outcome: Outcome<unknown>): boolean => !outcome.ok && uncertain.has(outcome.code);

export interface IntentKeys {
  /** For this payload: the key of the try whose outcome is unknown, else a new one. */
  keyFor(payload: unknown): string;
  settle(payload: unknown, outcome: Outcome<unknown>): void;
}

export function createIntentKeys(newKey: () => string): IntentKeys {
  const open = new Map<string, string>();
  return {
    keyFor(payload) {
      const intent = JSON.stringify(payload);
      const key = open.get(intent) ?? newKey();
      open.set(intent, key);
      return key;
    },
    settle(payload, outcome) {
      if (!isUncertain(outcome)) open.delete(JSON.stringify(payload));
    },
  };
}

/** crypto.randomUUID does not exist in pages delivered over plain http by another machine. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
