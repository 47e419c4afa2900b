// Limits the messages in progress per receiving host ("turns"), so that a slow host uses few connections and does not delay other hosts.
import type { Clock } from './clock.ts';

interface HostTurnsOptions {
  clock: Clock;
  /** A reply that takes longer than this is slow. */
  patienceMs: number;
  /** Maximum number of messages in progress to one host. The host reaches it after several quick replies. */
  most: number;
}

interface Host {
  limit: number;
  underWay: number;
}

/** Limit of a host that has not replied yet. It is low, as a user may enter addresses on many slow hosts. */
const firstLimit = 2;
/** Limit of a host that was slow: a single message tests whether the host is still slow. */
const slowLimit = 1;
const hostsMax = 1_000;

/** Limits concurrent messages per host: a slow reply sets the limit to one, each quick reply raises it by one, up to `most`. */
export class HostTurns {
  readonly #options: HostTurnsOptions;
  readonly #hosts = new Map<string, Host>();
  #wasBusy = false;
  #onFree = (): void => {};

  constructor(options: HostTurnsOptions) {
    this.#options = options;
  }

  /** Sets the function that is called when a turn becomes free after a caller got 'busy'. */
  onFree(call: () => void): void {
    this.#onFree = call;
  }

  /** Returns the hosts without a free turn. */
  busy(): string[] {
    return [...this.#hosts].flatMap(([host, { limit, underWay }]) => (underWay >= limit ? [host] : []));
  }

  /** Does the work if the host has a free turn, else resolves with 'busy'. `isSlow` returns true for outcomes where the host asked for a pause. */
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

  /** Forgets the least recently used host if there are too many. Hosts with a message in progress stay. */
  #keep(host: string, turns: Host): void {
    this.#hosts.delete(host);
    this.#hosts.set(host, turns);
    if (this.#hosts.size <= hostsMax) return;
    const idle = [...this.#hosts].find(([, { underWay }]) => underWay === 0);
    if (idle) this.#hosts.delete(idle[0]);
  }
}
