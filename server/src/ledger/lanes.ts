// Lanes: each collects the commands that arrive while its last batch commits, and runs them in one transaction.
import type { Uuid } from '@candor/wire';
import { availableParallelism } from 'node:os';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { isConnectionLost, isPassing, isUnavailable, spendsConnection } from '../kit/faults.ts';
import { startJobs, stopJobs } from '../kit/jobs.ts';
import { isFenced, type Lease, type Term } from '../kit/lease.ts';
import { log } from '../kit/log.ts';
import { allOrNone, answered, openKeyedConnection, openPool, type Connection } from '../kit/postgres.ts';
import type { NamedCommand } from '../kit/product.ts';
import { refusalIn } from '../kit/operator-obstacle.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { Refusal } from '../kit/refuse.ts';
import { batchSize } from './batch-size.ts';
import { InsufficientHouseFunds, refusing, type Submission } from './command.ts';
import { CommandFault } from './fault.ts';
import { rebalanceShortages } from './rebalance-house.ts';
import { latenessOf } from './lateness.ts';
import { createLaneCount } from './lane-count.ts';
import { rememberKeys } from './recent-keys.ts';
import { limitRefusals } from './refusal-limit.ts';
import { runBatch, type Again, type AnySubmission, type BatchResult, type Outcome } from './run-batch.ts';
import { createSetAside, SetAside } from './set-aside.ts';
import { sliceCount, sliceOf } from './slices.ts';
import { isKeyTaken, type BalanceRow } from './store.ts';
import { createUnderWay } from './under-way.ts';
import { withinPatience } from './within-patience.ts';

declare module '../kit/bus.ts' {
  interface Events {
    /** A customer's balance after a commit. */
    'ledger.balance': BalanceRow;
    /** Something of this account may have been committed without its events being told, whatever they got lost with. */
    'ledger.unheard': { accountId: Uuid };
  }
}

export interface Lanes {
  /**
   * Resolves with the command's reply once it is durable, or rejects with its refusal. `busy` when too much is waiting;
   * `too-many-refused` when the account was refused too often lately, and `placed-too-late` or `bad-clock` by when it was placed, each
   * only if the key is not known from before;
   * `outcome-unknown` when the database went away for longer than `patienceMs` and the command may have been carried out. A command of
   * the engine's own rejects with SetAside once it has failed too often for a reason of its own.
   */
  submit<Input, Reply>(submission: Submission<Input, Reply>): Promise<Reply>;
  /** The same for what can't even be decided: the reply of a key that was used before, else this refusal. */
  refuse<Reply>(submission: Omit<Submission<never, Reply>, 'input'>, refusal: Refusal): Promise<Reply>;
  /** Resolves when no customer's command received at or before `ms` is still under way. */
  settledUpTo(ms: number): Promise<void>;
  waiting(): number;
  /** Commands of the engine that wait for an operator. */
  setAside(): number;
  /** Finishes what was submitted, then closes the connections. */
  close(): Promise<void>;
}

export interface LanesOptions {
  databaseUrl: string;
  clock: Clock;
  bus: Bus;
  newId: () => Uuid;
  /** Those of the products; no other can be submitted. */
  commands: { has(command: NamedCommand): boolean };
  /** At most this many lanes, else as the machine can use; one works until load needs more, since small batches cost more. */
  laneCount?: number | undefined;
  /** Customers' commands waiting at most; the engine's own are never turned away. */
  capacity?: number;
  patienceMs?: number;
  /** Of an engine: it commits in this term alone, and waits while its lease may be another's. */
  engine?: { lease: Lease; term: Term };
}

interface Job {
  submission: AnySubmission;
  resolve(reply: unknown): void;
  reject(error: unknown): void;
  hasGatheredHouse: boolean;
  /** It was under way on a connection that died, so it may have been committed. */
  mayBeDone: boolean;
  /** How often it failed alone. */
  tries: number;
}
interface Unfinished {
  job: Job;
  why: Again['again'];
}
interface Lane {
  queue: Job[];
  connection: Connection | undefined;
  isBusy: boolean;
}

