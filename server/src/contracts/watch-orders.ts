// From ticks to fills and ends: each tick of a coin is put to that coin's triggers, and what it fires becomes a command. What was
// fired is followed until it is committed; a restart looks again at the ticks since, and an SQL sweep is the net under it all.
import { coinCodes, contractTiming, wad, type ArchivedTick, type CoinCode, type Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { DueHeap } from '../kit/due-heap.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { sliceOf } from '../ledger/slices.ts';
import type { Market, Tick } from '../market/market.ts';
import type { Configs } from './configs.ts';
import { endPosition } from './end-position.ts';
import { fillContract } from './fill-order.ts';
import { exposureIdOf } from './house-limit.ts';
import type { TickPoint } from '../market/tick-point.ts';
import type { ContractOrder } from './order.ts';
import { keepProgress, readCrossedOrders, readLiveOrders, readOverdueOrders, readProgress } from './read-store.ts';
import { openRetelling } from './retell.ts';
import { entryDeadline } from './rules.ts';
import { isFired, TriggerBook, watchedOf, type Watched } from './trigger-book.ts';

export interface OrderWatch {
  /** Resolves when everything that ticks up to now have fired is committed, or is being tried again. */
  start(): Promise<void>;
  /** Resolves when nothing that a tick published so far does to this order is still on its way; false when it takes too long. */
  settled(orderId: Uuid, coin: CoinCode): Promise<boolean>;
  stop(): Promise<void>;
}

export interface WatchParts {
  pool: Pool;
  market: Market;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  configs: Configs;
}

interface CoinWatch {
  triggers: TriggerBook;
  /** Ticks up to this one have been put to the triggers. */
  cursor: number;
  /** False while it reads ticks from the archive that it has not seen. */
  isLive: boolean;
  caughtUp: Promise<void>;
}

/** A fired order until its command is committed. */
interface Fired {
  watched: Watched;
  tick: TickPoint | undefined;
  done: Promise<void>;
}

/** An order for which ticks of the past are looked through. */
interface LookUp {
  watched: Watched;
  done: Promise<void>;
}

const sweepEveryMs = 2_000;
const progressEveryMs = 1_000;
const giveUpEveryMs = 100;
/** A gain that the house can't pay yet keeps its order under way; nobody waits longer for that. */
const settleMaxMs = 2_000;
const startMaxMs = 10_000;
const retryPauseMs = 2_000;
const sweepLimit = 500;
const ticksAPage = 2_000;

export function watchOrders({ pool, market, lanes, clock, bus, configs }: WatchParts): OrderWatch {
  const coins = new Map<CoinCode, CoinWatch>(
    coinCodes.map((coin) => [
      coin,
      { triggers: new TriggerBook(), cursor: 0, isLive: false, caughtUp: Promise.resolve() },
    ]),
  );
  const deadlines = new DueHeap<Watched>();
  const underWay = new Map<Uuid, Fired>();
  const lookUps = new Map<Uuid, LookUp>();
  const retelling = openRetelling({ pool, lanes, clock });
  const unsubscribe: (() => void)[] = [];
  const timers: NodeJS.Timeout[] = [];
  let keptProgress = new Map<CoinCode, number>();
  let isStopped = false;

  /** From now on ticks decide about the order as it is now. Ticks that it should have met already are read first. */
  function watch(order: ContractOrder): void {
    const { triggers, cursor } = coins.get(order.coin)!;
    triggers.remove(order.orderId);
    lookUps.delete(order.orderId);
    if (order.state === 'ended' || isStopped) return;
    const watched = watchedOf(order);
    if (order.state === 'waiting' && order.orderType === 'market') deadlines.push(entryDeadline(order), watched);
    if (cursor <= sinceOf(watched)) triggers.add(watched);
    else lookUp(watched);
  }

  /** Puts the ticks that it should have met already to one order, and then adds it to those that wait for the next. */
  function lookUp(watched: Watched): void {
    const { orderId } = watched;
    const mine: LookUp = { watched, done: Promise.resolve() };
    lookUps.set(orderId, mine);
    mine.done = (async () => {
      for (let at = sinceOf(watched); ;) {
        try {
          const next = await findFirst(watched, at);
          if (lookUps.get(orderId) !== mine || isStopped) return;
          const { cursor, triggers } = coins.get(watched.coin)!;
          // Ticks may have come while this one was told: only what stands at this very moment counts.
          if ('firedBy' in next || next.upTo >= cursor) {
            lookUps.delete(orderId);
            if ('firedBy' in next) fire(watched, next.firedBy);
            else triggers.add(watched);
            return;
          }
          at = next.upTo;
        } catch (error) {
          if (isStopped) return;
          log.warn('ticks could not be looked through yet', { orderId, error: String(error) });
          await pause();
        }
      }
    })();
  }

  /** The first tick after `from` that fires it, or up to which tick there is none. */
  async function findFirst(watched: Watched, from: number): Promise<{ firedBy: TickPoint } | { upTo: number }> {
    const coin = coins.get(watched.coin)!;
    let at = from;
    while (at < coin.cursor) {
      const { ticks } = await market.tickRun(watched.coin, at, Math.min(coin.cursor, at + ticksAPage));
      if (ticks.length === 0) throw new Error(`the archive of ${watched.coin} does not show tick ${at + 1}`);
      for (const archived of ticks) {
        const tick = pointOf(archived);
        if (isFired(watched, tick)) return { firedBy: tick };
      }
      at = ticks.at(-1)![0];
    }
    return { upTo: at };
  }

  function onTicks(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      const coin = coins.get(tick.coin)!;
      if (!coin.isLive) continue;
      if (tick.sequence === coin.cursor + 1) meet(coin, tick);
      else if (tick.sequence > coin.cursor) coin.caughtUp = catchUp(tick.coin);
    }
  }

  function meet(coin: CoinWatch, tick: TickPoint): void {
    coin.cursor = tick.sequence;
    for (const watched of coin.triggers.fire(tick)) fire(watched, tick);
  }

  /** Puts every tick from the cursor to the newest one to the coin's triggers, in order. */
  async function catchUp(code: CoinCode): Promise<void> {
    const coin = coins.get(code)!;
    coin.isLive = false;
    while (!isStopped) {
      const newest = market.lastTick(code)?.sequence ?? 0;
      if (coin.cursor >= newest) break;
      try {
        const { ticks } = await market.tickRun(code, coin.cursor, Math.min(newest, coin.cursor + ticksAPage));
        for (const archived of ticks) meet(coin, pointOf(archived));
      } catch (error) {
        log.warn('ticks could not be read yet', { coin: code, error: String(error) });
        await pause();
      }
    }
    coin.isLive = true;
  }

  function fire(watched: Watched, tick: TickPoint | undefined): void {
    const { orderId } = watched;
    const fired: Fired = { watched, tick, done: Promise.resolve() };
    underWay.set(orderId, fired);
    fired.done = carryOut(fired).finally(() => {
      if (underWay.get(orderId) === fired) underWay.delete(orderId);
    });
  }

  /** Until it is committed: what a tick decided is decided, however long it takes to be carried out. */
  async function carryOut({ watched, tick }: Fired): Promise<void> {
    const { orderId, coin } = watched;
    while (!isStopped) {
      try {
        const order = await submit(watched, tick);
        // A command that changed nothing emits nothing; one that did has put the order back already.
        const isKnown = coins.get(coin)!.triggers.get(orderId) ?? lookUps.get(orderId);
        if (order.state !== 'ended' && !isKnown && !isStopped) watch(order);
        return;
      } catch (error) {
        if (isStopped) return;
        log.error('contract not advanced, it is tried again', { orderId, tick: tick?.sequence, error: String(error) });
        await pause();
      }
    }
  }

  async function submit(watched: Watched, tick: TickPoint | undefined): Promise<ContractOrder> {
    const { orderId, accountId, book, coin } = watched;
    const config = await configs.agreed(watched.configVersion);
    const { stressRate } = configs.newest();
    const exposureId = exposureIdOf({ coin, book, slice: sliceOf(accountId) });
    const common = { orderId, coin, exposureId, config, stressRate };
    const by = { accountId, book, receivedAt: clock.now() };
    if (!watched.isWaiting) return lanes.submit({ ...by, command: endPosition, input: { ...common, tick: tick! } });
    const price = (tick ?? market.lastTick(coin)!).price;
    return lanes.submit({ ...by, command: fillContract, input: { ...common, tick, price } });
  }

  /** Market orders whose time is over: what the archive says is final then. */
  function giveUpLate(): void {
    const now = clock.now();
    for (const watched of deadlines.popUpTo(now - 1)) {
      const { coin, orderId } = watched;
      const { isLive, triggers } = coins.get(coin)!;
      if (!isLive || lookUps.get(orderId)?.watched === watched) deadlines.push(now + giveUpEveryMs, watched);
      else if (triggers.get(orderId) === watched) guard(giveUpWhenFinal(watched));
    }
  }

  async function giveUpWhenFinal(watched: Watched): Promise<void> {
    const { coin, orderId, fillFrom } = watched;
    await market.finalUpTo(entryDeadline(fillFrom!));
    await coins.get(coin)!.caughtUp;
    const { triggers } = coins.get(coin)!;
    if (isStopped || triggers.get(orderId) !== watched) return;
    triggers.remove(orderId);
    fire(watched, undefined);
  }

  /** What has been missed for whatever reason; normally nothing. */
  async function sweep(): Promise<void> {
    const now = clock.now();
    const overdue = await readOverdueOrders(pool, now - sweepEveryMs - contractTiming.entryWindowMs, sweepLimit);
    for (const order of overdue) await lookAgain(order);
    const ticks = new Map<CoinCode, TickPoint>();
    for (const coin of coinCodes) {
      const tick = market.lastTick(coin);
      if (tick && coins.get(coin)!.isLive) ticks.set(coin, tick);
    }
    const prices = new Map(Array.from(ticks, ([coin, { price }]) => [coin, price]));
    for (const order of await readCrossedOrders(pool, prices, sweepLimit)) {
      if (isMissed(order, ticks.get(order.coin)!)) await lookAgain(order);
    }
  }

  const isMissed = (order: ContractOrder, tick: TickPoint): boolean => isFired(watchedOf(order), tick);

  /** A row that was read may be older than what is known here: only one that nothing is under way for is taken up. */
  async function lookAgain(order: ContractOrder): Promise<void> {
    const { orderId, coin } = order;
    const { triggers } = coins.get(coin)!;
    if (isStopped || underWay.has(orderId) || lookUps.has(orderId)) return;
    const known = triggers.get(orderId);
    if (!known) {
      log.warn('swept up a contract', { orderId });
      return watch(order);
    }
    // The row may also know of a close or of stops that were never told here; the command decides by what it is by then.
    const seen = watchedOf(order);
    const next = await findFirst(seen, sinceOf(seen));
    if (isStopped || triggers.get(orderId) !== known) return;
    if ('firedBy' in next) {
      log.warn('swept up a contract', { orderId });
      triggers.remove(orderId);
      fire(seen, next.firedBy);
    } else if (order.state === 'waiting' && order.orderType === 'market') {
      guard(giveUpWhenFinal(known));
    }
  }

  /**
   * How far a restart may trust that everything is done. Orders that are committed but not known here yet are waited for, until
   * the next turn where their events were lost; those to come will not care for ticks up to here. Then it is to before the first
   * tick that something is still under way for.
   */
  async function writeProgress(): Promise<void> {
    const progress = new Map([...coins].map(([code, { cursor }]) => [code, cursor]));
    await lanes.settledUpTo(clock.now());
    if (retelling.pending()) return;
    const hold = (coin: CoinCode, sequence: number): void =>
      void progress.set(coin, Math.min(progress.get(coin)!, sequence));
    for (const { watched, tick } of underWay.values()) hold(watched.coin, tick ? tick.sequence - 1 : sinceOf(watched));
    for (const { watched } of lookUps.values()) hold(watched.coin, sinceOf(watched));
    const changed = [...progress].filter(
      ([code, sequence]) => coins.get(code)!.triggers.size > 0 && (keptProgress.get(code) ?? 0) < sequence,
    );
    if (changed.length === 0) return;
    await keepProgress(pool, changed);
    keptProgress = new Map([...keptProgress, ...changed]);
  }

  /** What fails here is done again the next time. */
  function guard(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!isStopped) log.warn('contracts wait for the next sweep', { error: String(error) });
    });
  }

  function every(ms: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.splice(timers.indexOf(timer), 1);
      work()
        .catch((error: unknown) => isStopped || log.warn('contracts wait for the next turn', { error: String(error) }))
        .finally(() => isStopped || every(ms, work));
    }, ms);
    timers.push(timer);
  }

  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, retryPauseMs));

  async function settled(orderId: Uuid, coin: CoinCode): Promise<boolean> {
    const until = performance.now() + settleMaxMs;
    for (;;) {
      const { isLive, caughtUp } = coins.get(coin)!;
      const own = isLive ? (lookUps.get(orderId) ?? underWay.get(orderId))?.done : caughtUp;
      const pending = retelling.pending() ?? own;
      if (!pending) return true;
      if (isStopped || performance.now() > until) return false;
      await Promise.race([pending, atMost(settleMaxMs)]);
    }
  }

  /** Each coin begins where the last process knew everything to be done, or with its oldest order if that is younger. */
  async function load(): Promise<void> {
    const progress = await readProgress(pool);
    const oldest = new Map<CoinCode, number>();
    for await (const orders of readLiveOrders(pool)) {
      for (const order of orders) {
        const watched = watchedOf(order);
        coins.get(order.coin)!.triggers.add(watched);
        if (watched.isWaiting && order.orderType === 'market') deadlines.push(entryDeadline(order), watched);
        oldest.set(order.coin, Math.min(oldest.get(order.coin) ?? Infinity, sinceOf(watched)));
      }
    }
    for (const [code, coin] of coins) {
      const newest = market.lastTick(code)?.sequence ?? 0;
      coin.cursor = Math.min(newest, Math.max(progress.get(code) ?? 0, oldest.get(code) ?? newest));
    }
  }

  return {
    settled,
    async start() {
      await load();
      unsubscribe.push(bus.on('contracts.changed', watch), market.onTicks(onTicks));
      unsubscribe.push(bus.on('ledger.unheard', ({ accountId }) => retelling.tell(accountId)));
      for (const code of coinCodes) await (coins.get(code)!.caughtUp = catchUp(code));
      await Promise.race([Promise.allSettled([...underWay.values()].map(({ done }) => done)), atMost(startMaxMs)]);
      every(sweepEveryMs, sweep);
      every(progressEveryMs, writeProgress);
      every(giveUpEveryMs, async () => giveUpLate());
    },
    async stop() {
      if (!isStopped && underWay.size + lookUps.size === 0) await writeProgress().catch(() => undefined);
      isStopped = true;
      retelling.stop();
      for (const timer of timers) clearTimeout(timer);
      for (const end of unsubscribe) end();
      await Promise.allSettled([...underWay.values(), ...lookUps.values()].map(({ done }) => done));
    },
  };
}

/** Keeps no process from ending. */
const atMost = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

/** Ticks up to this one it has met: what is asked of an order is accepted when all that earlier ticks do to it is done. */
const sinceOf = ({ since, fillFrom }: Watched): number => Math.max(since, fillFrom?.acceptedSequence ?? 0);

const pointOf = ([sequence, price, , publishedAt]: ArchivedTick): TickPoint => ({
  sequence,
  price: wad(price),
  publishedAt,
});
