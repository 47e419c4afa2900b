// What a process does again and again, or as soon as a row of a table is due: one way to plan, retry, count and stop all of it.
import { systemClock, systemTimers, type Clock, type Timers } from './clock.ts';
import { log } from './log.ts';
import { counter, gauge } from './metrics.ts';
import { reasonOf } from './reason-of.ts';

/** The kind of process that runs a job. */
export type Role = 'web' | 'engine' | 'console' | 'chain';

/** Until when to rest at most: a number of milliseconds that is less than `every` brings the next run forward. */
export type Rest = number | void;

interface JobTerms {
  /** In log lines and metrics, unique in a process: `option-terms`. */
  name: string;
  role: Role;
  /** Milliseconds between the end of a run and the start of the next. */
  every: number;
  /** The first run starts with the job and not after `every`. */
  runsAtStart?: boolean;
  /** Several processes run the same: each pause is up to a tenth longer or shorter, so that they don't run at one moment. */
  isShared?: boolean;
  /** Pause after a first failure, doubled with each further one; `every`, and 1 s at most, unless given. */
  retryMs?: number;
  /** Longest pause after failures; `every`, and 5 s at least, unless given. */
  retryMaxMs?: number;
  /** What a run began and has not ended within this many ms goes on beside the next runs; without it a run ends with all that it began. */
  patienceMs?: number;
  /** Maximum number of rows from earlier runs in progress. At the limit a run starts no more work; default 64. */
  besideMax?: number;
}

/** Work of earlier runs that continues in parallel with later runs. Stopping the job waits for this work. */
export interface Beside {
  /** Resolves with the work's outcome, or with 'left' after the job's patience. */
  wait<Outcome>(work: Promise<Outcome>): Promise<Outcome | 'left'>;
  /** So much goes on that nothing should be begun. */
  isFull(): boolean;
}

const usualBesideMax = 64;

export interface RunJob extends JobTerms {
  /** The signal is aborted when the job is stopped; a run that throws is tried again. */
  run: (signal: AbortSignal, beside: Beside) => Promise<Rest> | Rest;
}

export interface DueJob<Row> extends JobTerms {
  due: DueRows<Row>;
}

/** Rows that something is to be done for. */
export interface DueRows<Row> {
  /**
   * The first that are due, in their order, with one query. Where several processes run the job, it is one with `for update skip
   * locked` that also puts the rows off for longer than it takes to carry them out.
   */
  take: () => Promise<readonly Row[]>;
  /**
   * Side by side for all rows of one take. The row is its own key: what is submitted looks at its state under lock, so that it is done once,
   * by whichever process and after whichever restart. `later`: it stays due.
   */
  carryOut: (row: Row, context: { signal: AbortSignal }) => Promise<'done' | 'later'>;
  /** Makes way for the rows behind one that failed. Without it, none of these is carried out before it. */
  putOff?: (row: Row, error: unknown) => Promise<void>;
  /** Milliseconds until the next row is due, if any is. */
  restMs?: () => Promise<number | undefined>;
}

export interface Job {
  readonly name: string;
  readonly role: Role;
  start(parts?: JobParts): void;
  /** Runs now, or once more after the run under way; after a failure not before the shortest pause is over. */
  wake(): void;
  /** Runs now, or again after the run under way, and resolves when that has ended; for tests, which wait for no timer. */
  runNow(): Promise<void>;
  /** Aborts the run's signal and waits for the run under way; none starts after it. */
  stop(): Promise<void>;
}

export interface JobParts {
  clock?: Clock;
  timers?: Timers;
  /** From 0 to below 1. */
  random?: () => number;
}

const labelNames = ['job'] as const;
const runs = counter({ name: 'candor_job_runs_total', help: 'Runs of a job that have ended', labelNames });
const failures = counter({ name: 'candor_job_failures_total', help: 'Runs of a job that failed', labelNames });
const lastSeconds = gauge({ name: 'candor_job_last_duration_seconds', help: 'Length of its last run', labelNames });
const lastSuccess = gauge({
  name: 'candor_job_last_success_timestamp_seconds',
  help: 'When a run of it last succeeded',
  labelNames,
});

/** Jobs of this process that failed at their last run, and since when each run of theirs has. */
export interface FailingJob {
  job: string;
  since: number;
}
const failing = new Map<string, number>();
export const failingJobs = (): FailingJob[] => [...failing].map(([job, since]) => ({ job, since }));

export function createJob<Row>(terms: RunJob | DueJob<Row>): Job {
  return new RecurringJob(terms, 'run' in terms ? terms.run : (signal, beside) => runDue(terms, signal, beside));
}

/** Starts those of the given roles, all at once. */
export function startJobs(jobs: readonly Job[], parts: JobParts = {}, roles?: readonly Role[]): void {
  for (const job of jobs) if (!roles || roles.includes(job.role)) job.start(parts);
}

/** Resolves when none of them runs any more. */
export async function stopJobs(jobs: readonly Job[]): Promise<void> {
  await Promise.all(jobs.map((job) => job.stop()));
}