const nobodyIsTold = (): void => {};
const leaseRanOut = (): Error => new Error('the lease ran out');
const untried = { hasGatheredHouse: false, mayBeDone: false, tries: 0 };
/** A lane alone goes on at once when this share of its last batch waits already; smaller batches would be dear. */
const goOnFrom = 0.25;
const retryPauseMs = 50;
/** Conflicts in a row after which a batch is divided, or a command that is alone takes them for its own fault. */
const conflictsMax = { shared: 20, alone: 100 };
/** Of a command of the engine, with a pause between them in which its neighbours go on. */
const triesMax = 3;
const failedPauseMs = 200;
/** Of each process: what a customer sends again comes within seconds. */
const recentKeysCount = 20_000;
/** Who sends old keys makes a batch run twice at most once in this time. */
const lookUpAllMs = 10_000;
/** A second lane works while the first one waits for the disk; more than there are processors only cut the batches smaller. */
const lanesOfMachine = (): number => Math.min(4, Math.max(2, availableParallelism()));

/** Returns the refusal if the database refused a decision of an operator at the commit; its reply is not kept. Logs every other error. */
function failureOf({ submission: { command, idempotency }, tries }: Job, error: unknown): unknown {
  const refusal = idempotency && refusalIn(error);
  if (refusal) return refusal;
  if (idempotency || tries === 1) log.error('command failed', { command: command.name, error });
  return error;
}

