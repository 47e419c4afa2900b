// When what waits for ticks is given up: not before the market is final up to its time, so that no tick can come that would have fired it.
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job, type Role } from '../kit/jobs.ts';
import { MinHeap } from '../kit/min-heap.ts';
import { WorkQueue } from '../kit/work-queue.ts';
import type { TickMarket } from './market.ts';
import type { TickItem } from './tick-book.ts';

interface Options<Item extends TickItem> {
  market: Pick<TickMarket, 'isFinalUpTo' | 'finalUpTo'>;
  clock: Clock;
  name: string;
  role: Role;
  isWaiting: (item: Item) => boolean;
  giveUp: (item: Item) => Promise<void>;
}

/** At least this often, whatever the timers say: clocks are set now and then. */
const lookEveryMs = 500;
/** Deadlines of what waits no more are thrown out when there are so many and they are more than half. */
const cleanFrom = 4_096;

export class TickDeadlines<Item extends TickItem> {
  readonly job: Job;
  readonly #options: Options<Item>;
  readonly #heap = new MinHeap<Item>();
  readonly #due: WorkQueue<readonly Item[]>;
  readonly #underWay = new Set<Item>();
  #cleanAt = cleanFrom;

  constructor(options: Options<Item>) {
    const { name, role } = options;
    this.#options = options;
    this.#due = new WorkQueue({ name, atOnceMax: Infinity, work: ([due]) => this.#giveUp(due!) });
    this.job = createJob({ name, role, every: lookEveryMs, runsAtStart: true, run: () => this.#takeDue() });
  }

  add(item: Item): void {
    if (item.dueAt === null) return;
    const isFirst = item.dueAt < this.#firstAt();
    this.#heap.push(item.dueAt, item);
    if (isFirst) this.job.wake();
    if (this.#heap.size < this.#cleanAt) return;
    this.#heap.keepOnly(this.#options.isWaiting);
    this.#cleanAt = Math.max(cleanFrom, 2 * this.#heap.size);
  }

  /** Time has gone on. */
  look(): void {
    if (this.#firstAt() <= this.#options.clock.now()) this.job.wake();
  }

  /** Does not wait for what a market that stands still may never say. */
  stop(): void {
    void this.#due.stop();
  }

  #firstAt(): number {
    return this.#heap.first ?? Infinity;
  }

  /** Returns the time until the next deadline. */
  #takeDue(): number {
    const { clock, isWaiting } = this.#options;
    const due = new Set(this.#heap.popUpTo(clock.now()).filter((item) => isWaiting(item) && !this.#underWay.has(item)));
    for (const item of due) this.#underWay.add(item);
    if (due.size > 0) void this.#due.push([...due]).then(() => due.forEach((item) => this.#underWay.delete(item)));
    return Math.ceil(this.#firstAt() - clock.now());
  }

  async #giveUp(due: readonly Item[]): Promise<void> {
    const { market, giveUp } = this.#options;
    const latest = due.at(-1)!.dueAt!;
    if (!market.isFinalUpTo(latest)) await market.finalUpTo(latest);
    await Promise.all(due.map(giveUp));
  }
}
