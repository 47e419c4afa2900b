// How many messages one client may send: as many at once as a second gives, then one at a time.
import { feedLimits } from '@candor/wire';

export class MessageAllowance {
  #left: number = feedLimits.messagesPerSecond;
  #countedAt: number;

  constructor(now: number) {
    this.#countedAt = now;
  }

  /** Takes one; false when there is none. */
  take(now: number): boolean {
    const earned = this.#left + earnedIn(now - this.#countedAt);
    this.#left = Math.max(this.#left, Math.min(feedLimits.messagesPerSecond, earned)) - 1;
    this.#countedAt = now;
    return this.#left >= 0;
  }

  /** Gives those of a time in which the client was not read from: what it sent then arrives all at once. */
  giveFor(pausedMs: number, now: number): void {
    this.#left += earnedIn(pausedMs);
    this.#countedAt = now;
  }
}

const earnedIn = (ms: number): number => (Math.max(0, ms) * feedLimits.messagesPerSecond) / 1000;