export async function openLanes(options: LanesOptions): Promise<Lanes> {
  const { clock, capacity = 10_000, patienceMs = 15_000, laneCount = lanesOfMachine() } = options;
  const { engine } = options;
  const named = { name: engine?.lease.connectionName };
  const open = () => openKeyedConnection(options.databaseUrl, named);
  const connections = await allOrNone(Math.min(laneCount, sliceCount), open);
  const lanes = connections.map((connection): Lane => ({ queue: [], connection, isBusy: false }));
  const recentKeys = rememberKeys(recentKeysCount);
  let lookUpAllUntil = 0;
  const refusals = limitRefusals({ ...options, hearsFree: !options.engine });
  const activeLanes = createLaneCount(lanes.length);
  let waiting = 0;
  let waitingCustomers = 0;
  let watchers: { ms: number; resolve: () => void }[] = [];
  const underWay = createUnderWay();
  const pool = openPool(options.databaseUrl, 1);
  const setAside = createSetAside(pool);
  startJobs([setAside.job]);

  function submit<Input, Reply>(submission: Submission<Input, Reply>): Promise<Reply> {
    const { command } = submission;
    if (!options.commands.has(command)) return Promise.reject(new Error(`no product has the command ${command.name}`));
    return admit(submission);
  }

  function admit<Input, Reply>(submission: Submission<Input, Reply>): Promise<Reply> {
    if (submission.idempotency) {
      if (waitingCustomers >= capacity) return Promise.reject(new Refusal('busy'));
      const { idempotency, receivedAt } = submission;
      const refusal = refusals.refusalOf(submission) ?? latenessOf(idempotency, receivedAt);
      // The reply of a key that was used is read and writes nothing; whoever lost it must be able to have it again.
      if (refusal) return enqueue(refusing(submission, refusal));
    } else if (setAside.has(submission as unknown as AnySubmission)) {
      return Promise.reject(new SetAside(submission.command.name));
    }
    return enqueue(submission);
  }

  function enqueue<Input, Reply>(submission: Submission<Input, Reply>): Promise<Reply> {
    waiting++;
    if (submission.idempotency) {
      waitingCustomers++;
      underWay.begin(submission.receivedAt);
    }
    const lane = lanes[sliceOf(submission.accountId) % activeLanes.value]!;
    return withinPatience(submission.idempotency && patienceMs, (settle) => {
      lane.queue.push({ submission: submission as unknown as AnySubmission, ...settle, ...untried });
      start(lane);
    });
  }

  /** Defers to the next turn of the event loop, so that commands arriving in this one join the batch. */
  function start(lane: Lane): void {
    if (lane.isBusy) return;
    lane.isBusy = true;
    setImmediate(() => void work(lane));
  }

  async function work(lane: Lane): Promise<void> {
    let tell = nobodyIsTold;
    while (lane.queue.length > 0) {
      const jobs = lane.queue.splice(0, batchSize({ lanes: activeLanes.value, underWay: waiting }));
      const batch = runJobs(lane, jobs);
      // The database reads for this batch while those of the last one are told.
      tell();
      tellWatchers();
      tell = await batch;
      activeLanes.weigh(waiting);
      if (activeLanes.value === 1 && lane.queue.length >= jobs.length * goOnFrom) continue;
      tell();
      tell = nobodyIsTold;
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
    let conflicts = 0;
    for (; ; isFirst = false) {
      const looksUpAll = !isFirst || clock.now() < lookUpAllUntil;
      if (engine && !engine.lease.isHeld()) {
        jobs = engine.lease.term() === engine.term ? dropImpatient(jobs, leaseRanOut()) : rejectAll(jobs);
        if (jobs.length === 0) return nobodyIsTold;
        await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
        continue;
      }
      try {
        lane.connection ??= await open();
        const gathered = new Set(jobs.filter((job) => job.hasGatheredHouse).map((job) => job.submission));
        const outboxId = options.newId();
        const batch = runBatch(
          lane.connection,
          jobs.map((job) => job.submission),
          {
            now: clock.now(),
            newId: options.newId,
            hasGathered: (submission) => gathered.has(submission),
            mayBeKnown: looksUpAll ? () => true : recentKeys.has,
            outboxId,
            epoch: engine?.term.epoch,
          },
        );
        const done = await answered(lane.connection, batch);
        const tell = finish(jobs, done, outboxId);
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
        if (isConnectionLost(error)) for (const job of jobs) job.mayBeDone = true;
        await rollBack(lane, error);
        if (engine && isFenced(error)) {
          engine.lease.refused(engine.term.epoch);
        } else if ((isPassing(error) || (looksUpAll && isKeyTaken(error))) && !isConflictOfItsOwn(error)) {
          jobs = dropImpatient(jobs, error);
          if (jobs.length === 0) return nobodyIsTold;
          if (!isKeyTaken(error)) await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
        } else if (!looksUpAll) {
          // A key that was new to this process may not be new to the ledger; then its second row fails, or something before it.
          lookUpAllUntil = clock.now() + lookUpAllMs;
        } else if (error instanceof CommandFault || jobs.length === 1) {
          const broken = jobs.find(
            (job) => jobs.length === 1 || job.submission === (error as CommandFault).submission,
          )!;
          await fail(lane, broken, error);
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

    function isConflictOfItsOwn(error: unknown): boolean {
      conflicts = isUnavailable(error) ? 0 : conflicts + 1;
      return conflicts > (jobs.length > 1 ? conflictsMax.shared : conflictsMax.alone);
    }
  }

  /** One that can't be carried out for a reason of its own. The engine's are tried again behind their neighbours, and then set aside. */
  async function fail(lane: Lane, job: Job, error: unknown): Promise<void> {
    const { submission } = job;
    job.tries++;
    const failure = failureOf(job, error);
    if (submission.idempotency) return settle(job, () => job.reject(failure));
    if (job.tries >= triesMax && (await setAside.add(submission, { error, tries: job.tries }))) {
      return settle(job, () => job.reject(new SetAside(submission.command.name, { cause: error })));
    }
    setTimeout(() => {
      lane.queue.push(job);
      start(lane);
    }, failedPauseMs);
  }

  /** Those that the house was short for are asked once more when it has gathered. */
  async function gatherFor(lane: Lane, unfinished: readonly Unfinished[]): Promise<void> {
    const short = unfinished.flatMap(({ job, why }) =>
      why instanceof InsufficientHouseFunds ? [{ job, shortage: why }] : [],
    );
    const shortages = short.map(({ job: { submission }, shortage }) => ({ ...submission, shortage }));
    await rebalanceShortages(lane.connection!, shortages, { now: () => clock.now(), newId: options.newId });
    for (const { job } of short) job.hasGatheredHouse = true;
  }

  async function rollBack(lane: Lane, error: unknown): Promise<void> {
    const connection = lane.connection;
    if (!connection) return;
    if (!spendsConnection(error)) {
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
      log.warn('command given up', { command: job.submission.command.name, error: reasonOf(error) });
      tellIfUnheard(job);
      settle(job, () => job.reject(new Refusal('outcome-unknown')));
      return false;
    });
  }

  /** Another process decides: it finds what is to be done in the database. */
  function rejectAll(jobs: readonly Job[]): [] {
    for (const job of jobs) {
      const isCustomers = job.submission.idempotency !== undefined;
      settle(job, () => job.reject(isCustomers ? new Refusal('outcome-unknown') : new Error('another engine decides')));
    }
    return [];
  }

  /** Returns what tells those whose commands ended; their keys are known from now on, also to a batch that begins before. */
  function finish(jobs: readonly Job[], { outcomes, changed }: BatchResult, outboxId: Uuid): () => void {
    for (const [place, { submission }] of jobs.entries()) {
      if (submission.idempotency) recentKeys.add(submission.idempotency.key);
      if ('isNewlyKept' in outcomes[place]!) refusals.count(submission);
    }
    return () => {
      for (const balance of changed) options.bus.emit('ledger.balance', balance);
      for (const [place, job] of jobs.entries()) {
        const outcome = outcomes[place]!;
        if (!('again' in outcome)) answer(job, outcome);
      }
      if (outcomes.some((outcome) => 'decision' in outcome)) options.bus.emit('ledger.told', { id: outboxId });
    };
  }

  function answer(job: Job, outcome: Exclude<Outcome, Again>): void {
    if ('replayed' in outcome) tellIfUnheard(job);
    settle(job, () => {
      if ('refusal' in outcome) return job.reject(outcome.refusal);
      if ('replayed' in outcome) return job.resolve(outcome.replayed);
      for (const event of outcome.decision.events ?? []) options.bus.emit(event.name, event.payload);
      refusals.tellFree(job.submission);
      job.resolve(outcome.decision.reply);
    });
  }

  /** Before it is settled: whoever waits for all that is under way must know by then. */
  function tellIfUnheard({ mayBeDone, submission: { accountId } }: Job): void {
    if (mayBeDone) options.bus.emit('ledger.unheard', { accountId });
  }

  function settle(job: Job, answer: () => void): void {
    const { idempotency, receivedAt } = job.submission;
    waiting--;
    if (idempotency) waitingCustomers--;
    answer();
    if (idempotency) underWay.end(receivedAt);
  }

  function tellWatchers(): void {
    if (watchers.length === 0) return;
    const ready = watchers.filter((watcher) => !underWay.hasUpTo(watcher.ms));
    watchers = watchers.filter((watcher) => !ready.includes(watcher));
    for (const watcher of ready) watcher.resolve();
  }

  return {
    submit,
    refuse: (submission, refusal) => admit(refusing(submission, refusal)),
    waiting: () => waiting,
    settledUpTo: (ms) =>
      !underWay.hasUpTo(ms) ? Promise.resolve() : new Promise((resolve) => watchers.push({ ms, resolve })),
    setAside: setAside.size,
    async close() {
      while (waiting > 0 || lanes.some((lane) => lane.isBusy)) await new Promise((resolve) => setTimeout(resolve, 5));
      refusals.close();
      await stopJobs([setAside.job]);
      for (const lane of lanes) await lane.connection?.end().catch(() => {});
      await pool.end();
    },
  };
}
