// Tasks in the order in which they came, so many at a time. One that fails is tried again with longer and longer pauses, holds up
// none behind it, and is said once.
import { systemTimers, type Timers } from './clock.ts';
import { log } from './log.ts';
import { counter, gauge } from './metrics.ts';
import { reasonOf } from './reason-of.ts';

export interface WorkQueueOptions<Task> {
  /** In log lines and metrics, unique in a process: `contract-triggers`. */
  name: string;
  /** Done, for all of them, when it resolves. */
  work: (tasks: readonly Task[]) => Promise<void>;
  /** How many calls of `work` are under way at most. */
  atOnceMax: number;
  /** Tasks of one call at most. */
  batchMax?: number;
  /** Pause after the first failure of a task in ms, doubled with each further one up to `retryMaxMs`. */
  retryMs?: number;
  retryMaxMs?: number;
  timers?: Timers;
}

interface Entry<Task> {
  task: Task;
  failures: number;
  resolve: () => void;
}

const labelNames = ['queue'] as const;
const failures = counter({ name: 'candor_queue_failures_total', help: 'Failures of tasks of a queue', labelNames });
const failing = gauge({ name: 'candor_queue_failing', help: 'Tasks that have failed and are tried again', labelNames });

export class WorkQueue<Task> {
  readonly #options: Required<WorkQueueOptions<Task>>;
  readonly #resting = new Map<Entry<Task>, () => void>();
  readonly #underWay = new Set<Promise<void>>();
  #ready: Entry<Task>[] = [];
  #next = 0;
  #failing = 0;
  #isPlanned = false;
  #isStopped = false;

  constructor(options: WorkQueueOptions<Task>) {
    this.#options = { batchMax: 1, retryMs: 100, retryMaxMs: 2_000, timers: systemTimers, ...options };
  }

  /** Resolves when it is done, or will not be any more as the queue has stopped. */
  push(task: Task): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#enqueue({ task, failures: 0, resolve });
    return promise;
  }

  /** Starts nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const [entry, cancel] of this.#resting) {
      cancel();
      entry.resolve();
    }
    for (const { resolve } of this.#ready.slice(this.#next)) resolve();
    await Promise.all(this.#underWay);
  }

  /** What arrives in one turn shares its calls. */
  #enqueue(entry: Entry<Task>): void {
    this.#ready.push(entry);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#startAll();
    });
  }

  #startAll(): void {
    while (!this.#isStopped && this.#underWay.size < this.#options.atOnceMax && this.#next < this.#ready.length) {
      const call = this.#carryOut(this.#takeBatch()).then(() => {
        this.#underWay.delete(call);
        this.#startAll();
      });
      this.#underWay.add(call);
    }
  }

  /** One that has failed goes alone. */
  #takeBatch(): Entry<Task>[] {
    const end = Math.min(this.#next + this.#options.batchMax, this.#ready.length);
    const batch = [this.#ready[this.#next++]!];
    const isAlone = (): boolean => batch[0]!.failures > 0 || this.#ready[this.#next]!.failures > 0;
    while (this.#next < end && !isAlone()) batch.push(this.#ready[this.#next++]!);
    if (this.#next === this.#ready.length) {
      this.#ready = [];
      this.#next = 0;
    }
    return batch;
  }

  async #carryOut(batch: readonly Entry<Task>[]): Promise<void> {
    try {
      await this.#options.work(batch.map(({ task }) => task));
      for (const entry of batch) this.#finish(entry);
    } catch (error) {
      for (const entry of batch) this.#putOff(entry, error);
    }
  }

  #finish({ failures: count, resolve }: Entry<Task>): void {
    resolve();
    if (count === 0) return;
    this.#countFailing(-1);
    if (this.#failing === 0) log.info('what had failed is done', { queue: this.#options.name });
  }

  #putOff(entry: Entry<Task>, error: unknown): void {
    if (this.#isStopped) return entry.resolve();
    const { name, retryMs, retryMaxMs, timers } = this.#options;
    failures.inc({ queue: name });
    if (entry.failures === 0) this.#countFailing(1);
    if (entry.failures++ === 0 && this.#failing === 1) log.warn('failed, it is tried again', { queue: name, reason: reasonOf(error) }); // oxfmt-ignore
    const pauseMs = Math.min(retryMs * 2 ** (entry.failures - 1), retryMaxMs);
    const cancel = timers.after(pauseMs, () => {
      this.#resting.delete(entry);
      this.#enqueue(entry);
    });
    this.#resting.set(entry, cancel);
  }

  #countFailing(change: 1 | -1): void {
    this.#failing += change;
    failing.set({ queue: this.#options.name }, this.#failing);
  }
}
