// The Idempotency-Key of an intent: the same for each try until the outcome is known, then a new one.
import { isInDoubt, isTurnedAway } from '@candor/wire';
import type { Outcome } from '@candor/wire';

export interface IntentKeys {
  /** For this payload: the key of the try whose outcome is unknown, else a new one. */
  keyFor(payload: unknown): string;
  settle(payload: unknown, outcome: Outcome<unknown>): void;
}

export function createIntentKeys(newKey: () => string): IntentKeys {
  const open = new Map<string, { key: string; isInDoubt: boolean }>();
  return {
    keyFor(payload) {
      const intent = JSON.stringify(payload);
      const known = open.get(intent) ?? { key: newKey(), isInDoubt: false };
      open.set(intent, known);
      return known.key;
    },
    settle(payload, outcome) {
      const intent = JSON.stringify(payload);
      const known = open.get(intent);
      if (!known) return;
      if (!outcome.ok && isInDoubt(outcome.code)) known.isInDoubt = true;
      else if (outcome.ok || !known.isInDoubt || !isTurnedAway(outcome.code)) open.delete(intent);
    },
  };
}
