// Turns of the hosts that messages go to: one that answers slowly holds few of our connections, so that others are not held up by it.
import type { Clock } from './clock.ts';

interface HostTurnsOptions {
  clock: Clock;
  /** An answer that takes longer than this is slow. */
  patienceMs: number;
  /** Messages under way to one host at most, once it has answered often. */
  most: number;
}

interface Host {
  limit: number;
  underWay: number;
}

/** Of a host that has not answered yet: whoever names host after host takes few places with each. */
const firstLimit = 2;
/** Of a host that was slow: one message finds out whether it still is. */
const slowLimit = 1;
const hostsMax = 1_000;

/** A slow answer brings a host down to one message at a time; each quick one gives it one more, up to `most`. */
export class HostTurns {
  readonly #options: HostTurnsOptions;
  readonly #hosts = new Map<string, Host>();
  #wasBusy = false;
  #onFree = (): void => {};

  constructor(options: HostTurnsOptions) {
    this.#options = options;
  }

  /** Called when there is a turn again after somebody got none. */
  onFree(call: () => void): void {
    this.#onFree = call;
  }

  /** Hosts without a free turn. */
  busy(): string[] {
    return [...this.#hosts].flatMap(([host, { limit, underWay }]) => (underWay >= limit ? [host] : []));
  }

  /** Does the work if the host has a free turn, and resolves with 'busy' otherwise. `isSlow` says of an outcome that the host asked for a pause. */
  async within<Outcome>(
    host: string,
    work: () => Promise<Outcome>,
    isSlow: (outcome: Outcome) => boolean = () => false,
  ): Promise<Outcome | 'busy'> {
    const turns = this.#hosts.get(host) ?? { limit: firstLimit, underWay: 0 };
    if (turns.underWay >= turns.limit) {
      this.#wasBusy = true;
      return 'busy';
    }
    this.#keep(host, turns);
    turns.underWay++;
    const startedAt = this.#options.clock.now();
    let asksForPause = false;
    try {
      const outcome = await work();
      asksForPause = isSlow(outcome);
      return outcome;
    } finally {
      turns.underWay--;
      const isQuick = !asksForPause && this.#options.clock.now() - startedAt < this.#options.patienceMs;
      turns.limit = isQuick ? Math.min(this.#options.most, turns.limit + 1) : slowLimit;
      if (this.#wasBusy) this.#free();
    }
  }

  #free(): void {
    this.#wasBusy = false;
    this.#onFree();
  }

  /** Forgets the host that was used the longest ago, if there are too many; one with a message under way stays. */
  #keep(host: string, turns: Host): void {
    this.#hosts.delete(host);
    this.#hosts.set(host, turns);
    if (this.#hosts.size <= hostsMax) return;
    const idle = [...this.#hosts].find(([, { underWay }]) => underWay === 0);
    if (idle) this.#hosts.delete(idle[0]);
  }
}
