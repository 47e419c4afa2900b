// When a client is pinged, and which pings it has not answered.
import { feedLimits } from '@candor/wire';

/** A ping may leave so much earlier with what is written anyway: no more than what all wait for their turn. */
export const pingEarlyMs = 100;

export class PingSchedule {
  #nextAt: number;
  /** Each with the place that it has among all that was written. */
  #unanswered: { at: number; place: number }[] = [];

  constructor(now: number) {
    this.#nextAt = now + feedLimits.pingIntervalMs;
  }

  /** Whether a ping is due, or will be that soon. */
  isDue(now: number, soonMs = 0): boolean {
    const wait = this.#nextAt - now;
    // More than an early ping leaves to wait means that the clock was set back.
    return wait <= soonMs || wait > feedLimits.pingIntervalMs + pingEarlyMs;
  }

  /** Moves on to the next ping; a ping that came late does not put off those after it. */
  advance(now: number): void {
    const isOnTime = Math.abs(this.#nextAt - now) < feedLimits.pingIntervalMs;
    this.#nextAt = (isOnTime ? this.#nextAt : now) + feedLimits.pingIntervalMs;
  }

  get isOver(): boolean {
    return this.#unanswered.length >= feedLimits.unansweredPings;
  }

  noteSent(at: number, place: number): void {
    this.#unanswered.push({ at, place });
  }

  /** Notes an answer to the ping of this instant, or to any where they have none; returns the ping's place if it has one. */
  noteAnswer(pingedAt: number | undefined): number | undefined {
    const answered = this.#unanswered.find(({ at }) => at === pingedAt);
    if (answered !== undefined || pingedAt === undefined) this.#unanswered = [];
    return answered?.place;
  }

  forgive(): void {
    this.#unanswered = [];
  }
}
