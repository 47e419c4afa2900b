// The one writer of ticks: ten times a second it gives new prices a sequence, a time and a hash, stores them with one
// insert, and publishes them once that has committed. It writes while this process holds the lease of the engine: the database
// takes no tick of an older epoch.
import { genesisHash, hashTick } from '@candor/proof';
import type { CoinCode, Wad } from '@candor/wire';
import { coinCodes } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { log } from '../../kit/log.ts';
import type { Lease, Term } from '../../kit/lease.ts';
import { isFenced } from '../../kit/lease.ts';
import { answered, openConnection } from '../../kit/postgres.ts';
import type { Connection } from '../../kit/postgres.ts';
import { createFinality } from './finality.ts';
import type { Finality } from './finality.ts';
import type { Tick } from '../market.ts';
import { archived } from './pack-ticks.ts';
import { noteGaps } from './gap-meter.ts';
import { insertGaps } from './gap-store.ts';
import { endOwnConnection, insertTicks, newestTicks } from '../store.ts';
import type { GapWatch, TickGap } from './tick-gaps.ts';
import { reasonOf } from '../../kit/reason-of.ts';

/** A price that is due to become a tick. */
export interface DuePrice {
  coin: CoinCode;
  price: Wad;
  sourceAt: number;
  inputs: string;
  /** The sources that it was made of, where there were several; `inputs` holds the digest. */
  list?: string | undefined;
}

export interface TickWriterOptions {
  databaseUrl: string;
  clock: Clock;
  lease: Lease;
  /** Prices that are due now: those that changed, and those whose last tick is nearly a second old. */
  collect(now: number): DuePrice[];
  /** Called with ticks that are stored, in order, each once. */
  publish(ticks: readonly Tick[]): void;
  /** Called with the newest stored ticks when this process became the writer. */
  takeOver(newest: readonly Tick[]): Promise<void>;
  /** What was seen of the coins between their ticks; gaps of ours are stored behind the ticks that end them. */
  gaps?: GapWatch;
  /** Awaited before a flush gets its time, so that what was received before is decided before. */
  beforePublish?: (() => Promise<void>) | undefined;
  timing?: Partial<WriterTiming>;
}
interface WriterTiming {
  flushMs: number;
  /** How often it looks for prices while there are none to publish. */
  idleMs: number;
  barrierMs: number;
  insertMs: number;
  retryMs: number;
}

export interface TickWriter extends Finality {
  start(): void;
  stop(): Promise<void>;
  isWriting: () => boolean;
  /** The latest instant that was promised to be final, or given to ticks. */
  promisedMs: () => number;
}

const standardTiming: WriterTiming = { flushMs: 100, idleMs: 20, barrierMs: 2_000, insertMs: 15_000, retryMs: 200 };

/** A clock that is further behind than a lease lasts is not waited for. */
const clockWaitMs = 2_000;
/** More of them than all coins end at once. */
const unstoredGapsMax = 1_000;

interface Head {
  sequence: number;
  hash: string;
  /** Undefined before the first tick. */
  publishedAt?: number;
}

