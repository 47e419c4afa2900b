// Options and the ticks that decide them: entries as they come, settlements when their time has come, and an SQL sweep as the net.
import type { Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Part } from '../kit/part.ts';
import type { Pool } from '../kit/postgres.ts';
import { WorkQueue } from '../kit/work-queue.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { TickPoint } from '../market/archive/tick-point.ts';
import type { TickMarket } from '../market/market.ts';
import type { Fired } from '../market/tick-book.ts';
import { TickWatch } from '../market/watch-ticks.ts';
import { findEntry } from './find-entry.ts';
import { findLateExit } from './find-exit.ts';
import type { OptionOrder } from './order.ts';
import { exitingOrder, isFired, mayHaveFired, OrderBook, watchedOrder, type WatchedOrder } from './order-book.ts';
import { canEnter, entered, exitRuleOf } from './rules.ts';
import { settleOptionsOrder } from './settle-order.ts';
import { readOpenOrders, readOverdueOrders } from './store.ts';

interface WatchParts {
  pool: Pool;
  market: TickMarket;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
}

const sweepEveryMs = 2_000;
/** The sweep leaves alone what became due less than this long ago. */
const sweepGraceMs = 2_000;
const sweepLimit = 2_000;
const accountsAtOnce = 64;

export function watchOrders(parts: WatchParts): Part {
  const { pool, market, clock, bus } = parts;
  const carryOut = ([fired]: readonly Fired<WatchedOrder>[]): Promise<WatchedOrder[]> => goOn(fired!, parts);
  const watch = new TickWatch<WatchedOrder>({
    market,
    clock,
    rules: { name: 'option', role: 'engine', openBook: () => new OrderBook(), isFired, mayHaveFired, carryOut },
  });
  /** Accounts some of whose orders no event told. */
  const unheard = new WorkQueue<Uuid>({
    name: 'options-unheard',
    atOnceMax: accountsAtOnce,
    work: async ([accountId]) => void (await watch.takeUp(readWatched(pool, accountId!))),
  });
  const unsubscribe: (() => void)[] = [];

  function notice(order: OptionOrder): void {
    if (order.ending) watch.remove(order.orderId, order.coin);
    else watch.add(watchedOrder(order));
  }

  /** What this process was not told of, once it is over whatever its entry was. */
  async function sweep(): Promise<void> {
    const overdue = async (): Promise<WatchedOrder[]> =>
      (await readOverdueOrders(pool, clock.now() - sweepGraceMs, sweepLimit)).map(watchedOrder);
    const count = await watch.sweep(overdue);
    if (count > 0) log.warn('swept up option orders', { count });
  }

  return {
    jobs: [watch.job, createJob({ name: 'option-sweep', role: 'engine', every: sweepEveryMs, run: sweep })],
    async start() {
      unsubscribe.push(bus.on('options.placed', notice));
      unsubscribe.push(bus.on('options.changed', notice));
      unsubscribe.push(bus.on('ledger.unheard', ({ accountId }) => void unheard.push(accountId)));
      await watch.start(readWatched(pool));
    },
    async stop() {
      for (const end of unsubscribe) end();
      await Promise.all([unheard.stop(), watch.stop()]);
    },
  };
}

async function* readWatched(pool: Pool, accountId?: Uuid): AsyncGenerator<WatchedOrder[]> {
  yield (await readOpenOrders(pool, accountId)).map(watchedOrder);
}

/** What a tick or its time does to an order; resolves with what it waits for then, unless an event has said so already. */
async function goOn({ item: { order, stage }, tick }: Fired<WatchedOrder>, parts: WatchParts): Promise<WatchedOrder[]> {
  const { market, bus } = parts;
  switch (stage) {
    case 'entering': {
      const entry = tick ? inTime(order, tick) : await findEntry(market, order);
      if (entry) bus.emit('options.changed', entered(order, entry));
      else await settle(order, undefined, parts);
      return [];
    }
    case 'running':
      return settleByLast(order, parts);
    case 'exiting':
      await settle(order, await findLateExit(market, order), parts);
      return [];
  }
}

const inTime = (order: OptionOrder, tick: TickPoint): TickPoint | undefined =>
  canEnter(order, tick) ? tick : undefined;

/** With the last tick up to expiry. */
async function settleByLast(order: OptionOrder, parts: WatchParts): Promise<WatchedOrder[]> {
  const { market } = parts;
  const recent = market.recentTickUpTo(order.coin, order.expiresAt!);
  const last = recent === 'unknown' ? await market.lastTickUpTo(order.coin, order.expiresAt!) : recent;
  const isExit = last && exitRuleOf(last, order) !== undefined;
  if (!isExit && order.exitWaitMs > 0) return [exitingOrder(order, last ?? order.entry!)];
  await settle(order, isExit ? last : undefined, parts);
  return [];
}

async function settle(order: OptionOrder, exit: TickPoint | undefined, { lanes, clock }: WatchParts): Promise<void> {
  const { accountId, book, orderId, entry } = order;
  const input = { orderId, entry, exit };
  await lanes.submit({ command: settleOptionsOrder, accountId, book, input, receivedAt: clock.now() });
}
