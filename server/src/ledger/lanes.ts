// Lanes: each collects the commands that arrive while its last batch commits, and runs them in one transaction.
import type { Uuid } from '@candor/wire';
import { availableParallelism } from 'node:os';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { answered, openKeyedConnection, type Connection } from '../kit/postgres.ts';
import { Refusal } from '../kit/refuse.ts';
import { batchSize } from './batch-size.ts';
import { HouseShort, type Submission } from './command.ts';
import { CommandFault, isConnectionFault, isPassing } from './fault.ts';
import { gatherShortages } from './gather-house.ts';
import { createLaneCount } from './lane-count.ts';
import { rememberKeys } from './recent-keys.ts';
import { runBatch, type Again, type AnySubmission, type BatchResult, type Outcome } from './run-batch.ts';
import { sliceCount, sliceOf } from './slices.ts';
import type { BalanceRow } from './store.ts';

declare module '../kit/bus.ts' {
  interface Events {
    /** A customer's balance after a commit. */
    'ledger.balance': BalanceRow;
    /** A command of this account may have been committed without its events being told: its connection died before the answer. */
    'ledger.unheard': { accountId: Uuid };
  }
}

export interface Lanes {
  /**
   * Resolves with the command's reply once it is durable, or rejects with its refusal. `busy` when too much is waiting;
   * `outcome-unknown` when the database went away for longer than `patienceMs` and the command may have been carried out.
   */
  submit<Input, Reply>(submission: Submission<Input, Reply>): Promise<Reply>;
  /** Resolves when no customer's command received at or before `ms` is still under way. */
  settledUpTo(ms: number): Promise<void>;
  waiting(): number;
  /** Finishes what was submitted, then closes the connections. */
  close(): Promise<void>;
}

export interface LanesOptions {
  databaseUrl: string;
  clock: Clock;
  bus: Bus;
  newId: () => Uuid;
  /** At most this many lanes, else as the machine can use; one works until load needs more, since small batches cost more. */
  laneCount?: number | undefined;
  /** Customers' commands waiting at most; the engine's own are never turned away. */
  capacity?: number;
  patienceMs?: number;
}

interface Job {
  submission: AnySubmission;
  resolve(reply: unknown): void;
  reject(error: unknown): void;
  hasGatheredHouse: boolean;
  /** It was under way on a connection that died, so it may have been committed. */
  mayBeDone: boolean;
}
interface Unfinished {
  job: Job;
  why: Again['again'];
}
interface Lane {
  queue: Job[];
  running: Job[];
  connection: Connection | undefined;
  isBusy: boolean;
}

const nobodyIsTold = (): void => {};
/** A lane alone goes on at once when this share of its last batch waits already; smaller batches would be dear. */
const goOnFrom = 0.25;
const retryPauseMs = 50;
/** Of each process: what a customer sends again comes within seconds. */
const recentKeysCount = 20_000;
/** A second lane works while the first one waits for the disk; more than there are processors only cut the batches smaller. */
const lanesOfMachine = (): number => Math.min(4, Math.max(2, availableParallelism()));

