// Which of several engines decides: it holds a row of the database for two seconds at a time. By its own clock the lease ends before
// another one can take it, and the database refuses whatever bears an older epoch, also from a process that stood still meanwhile.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Uuid } from '@candor/wire';
import type { Clock } from './clock.ts';
import { log } from './log.ts';
import { gauge } from './metrics.ts';
import { answered, openConnection, type Connection } from './postgres.ts';
import { reasonOf } from './reason-of.ts';

/** From a take-over until another process took over. */
export interface Term {
  epoch: number;
  /** No tick may be given a time up to this instant: an earlier holder may have settled orders by there being none. */
  finalMs: number;
  /** Resolves when the lease is another's, or is given up. */
  lost: Promise<void>;
}

export interface Lease {
  /** This process, as the row names it. */
  holder: Uuid;
  /** For connections of the holder: whoever takes over ends those of this name. */
  connectionName: string;
  /** The epoch that may decide now; undefined while it may be another's turn. A lease that ran out can come back in the same term. */
  epoch: () => number | undefined;
  isHeld: () => boolean;
  /** Nothing later than this instant may be promised to be final; -Infinity while the lease is not held. */
  reachMs: () => number;
  /** Undefined while the lease is another's or nobody's. */
  term: () => Term | undefined;
  /** Resolves with the next term, or the one that runs; rejects when the lease is stopped. */
  taken(): Promise<Term>;
  /** The database refused what bore this epoch. */
  refused(epoch: number): void;
  /** Resolves when it was tried once: the lease is held then, or is another's. */
  start(): Promise<void>;
  /** Gives the lease up, so that another process takes over at once. Nothing after `finalMs` was promised. */
  stop(finalMs?: number): Promise<void>;
}

export interface LeaseTiming {
  goodForMs: number;
  renewMs: number;
  /** Between two tries to take it over. */
  tryMs: number;
  /** The lease ends this long earlier by the holder's own clock. */
  marginMs: number;
}
const standardTiming: LeaseTiming = { goodForMs: 2_000, renewMs: 500, tryMs: 150, marginMs: 100 };

/** Of what the database refuses because it bears an older epoch. */
export const isFenced = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === 'CE001';

const epochHeld = gauge({ name: 'candor_engine_epoch', help: 'Epoch in which this process decides; 0 while it stands by' }); // oxfmt-ignore

interface RunningTerm extends Term {
  end: () => void;
}
type Waiter = PromiseWithResolvers<Term>;

