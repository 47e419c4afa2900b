// Swaps and the ticks that decide them: settled as ticks come or their time is over, and an SQL sweep as the net.
import type { CoinCode, Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Part } from '../kit/part.ts';
import type { Pool } from '../kit/postgres.ts';
import { WorkQueue } from '../kit/work-queue.ts';
import type { Intake } from '../ledger/intake.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { TickMarket } from '../market/market.ts';
import type { Fired } from '../market/tick-book.ts';
import { openTickProgress } from '../market/tick-progress.ts';
import { TickWatch } from '../market/watch-ticks.ts';
import { findTicks, limitTicks } from './find-ticks.ts';
import type { SwapOrder } from './order.ts';
import { settleSwap } from './settle-swap.ts';
import { readOpenOrders, readOverdueOrders } from './store.ts';
import { isFired, isNewer, mayHaveFired, SwapBook, watchedOn, watchedSwap, type WatchedSwap } from './swap-book.ts';

export interface SwapEngineParts {
  pool: Pool;
  market: TickMarket;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  intake: Intake;
  /** Of this engine. */
  epoch: number;
}

const sweepEveryMs = 2_000;
/** The sweep leaves alone what became due less than this long ago. */
const sweepGraceMs = 2_000;
const sweepLimit = 500;
const progressEveryMs = 1_000;
const accountsAtOnce = 64;

export function watchSwaps(parts: SwapEngineParts): Part {
  const { pool, market, clock, bus, intake } = parts;
  const carryOut = ([fired]: readonly Fired<WatchedSwap>[]): Promise<WatchedSwap[]> => goOn(fired!, parts);
  const watch = new TickWatch<WatchedSwap>({
    market,
    clock,
    rules: { name: 'swap', role: 'engine', openBook: () => new SwapBook(), isFired, mayHaveFired, isNewer, carryOut },
  });
  /** Accounts some of whose orders no event told. */
  const unheard = new WorkQueue<Uuid>({
    name: 'swaps-unheard',
    atOnceMax: accountsAtOnce,
    work: async ([accountId]) => void (await watch.takeUp(readWatched(pool, doneUpTo, accountId!))),
  });
  const unsubscribe: (() => void)[] = [];
  let unheardCount = 0;
  const progress = openTickProgress({
    pool,
    table: 'swap_progress',
    watch,
    clock,
    settledUpTo: (ms) => intake.settledUpTo(ms),
    isBehind: () => unheardCount > 0,
    epoch: parts.epoch,
  });
  const doneUpTo = (coin: CoinCode): number => progress.kept(coin);

  function notice(order: SwapOrder): void {
    if (order.ending) watch.remove(order.orderId);
    else watch.add(watchedSwap(order, doneUpTo));
  }

  function takeUp(accountId: Uuid): void {
    unheardCount++;
    void unheard.push(accountId).finally(() => unheardCount--);
  }

  return {
    jobs: [
      watch.job,
      createJob({ name: 'swap-sweep', role: 'engine', every: sweepEveryMs, run: () => sweep(parts, watch, doneUpTo) }),
      createJob({ name: 'swap-progress', role: 'engine', every: progressEveryMs, run: () => progress.write() }),
    ],
    async start() {
      unsubscribe.push(bus.on('swap.changed', notice));
      unsubscribe.push(bus.on('ledger.unheard', ({ accountId }) => takeUp(accountId)));
      await watch.start(readWatched(pool, doneUpTo), await progress.read());
    },
    async stop() {
      for (const end of unsubscribe) end();
      await Promise.all([unheard.stop(), watch.stop()]);
    },
  };
}

/** What this process was not told of, once its time is over. */
async function sweep(
  { pool, clock }: SwapEngineParts,
  watch: TickWatch<WatchedSwap>,
  doneUpTo: (coin: CoinCode) => number,
): Promise<void> {
  const overdue = async (): Promise<WatchedSwap[]> =>
    (await readOverdueOrders(pool, clock.now() - sweepGraceMs, sweepLimit)).map((order) =>
      watchedSwap(order, doneUpTo),
    );
  const count = await watch.sweep(overdue);
  if (count > 0) log.warn('swept up swaps', { count });
}

async function* readWatched(
  pool: Pool,
  doneUpTo: (coin: CoinCode) => number,
  accountId?: Uuid,
): AsyncGenerator<WatchedSwap[]> {
  yield (await readOpenOrders(pool, accountId)).map((order) => watchedSwap(order, doneUpTo));
}

/** What a tick or its time does to a swap; resolves with the coin that it still waits for, if any. */
async function goOn({ item: { order }, tick }: Fired<WatchedSwap>, parts: SwapEngineParts): Promise<WatchedSwap[]> {
  if (order.kind === 'limit') {
    await settle(order, limitTicks(order, tick), parts);
    return [];
  }
  const { ticks, open } = await findTicks(parts.market, order);
  if (open) return [watchedOn(order, open)];
  await settle(order, ticks, parts);
  return [];
}

async function settle(
  order: SwapOrder,
  ticks: ReturnType<typeof limitTicks>,
  { lanes, clock }: SwapEngineParts,
): Promise<void> {
  const { accountId, book } = order;
  await lanes.submit({ command: settleSwap, accountId, book, input: { order, ticks }, receivedAt: clock.now() });
}