export function createTickWriter(options: TickWriterOptions): TickWriter {
  const { clock, lease } = options;
  const timing = { ...standardTiming, ...options.timing };
  const finality = createFinality(clock, () => lease.reachMs());
  const heads = new Map<CoinCode, Head>();
  const stopping = new AbortController();
  let lastPublishedAt = 0;
  /** Sent to the database without a certain answer yet. */
  let unconfirmed: Tick[] = [];
  /** Those that end with the ticks that were sent. */
  let gapsUnderWay: TickGap[] = [];
  let unstoredGaps: TickGap[] = [];
  let running: Promise<void> | undefined;
  let lastEpoch: number | undefined;
  /** Its server process may still carry out what was sent on it. */
  let lastProcess: number | undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const term = lease.isHeld() ? lease.term() : undefined;
      if (term) await writeDuring(term);
      await pause(term ? timing.retryMs : timing.idleMs);
    }
  }

  /** Until the lease runs out or is lost, the connection ends, or the writer stops. */
  async function writeDuring(term: Term): Promise<void> {
    let connection: Connection | undefined;
    try {
      connection = await openConnection(options.databaseUrl, { name: lease.connectionName });
      let isOpen = true;
      connection.once('end', () => {
        isOpen = false;
        finality.suspend();
      });
      await becomeWriter(connection, term);
      while (isOpen && lease.epoch() === term.epoch && !stopping.signal.aborted) {
        // Counted from the time that the ticks were given: never more than ten a second.
        const nextAt = (await flush(connection, term)) + timing.flushMs + 1;
        await pause(Math.max(Math.min(timing.idleMs, timing.flushMs), nextAt - performance.now()));
      }
    } catch (error) {
      if (isFenced(error)) lease.refused(term.epoch);
      else log.warn('tick writer lost its database', { error: reasonOf(error) });
    }
    finality.suspend();
    await connection?.end().catch(() => undefined);
  }

  /** Resolves once no insert of an earlier connection can commit any more and memory says what the archive says. */
  async function becomeWriter(connection: Connection, { epoch, finalMs }: Term): Promise<void> {
    if (lastProcess !== undefined) await endOwnConnection(connection, lastProcess, lease.connectionName);
    lastProcess = (connection as Connection & { processID: number }).processID;
    const newest = await newestTicks(connection, coinCodes);
    const stored = new Map(newest.map((tick) => [tick.coin, tick]));
    // After a term of another process all of it is read from the archive.
    if (epoch === lastEpoch) confirm(stored);
    else [unconfirmed, gapsUnderWay] = [[], []];
    lastEpoch = epoch;
    heads.clear();
    for (const coin of coinCodes) {
      const tick = stored.get(coin);
      heads.set(coin, tick ?? { sequence: 0, hash: genesisHash(coin) });
      if (tick) lastPublishedAt = Math.max(lastPublishedAt, tick.publishedAt);
    }
    await options.takeOver(newest);
    finality.resume(finalMs);
    await pause(Math.min(clockWaitMs, finalMs - clock.now()));
  }

  /** An insert whose answer was lost is in the archive or it is not; all of it or none. */
  function confirm(stored: ReadonlyMap<CoinCode, Tick>): void {
    const batch = unconfirmed;
    unconfirmed = [];
    const first = batch[0];
    if (!first) return;
    const there = stored.get(first.coin);
    const isStored = there?.sequence === first.sequence && there.hash === first.hash;
    if (isStored) {
      options.publish(batch);
      unstoredGaps.push(...gapsUnderWay);
    }
    gapsUnderWay = [];
    log.info('an insert without an answer was looked up', { ticks: batch.length, isStored });
  }

  /** Returns when its ticks were given their time, as performance.now(); 0 when there were none. */
  async function flush(connection: Connection, { epoch }: Term): Promise<number> {
    finality.recheck();
    if (options.collect(clock.now()).length === 0) return 0;
    await barrier();
    // While the barrier was awaited newer prices may have come: the newest counts.
    const now = clock.now();
    const due = options.collect(now);
    if (due.length === 0 || stopping.signal.aborted || lease.epoch() !== epoch) return 0;
    const givenAt = performance.now();
    const publishedAt = finality.begin(Math.max(now, lastPublishedAt + 1));
    unconfirmed = due.map((price) => toTick(price, publishedAt));
    const lists = due.map(({ list }) => list);
    gapsUnderWay = unconfirmed.flatMap((tick) => gapBefore(tick) ?? []);
    await withDeadline(insertTicks(connection, { epoch, ticks: unconfirmed, lists }), connection);
    lastPublishedAt = publishedAt;
    const stored = unconfirmed;
    unconfirmed = [];
    for (const tick of stored) {
      heads.set(tick.coin, tick);
      options.gaps?.published(tick.coin);
    }
    options.publish(stored);
    finality.end();
    await storeGaps(connection);
    return givenAt;
  }

  function toTick({ coin, price, sourceAt, inputs }: DuePrice, publishedAt: number): Tick {
    const head = heads.get(coin)!;
    const tick = { sequence: head.sequence + 1, price, sourceAt, publishedAt, inputs };
    return { coin, ...tick, hash: hashTick(head.hash, coin, archived(tick)) };
  }

  function gapBefore({ coin, sequence, publishedAt: toMs }: Tick): TickGap | undefined {
    const fromMs = heads.get(coin)!.publishedAt;
    return fromMs === undefined ? undefined : options.gaps?.between(coin, sequence, { fromMs, toMs });
  }

  /** Behind the ticks, which must come whatever becomes of this; what can't be stored is tried again with the next gap. */
  async function storeGaps(connection: Connection): Promise<void> {
    if (gapsUnderWay.length === 0) return;
    noteGaps(gapsUnderWay);
    unstoredGaps = [...unstoredGaps, ...gapsUnderWay].slice(-unstoredGapsMax);
    gapsUnderWay = [];
    try {
      await withDeadline(insertGaps(connection, unstoredGaps), connection);
      unstoredGaps = [];
    } catch (error) {
      log.warn('gaps could not be stored', { gaps: unstoredGaps.length, error: reasonOf(error) });
    }
  }

  async function barrier(): Promise<void> {
    if (!options.beforePublish) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), timing.barrierMs);
    });
    try {
      const outcome = await Promise.race([options.beforePublish(), late]);
      if (outcome === 'late')
        log.warn('ticks did not wait any longer for orders under way', { waitedMs: timing.barrierMs });
    } catch (error) {
      log.error('the barrier before publishing failed', { error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** A database that does not answer is given up with its connection, and what it did is looked up afterwards. */
  async function withDeadline(work: Promise<void>, connection: Connection): Promise<void> {
    const timer = setTimeout(() => connection.connection.stream.destroy(), timing.insertMs);
    try {
      await answered(connection, work);
    } finally {
      clearTimeout(timer);
    }
  }

  function pause(ms: number): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        stopping.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, ms));
      stopping.signal.addEventListener('abort', done);
    });
  }

  return {
    isFinalUpTo: finality.isFinalUpTo,
    finalUpTo: finality.finalUpTo,
    promisedMs: finality.promisedMs,
    start: () => void (running ??= run()),
    isWriting: finality.isActive,
    async stop() {
      stopping.abort();
      await running;
      finality.close();
    },
  };
}
