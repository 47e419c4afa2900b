// From ticks and time to entries and settlements: heaps find what is due, and an SQL sweep is the net under them.
import type { CoinCode, Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { DueHeap } from '../kit/due-heap.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { Market, Tick } from '../market/market.ts';
import { findEntry } from './find-entry.ts';
import type { OptionOrder } from './order.ts';
import { canEnter, entered, entryWindow, isEntryTick } from './rules.ts';
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

export function watchOrders(options: { pool: Pool; market: Market; lanes: Lanes; clock: Clock; bus: Bus }): OrderWatch {
  const { pool, market, lanes, clock, bus } = options;
  /** Orders for which no tick that was published counts, so that the next one that does is their first. */
  const waiting = new Map<CoinCode, Map<Uuid, OptionOrder>>();
  const entryDeadlines = new DueHeap<OptionOrder>();
  const expiries = new DueHeap<OptionOrder>();
  /** Orders on their way to their end, so that nothing is submitted twice in vain. */
  const underWay = new Set<Uuid>();
  const unsubscribe: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Infinity;
  let sweeper: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Readings of open orders under way, and what ended since the first of them began: their rows are older than that. */
  let readings = 0;
  const endedMeanwhile = new Set<Uuid>();

  function watch(order: OptionOrder): void {
    if (order.ending) {
      if (readings > 0) endedMeanwhile.add(order.orderId);
      return;
    }
    const newest = market.lastTick(order.coin);
    if (order.expiresAt !== null) {
      expiries.push(order.expiresAt, order);
    } else if (newest && isEntryTick(order, newest)) {
      guard(lookUpEntry(order));
    } else {
      const ofCoin = waiting.get(order.coin) ?? new Map<Uuid, OptionOrder>();
      waiting.set(order.coin, ofCoin.set(order.orderId, order));
      entryDeadlines.push(entryWindow(order.receivedAt).to, order);
    }
    wake();
  }

  const isWaiting = ({ coin, orderId }: OptionOrder): boolean => waiting.get(coin)?.has(orderId) ?? false;

  /** The first tick that counts either is the entry or, when it comes too late, proves that there is none. */
  function onTicks(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      const ofCoin = waiting.get(tick.coin);
      if (!ofCoin) continue;
      for (const order of ofCoin.values()) {
        if (!isEntryTick(order, tick)) continue;
        ofCoin.delete(order.orderId);
        goOn(order, canEnter(order, tick) ? tick : undefined);
      }
    }
  }

  function goOn(order: OptionOrder, entry: Tick | undefined): void {
    if (entry) bus.emit('options.changed', entered(order, entry));
    else settle(order, undefined);
  }

  /** For an order that is late itself: ticks that count were published before. */
  async function lookUpEntry(order: OptionOrder): Promise<void> {
    underWay.add(order.orderId);
    const entry = await findEntry(market, order).finally(() => underWay.delete(order.orderId));
    if (!isStopped) goOn(order, entry);
  }

  /** For an order whose time to get one is over. */
  async function giveUpEntry(order: OptionOrder): Promise<void> {
    await market.finalUpTo(entryWindow(order.receivedAt).to);
    const entry = await findEntry(market, order);
    if (!isStopped && waiting.get(order.coin)?.delete(order.orderId)) goOn(order, entry);
  }

  async function settleAll(due: readonly OptionOrder[]): Promise<void> {
    for (const { orderId } of due) underWay.add(orderId);
    let settled = 0;
    try {
      const latest = due.at(-1)!.expiresAt!;
      if (!market.isFinalUpTo(latest)) await market.finalUpTo(latest);
      for (; settled < due.length && !isStopped; settled++) {
        const order = due[settled]!;
        const recent = market.recentTickUpTo(order.coin, order.expiresAt!);
        const exit = recent === 'unknown' ? await market.lastTickUpTo(order.coin, order.expiresAt!) : recent;
        if (!isStopped) settle(order, exit);
      }
    } finally {
      for (const { orderId } of due.slice(settled)) underWay.delete(orderId);
    }
  }

  function settle({ accountId, book, orderId, entry }: OptionOrder, exit: Tick | undefined): void {
    underWay.add(orderId);
    const input = { orderId, entry, exit };
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
      if (isWaiting(order)) guard(giveUpEntry(order));
    }
    wake();
  }

  /** One that waits for its expiry is watched twice then, and ends once all the same. Returns how many there were. */
  async function takeUp(read: () => Promise<OptionOrder[]>): Promise<number> {
    readings++;
    try {
      const open = await read();
      const missed = open.filter(
        (order) => !endedMeanwhile.has(order.orderId) && !underWay.has(order.orderId) && !isWaiting(order),
      );
      missed.forEach(watch);
      return missed.length;
    } finally {
      if (--readings === 0) endedMeanwhile.clear();
    }
  }

  /** What this process was not told of, once it is over whatever its entry was. */
  async function sweep(): Promise<void> {
    const count = await takeUp(() => readOverdueOrders(pool, clock.now() - sweepGraceMs, sweepLimit));
    if (count > 0) log.warn('swept up option orders', { count });
  }

  /** What fails here is found again by the next sweep. */
  function guard(work: Promise<unknown>): void {
    work.catch((error: unknown) => log.warn('option orders wait for the next sweep', { error: String(error) }));
  }

  return {
    async start() {
      unsubscribe.push(bus.on('options.changed', watch), market.onTicks(onTicks));
      unsubscribe.push(
        bus.on('ledger.unheard', ({ accountId }) => guard(takeUp(() => readOpenOrders(pool, accountId)))),
      );
      await takeUp(() => readOpenOrders(pool));
      sweeper = setInterval(() => guard(sweep()), sweepEveryMs);
    },
    async stop() {
      isStopped = true;
      clearInterval(sweeper);
      clearTimeout(timer);
      for (const end of unsubscribe) end();
    },
  };
}