export async function openLanes(options: LanesOptions): Promise<Lanes> {
  const { clock, capacity = 10_000, patienceMs = 15_000, laneCount = lanesOfMachine() } = options;
  const lanes: Lane[] = Array.from({ length: Math.min(laneCount, sliceCount) }, () => ({
    queue: [],
    running: [],
    connection: undefined,
    isBusy: false,
  }));
  for (const lane of lanes) lane.connection = await openKeyedConnection(options.databaseUrl);
  const recentKeys = rememberKeys(recentKeysCount);
  const activeLanes = createLaneCount(lanes.length);
  let waiting = 0;
  let waitingCustomers = 0;
  let watchers: { ms: number; resolve: () => void }[] = [];

  function submit<Input, Reply>(submission: Submission<Input, Reply>): Promise<Reply> {
    if (submission.idempotency) {
      if (waitingCustomers >= capacity) return Promise.reject(new Refusal('busy'));
      waitingCustomers++;
    }
    waiting++;
    const lane = lanes[sliceOf(submission.accountId) % activeLanes.value]!;
    return new Promise((resolve, reject) => {
      const job = {
        submission: submission as unknown as AnySubmission,
        resolve,
        reject,
        hasGatheredHouse: false,
        mayBeDone: false,
      };
      lane.queue.push(job as Job);
      start(lane);
    });
  }

  /** Leaves the current turn first, so that all that arrived with it shares the batch. */
  function start(lane: Lane): void {
    if (lane.isBusy) return;
    lane.isBusy = true;
    setImmediate(() => void work(lane));
  }

  async function work(lane: Lane): Promise<void> {
    let tell = nobodyIsTold;
    while (lane.queue.length > 0) {
      const jobs = lane.queue.splice(0, batchSize({ lanes: activeLanes.value, underWay: waiting }));
      lane.running = jobs;
      const batch = runJobs(lane, jobs);
      // The database reads for this batch while those of the last one are told.
      tell();
      tellWatchers();
      tell = await batch;
      activeLanes.weigh(waiting);
      if (activeLanes.value === 1 && lane.queue.length >= jobs.length * goOnFrom) continue;
      tell();
      tell = nobodyIsTold;
      lane.running = [];
      tellWatchers();
      // Who was answered just now may have more to ask: the next batch waits for this turn to end, as the first one did.
      await new Promise(setImmediate);
    }
    lane.isBusy = false;
  }

  /**
   * Resolves, once all are durable, with what tells everyone so. The first try takes a key that was not used lately for new. Whatever
   * goes wrong with it, the next one looks all of them up.
   */
  async function runJobs(lane: Lane, jobs: readonly Job[], { isFirst } = { isFirst: true }): Promise<() => void> {
    for (; ; isFirst = false) {
      try {
        lane.connection ??= await openKeyedConnection(options.databaseUrl);
        const gathered = new Set(jobs.filter((job) => job.hasGatheredHouse).map((job) => job.submission));
        const batch = runBatch(
          lane.connection,
          jobs.map((job) => job.submission),
          {
            now: clock.now(),
            newId: options.newId,
            hasGathered: (submission) => gathered.has(submission),
            mayBeKnown: isFirst ? recentKeys.has : () => true,
          },
        );
        const done = await answered(lane.connection, batch);
        const tell = finish(jobs, done);
        const again: Unfinished[] = [];
        for (const [place, outcome] of done.outcomes.entries()) {
          if ('again' in outcome) again.push({ job: jobs[place]!, why: outcome.again });
        }
        if (again.length === 0) return tell;
        tell();
        // From here on only these are unanswered; the others must not run again whatever fails.
        jobs = again.map(({ job }) => job);
        await answered(lane.connection, gatherFor(lane, again));
      } catch (error) {
        if (isConnectionFault(error)) for (const job of jobs) job.mayBeDone = true;
        await rollBack(lane, error);
        if (isPassing(error)) {
          jobs = dropImpatient(jobs, error);
          if (jobs.length === 0) return nobodyIsTold;
          await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
        } else if (isFirst) {
          // A key that was new to this process may not be new to the ledger; then its second row fails, or something before it.
          continue;
        } else if (error instanceof CommandFault || jobs.length === 1) {
          const broken = jobs.find(
            (job) => jobs.length === 1 || job.submission === (error as CommandFault).submission,
          )!;
          log.error('command failed', { command: broken.submission.command.name, error });
          settle(broken, () => broken.reject(error));
          jobs = jobs.filter((job) => job !== broken);
          if (jobs.length === 0) return nobodyIsTold;
        } else {
          const half = jobs.length >> 1;
          const tell = await runJobs(lane, jobs.slice(0, half), { isFirst });
          tell();
          return runJobs(lane, jobs.slice(half), { isFirst });
        }
      }
    }
  }

  /** Those that the house was short for are asked once more when it has gathered. */
  async function gatherFor(lane: Lane, unfinished: readonly Unfinished[]): Promise<void> {
    const short = unfinished.flatMap(({ job, why }) => (why instanceof HouseShort ? [{ job, shortage: why }] : []));
    const shortages = short.map(({ job: { submission }, shortage }) => ({ ...submission, shortage }));
    await gatherShortages(lane.connection!, shortages, { now: () => clock.now(), newId: options.newId });
    for (const { job } of short) job.hasGatheredHouse = true;
  }

  async function rollBack(lane: Lane, error: unknown): Promise<void> {
    const connection = lane.connection;
    if (!connection) return;
    if (!isConnectionFault(error)) {
      const isQuiet = await answered(connection, connection.query('rollback')).then(
        () => true,
        () => false,
      );
      if (isQuiet) return;
    }
    lane.connection = undefined;
    connection.end().catch(() => {});
  }

  /** Customers wait no longer than their patience; the engine's commands are tried until they succeed. */
  function dropImpatient(jobs: readonly Job[], error: unknown): Job[] {
    const now = clock.now();
    return jobs.filter((job) => {
      const { idempotency, receivedAt } = job.submission;
      if (!idempotency || now - receivedAt < patienceMs) return true;
      log.warn('command given up', { command: job.submission.command.name, error: String(error) });
      tellIfUnheard(job);
      settle(job, () => job.reject(new Refusal('outcome-unknown')));
      return false;
    });
  }

  /** Returns what tells those whose commands ended; their keys are known from now on, also to a batch that begins before. */
  function finish(jobs: readonly Job[], { outcomes, changed }: BatchResult): () => void {
    for (const { submission } of jobs) if (submission.idempotency) recentKeys.add(submission.idempotency.key);
    return () => {
      for (const balance of changed) options.bus.emit('ledger.balance', balance);
      for (const [place, job] of jobs.entries()) {
        const outcome = outcomes[place]!;
        if (!('again' in outcome)) answer(job, outcome);
      }
    };
  }

  function answer(job: Job, outcome: Exclude<Outcome, Again>): void {
    if ('replayed' in outcome) tellIfUnheard(job);
    settle(job, () => {
      if ('refusal' in outcome) return job.reject(outcome.refusal);
      if ('replayed' in outcome) return job.resolve(outcome.replayed);
      for (const event of outcome.decision.events ?? []) options.bus.emit(event.name, event.payload);
      job.resolve(outcome.decision.reply);
    });
  }

  /** Before it is settled: whoever waits for all that is under way must know by then. */
  function tellIfUnheard({ mayBeDone, submission: { accountId } }: Job): void {
    if (mayBeDone) options.bus.emit('ledger.unheard', { accountId });
  }

  function settle(job: Job, answer: () => void): void {
    waiting--;
    if (job.submission.idempotency) waitingCustomers--;
    answer();
  }

  function isSettledUpTo(ms: number): boolean {
    const isOlder = (job: Job): boolean => job.submission.idempotency !== undefined && job.submission.receivedAt <= ms;
    return !lanes.some((lane) => lane.running.some(isOlder) || (lane.queue[0] && lane.queue.some(isOlder)));
  }

  function tellWatchers(): void {
    if (watchers.length === 0) return;
    const ready = watchers.filter((watcher) => isSettledUpTo(watcher.ms));
    watchers = watchers.filter((watcher) => !ready.includes(watcher));
    for (const watcher of ready) watcher.resolve();
  }

  return {
    submit,
    waiting: () => waiting,
    settledUpTo: (ms) =>
      isSettledUpTo(ms) ? Promise.resolve() : new Promise((resolve) => watchers.push({ ms, resolve })),
    async close() {
      while (lanes.some((lane) => lane.isBusy)) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const lane of lanes) await lane.connection?.end().catch(() => {});
    },
  };
}
