// What became of a call that is done once: asked under its key until it is known, as the first try may have been carried out.
import { isInDoubt, isRetryable } from '@candor/wire';
import type { Outcome } from '@candor/wire';

export interface PursueOptions {
  /** Nobody is left who wants to know. */
  isOver: () => boolean;
  pause?: (ms: number) => Promise<void>;
}

/** Between two tries, ms; the last one goes on. */
const pausesMs = [700, 1_400, 3_000, 5_000, 10_000, 15_000];
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves with the first answer that ends the doubt: once a try had none, that a later one was turned away says nothing about it. */
export async function pursue<Data>(
  attempt: () => Promise<Outcome<Data>>,
  { isOver, pause = wait }: PursueOptions,
): Promise<Outcome<Data>> {
  let hasDoubt = false;
  for (let tries = 0; ; tries++) {
    const outcome = await attempt();
    if (outcome.ok) return outcome;
    const { code } = outcome;
    hasDoubt ||= isInDoubt(code);
    const isOpen = isInDoubt(code) || (hasDoubt && code !== 'unreachable' && isRetryable(code));
    if (!isOpen || isOver()) return outcome;
    await pause(pausesMs[Math.min(tries, pausesMs.length - 1)]!);
  }
}