export function openLease(options: { databaseUrl: string; clock: Clock; timing?: Partial<LeaseTiming> }): Lease {
  const { databaseUrl, clock } = options;
  const timing = { ...standardTiming, ...options.timing };
  const holder = randomUUID() as Uuid;
  const connectionName = `candor engine ${holder}`;
  const stopping = new AbortController();
  const tried = Promise.withResolvers<void>();
  const waiting: Waiter[] = [];
  let term: RunningTerm | undefined;
  /** By the monotonic clock, which does not stand still while the process does. */
  let heldUntil = 0;
  let reachMs = -Infinity;
  let running: Promise<void> | undefined;

  const isHeld = (): boolean => term !== undefined && performance.now() < heldUntil;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let connection: Connection | undefined;
      try {
        connection = await openConnection(databaseUrl, { name: connectionName });
        while (!stopping.signal.aborted) {
          await inTime(connection, term ? renew(connection, term) : take(connection));
          tried.resolve();
          await pause(term ? timing.renewMs : timing.tryMs);
        }
      } catch (error) {
        tried.resolve();
        log.warn('the lease lost its database', { error: reasonOf(error) });
        await pause(timing.tryMs);
      }
      await connection?.end().catch(() => undefined);
    }
  }

  async function take(connection: Connection): Promise<void> {
    const [startedAt, reach] = [performance.now(), clock.now() + timing.goodForMs];
    const taken = await takeLease(connection, { holder, goodForMs: timing.goodForMs, reach });
    if (!taken) return;
    const { promise: lost, resolve: end } = Promise.withResolvers<void>();
    term = { ...taken, lost, end };
    hold(startedAt, reach);
    log.info('this process decides from now on', { epoch: taken.epoch });
    epochHeld.set(taken.epoch);
    for (const { resolve } of waiting.splice(0)) resolve(term);
  }

  /** Also when it has run out: as long as nobody took it over, nothing happened in between. */
  async function renew(connection: Connection, { epoch }: RunningTerm): Promise<void> {
    const [startedAt, reach] = [performance.now(), clock.now() + timing.goodForMs];
    if (await renewLease(connection, { epoch, goodForMs: timing.goodForMs, reach })) hold(startedAt, reach);
    else lose(epoch);
  }

  /** The database counts from a later instant, so this process is through before it. */
  function hold(startedAt: number, reach: number): void {
    heldUntil = startedAt + timing.goodForMs - timing.marginMs;
    reachMs = Math.max(reachMs, reach);
  }

  function lose(epoch: number): void {
    if (term?.epoch !== epoch) return;
    log.warn('another process decides from now on', { epoch });
    endTerm();
  }

  function endTerm(): void {
    epochHeld.set(0);
    term?.end();
    term = undefined;
  }

  /** A database that does not answer is given up with its connection. */
  async function inTime(connection: Connection, work: Promise<void>): Promise<void> {
    const timer = setTimeout(() => connection.connection.stream.destroy(), timing.goodForMs);
    try {
      await answered(connection, work);
    } finally {
      clearTimeout(timer);
    }
  }

  const pause = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  return {
    holder,
    connectionName,
    epoch: () => (isHeld() ? term!.epoch : undefined),
    isHeld,
    reachMs: () => (isHeld() ? reachMs : -Infinity),
    term: () => term,
    taken() {
      if (term) return Promise.resolve(term);
      if (stopping.signal.aborted) return Promise.reject(new Error('the lease was stopped'));
      const waiter = Promise.withResolvers<Term>();
      waiting.push(waiter);
      return waiter.promise;
    },
    refused: lose,
    start() {
      running ??= run();
      return tried.promise;
    },
    async stop(finalMs) {
      stopping.abort();
      for (const { reject } of waiting.splice(0)) reject(new Error('the lease was stopped'));
      await running;
      const ending = term;
      endTerm();
      if (ending) await giveUp(ending.epoch, finalMs);
    },
  };

  async function giveUp(epoch: number, finalMs: number | undefined): Promise<void> {
    try {
      const connection = await openConnection(databaseUrl, { name: connectionName });
      await answered(connection, giveUpLease(connection, { epoch, finalMs }));
      await connection.end();
    } catch (error) {
      log.warn('the lease was not given up, it runs out', { error: reasonOf(error) });
    }
  }
}

async function takeLease(
  connection: Connection,
  { holder, goodForMs, reach }: { holder: Uuid; goodForMs: number; reach: number },
): Promise<{ epoch: number; finalMs: number } | undefined> {
  const { rows } = await connection.query<{ taken_epoch: number; taken_final_ms: number }>(
    `select * from engine_take_lease($1, $2 * interval '1 millisecond', $3)`,
    [holder, goodForMs, reach],
  );
  return rows[0] && { epoch: rows[0].taken_epoch, finalMs: rows[0].taken_final_ms };
}

async function renewLease(
  connection: Connection,
  { epoch, goodForMs, reach }: { epoch: number; goodForMs: number; reach: number },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update engine_lease
     set until = clock_timestamp() + $2 * interval '1 millisecond', reach_ms = greatest(reach_ms, $3)
     where epoch = $1`,
    [epoch, goodForMs, reach],
  );
  return rowCount === 1;
}

/** Without what was promised at last, all counts that could have been. */
async function giveUpLease(
  connection: Connection,
  { epoch, finalMs }: { epoch: number; finalMs: number | undefined },
): Promise<void> {
  await connection.query(
    `update engine_lease
     set holder = null, until = '-infinity', final_ms = greatest(final_ms, coalesce($2, reach_ms)),
       reach_ms = greatest(final_ms, coalesce($2, reach_ms))
     where epoch = $1`,
    [epoch, finalMs],
  );
}