class RecurringJob implements Job {
  readonly name: string;
  readonly role: Role;
  readonly #terms: JobTerms;
  readonly #run: RunJob['run'];
  readonly #stopping = new AbortController();
  #parts: Required<JobParts> | undefined;
  #cancelTimer = (): void => {};
  /** When the planned run starts, by the timers' time; Infinity when none is planned. */
  #plannedAt = Infinity;
  #underWay: Promise<void> | undefined;
  #isWoken = false;
  #failuresInARow = 0;
  readonly #left = new Set<Promise<void>>();
  readonly #beside: Beside = {
    wait: (work) => this.#wait(work),
    isFull: () => this.#left.size >= (this.#terms.besideMax ?? usualBesideMax),
  };

  constructor(terms: JobTerms, run: RunJob['run']) {
    this.name = terms.name;
    this.role = terms.role;
    this.#terms = terms;
    this.#run = run;
  }

  start(parts: JobParts = {}): void {
    if (this.#parts) throw new Error(`job ${this.name} has started already`);
    this.#parts = { clock: systemClock, timers: systemTimers, random: Math.random, ...parts };
    this.#plan(this.#terms.runsAtStart ? 0 : this.#pause(this.#terms.every));
  }

  wake(): void {
    if (this.#underWay) this.#isWoken = true;
    else if (this.#parts) this.#plan(this.#failuresInARow > 0 ? this.#retryMs : 0);
  }

  async runNow(): Promise<void> {
    while (this.#underWay) await this.#underWay;
    if (!this.#parts || this.#stopping.signal.aborted) return;
    this.#cancelTimer();
    this.#plannedAt = Infinity;
    this.#underWay = this.#runAndPlan();
    await this.#underWay;
  }

  async stop(): Promise<void> {
    this.#cancelTimer();
    this.#stopping.abort();
    await this.#underWay;
    await Promise.all(this.#left);
    failing.delete(this.name);
  }

  /** Never later than what is planned already. */
  #plan(ms: number): void {
    const { timers } = this.#parts!;
    const at = timers.now() + ms;
    if (this.#stopping.signal.aborted || at >= this.#plannedAt) return;
    this.#cancelTimer();
    this.#plannedAt = at;
    this.#cancelTimer = timers.after(ms, () => {
      this.#plannedAt = Infinity;
      this.#underWay = this.#runAndPlan();
    });
  }

  async #runAndPlan(): Promise<void> {
    this.#isWoken = false;
    const restMs = await this.#runOnce();
    this.#underWay = undefined;
    this.#plan(restMs);
    if (this.#isWoken) this.wake();
  }

  /** Resolves with the pause until the next run. */
  async #runOnce(): Promise<number> {
    const { timers, clock } = this.#parts!;
    const { every, retryMaxMs = Math.max(every, 5_000) } = this.#terms;
    const labels = { job: this.name };
    const startedAt = timers.now();
    try {
      const rest = (await this.#run(this.#stopping.signal, this.#beside)) ?? every;
      lastSuccess.set(labels, clock.now() / 1000);
      this.#noteSuccess();
      return this.#pause(Math.max(0, Math.min(rest, every)));
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#noteFailure(error, clock.now());
      return this.#pause(Math.min(this.#retryMs * 2 ** (this.#failuresInARow - 1), retryMaxMs));
    } finally {
      runs.inc(labels);
      lastSeconds.set(labels, (timers.now() - startedAt) / 1000);
    }
  }

  async #wait<Outcome>(work: Promise<Outcome>): Promise<Outcome | 'left'> {
    const { patienceMs } = this.#terms;
    if (patienceMs === undefined) return work;
    const { timers, clock } = this.#parts!;
    const patience = Promise.withResolvers<'left'>();
    const cancel = timers.after(patienceMs, () => {
      const left: Promise<void> = work
        .then(
          () => undefined,
          (error: unknown) => this.#noteFailure(error, clock.now()),
        )
        .finally(() => this.#left.delete(left));
      this.#left.add(left);
      patience.resolve('left');
    });
    return Promise.race([work.finally(cancel), patience.promise]);
  }

  get #retryMs(): number {
    return this.#terms.retryMs ?? Math.min(this.#terms.every, 1_000);
  }

  #pause(ms: number): number {
    return this.#terms.isShared ? ms * (0.9 + this.#parts!.random() / 5) : ms;
  }

  #noteSuccess(): void {
    if (this.#failuresInARow > 0) log.info('job runs again', { job: this.name, failures: this.#failuresInARow });
    this.#failuresInARow = 0;
    failing.delete(this.name);
  }

  #noteFailure(error: unknown, at: number): void {
    failures.inc({ job: this.name });
    if (this.#failuresInARow++ > 0) return;
    failing.set(this.name, at);
    log.warn('job failed, it is tried again', { job: this.name, reason: reasonOf(error) });
  }
}

/** Takes rows for as long as there are any; of those that failed the first error is the run's. */
async function runDue<Row>({ due }: DueJob<Row>, signal: AbortSignal, beside: Beside): Promise<Rest> {
  const carryOut = async (row: Row): Promise<'done' | 'later'> => {
    try {
      return await due.carryOut(row, { signal });
    } catch (error) {
      await due.putOff?.(row, error);
      throw error;
    }
  };
  const errors: unknown[] = [];
  for (let isMore = true; isMore && !signal.aborted;) {
    if (beside.isFull()) return undefined;
    const outcomes = await Promise.allSettled((await due.take()).map((row) => beside.wait(carryOut(row))));
    errors.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
    const isOrderKept = errors.length === 0 || due.putOff !== undefined;
    isMore = isOrderKept && outcomes.some((outcome) => outcome.status === 'rejected' || outcome.value !== 'later');
  }
  if (errors.length > 0) throw errors[0];
  return due.restMs?.();
}
