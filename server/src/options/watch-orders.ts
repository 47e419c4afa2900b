// From ticks and time to fills and settlements: heaps find what is due, and an SQL sweep is the net under them.
import { optionTiming, type CoinCode, type Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { DueHeap } from '../kit/due-heap.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { Market, Tick } from '../market/market.ts';
import { openFills } from './fill-orders.ts';
import type { OptionOrder } from './order.ts';
import { entryWindow, isEntryTick } from './rules.ts';
import { settleOptionsOrder } from './settle-order.ts';
import { readOpenOrders, readOverdueOrders } from './store.ts';

export interface OrderWatch {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const sweepEveryMs = 2_000;
/** The sweep leaves to the heaps what became due less than this long ago. */
const sweepGraceMs = 2_000;
const sweepLimit = 2_000;
/** How long after its receipt an order may still appear, while the database is away. */
const lateMs = 60_000;

export function watchOrders(options: {
  databaseUrl: string;
  pool: Pool;
  market: Market;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
}): OrderWatch {
  const { pool, market, lanes, clock, bus } = options;
  const fills = openFills({ databaseUrl: options.databaseUrl, onDone: onFilled });
  const waiting = new Map<CoinCode, Map<Uuid, OptionOrder>>();
  const entryDeadlines = new DueHeap<OptionOrder>();
  const expiries = new DueHeap<OptionOrder>();
  /** Orders with a command on its way, so that nothing is submitted twice in vain. */
  const underWay = new Set<Uuid>();
  const unsubscribe: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Infinity;
  let sweeper: NodeJS.Timeout | undefined;
  /** Orders received before it have their entries. */
  let enteredBefore = 0;
  let isStopped = false;

  function watch(order: OptionOrder): void {
    if (order.ending) return;
    if (order.expiresAt !== null) {
      expiries.push(order.expiresAt, order);
    } else {
      const ofCoin = waiting.get(order.coin) ?? new Map<Uuid, OptionOrder>();
      waiting.set(order.coin, ofCoin.set(order.orderId, order));
      entryDeadlines.push(entryWindow(order.receivedAt).to, order);
      const newest = market.lastTick(order.coin);
      if (newest && isEntryTick(order, newest)) guard(lookUpEntry(order));
    }
    wake();
  }

  function onTicks(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      for (const order of waiting.get(tick.coin)?.values() ?? []) {
        if (isEntryTick(order, tick)) enter(order, tick);
      }
    }
  }

  /** The first tick that counts either is the entry or, when it comes too late, proves that there is none. */
  function enter(order: OptionOrder, tick: Tick): void {
    waiting.get(order.coin)?.delete(order.orderId);
    if (tick.publishedAt > entryWindow(order.receivedAt).to) {
      settle(order, undefined);
    } else if (!underWay.has(order.orderId)) {
      fills.fill(order, tick);
      underWay.add(order.orderId);
    }
  }

  function onFilled(order: OptionOrder, isWritten: boolean): void {
    underWay.delete(order.orderId);
    if (isWritten) bus.emit('options.changed', order);
  }

  async function lookUpEntry(order: OptionOrder): Promise<void> {
    const { from, to } = entryWindow(order.receivedAt);
    const tick = await market.firstTickFrom(order.coin, order.acceptedSequence, from);
    if (isStopped || underWay.has(order.orderId)) return;
    if (tick) return enter(order, tick);
    if (clock.now() <= to) return;
    await market.finalUpTo(to);
    const late = await market.firstTickFrom(order.coin, order.acceptedSequence, from);
    if (isStopped || underWay.has(order.orderId)) return;
    if (late) return enter(order, late);
    waiting.get(order.coin)?.delete(order.orderId);
    settle(order, undefined);
  }

  async function settleAll(due: readonly OptionOrder[]): Promise<void> {
    const latest = due.at(-1)!.expiresAt!;
    if (!market.isFinalUpTo(latest)) await market.finalUpTo(latest);
    for (const order of due) {
      if (isStopped) return;
      const exit = market.recentTickUpTo(order.coin, order.expiresAt!);
      if (exit === 'unknown') await settleFromArchive(order);
      else settle(order, exit);
    }
  }

  async function settleFromArchive(order: OptionOrder): Promise<void> {
    const exit = await market.lastTickUpTo(order.coin, order.expiresAt!);
    if (!isStopped) settle(order, exit);
  }

  function settle(order: OptionOrder, exit: Tick | undefined): void {
    const { accountId, book, orderId } = order;
    if (underWay.has(orderId)) return;
    underWay.add(orderId);
    const input = { orderId, exit };
    lanes
      .submit({ command: settleOptionsOrder, accountId, book, input, receivedAt: clock.now() })
      .catch((error: unknown) => log.error('option order not settled', { orderId, error: String(error) }))
      .finally(() => underWay.delete(orderId));
  }

  function wake(): void {
    const at = Math.min(expiries.nextAt(), entryDeadlines.nextAt());
    if (isStopped || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(onTimer, Math.min(Math.max(0, Math.ceil(at - clock.now())), 60_000));
  }

  function onTimer(): void {
    timerAt = Infinity;
    const now = clock.now();
    const due = expiries.popUpTo(now).filter((order) => !underWay.has(order.orderId));
    if (due.length > 0) guard(settleAll(due));
    for (const order of entryDeadlines.popUpTo(now - 1)) {
      if (waiting.get(order.coin)?.has(order.orderId)) guard(lookUpEntry(order));
    }
    wake();
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    const waitingSince = now - sweepGraceMs - optionTiming.entryWindowMs;
    const overdue = await readOverdueOrders(pool, {
      waitingFrom: enteredBefore,
      waitingSince,
      expiredBefore: now - sweepGraceMs,
      limit: sweepLimit,
    });
    if (overdue.every((order) => order.expiresAt !== null)) enteredBefore = waitingSince - lateMs;
    const missed = overdue.filter((order) => !underWay.has(order.orderId));
    if (missed.length > 0) log.warn('swept up option orders', { count: missed.length });
    await Promise.all(missed.filter((order) => order.expiresAt === null).map(lookUpEntry));
    const expired = missed.filter((order) => order.expiresAt !== null);
    if (expired.length > 0) await settleAll(expired.toSorted((left, right) => left.expiresAt! - right.expiresAt!));
  }

  /** What fails here is found again by the next sweep. */
  function guard(work: Promise<void>): void {
    work.catch((error: unknown) => log.warn('option orders wait for the next sweep', { error: String(error) }));
  }

  return {
    async start() {
      unsubscribe.push(bus.on('options.changed', watch), market.onTicks(onTicks));
      for (const order of await readOpenOrders(pool)) watch(order);
      sweeper = setInterval(() => guard(sweep()), sweepEveryMs);
    },
    async stop() {
      isStopped = true;
      clearInterval(sweeper);
      clearTimeout(timer);
      for (const end of unsubscribe) end();
      await fills.stop();
    },
  };
}
