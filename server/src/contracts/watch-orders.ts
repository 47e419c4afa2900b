// Contracts and the ticks that decide them: what a tick or its time fires becomes a command, and an SQL sweep is the net under it all.
import { coinCodes, contractTiming, type CoinCode, type Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Part } from '../kit/part.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Intake } from '../ledger/intake.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { sliceOf } from '../ledger/slices.ts';
import type { TickMarket } from '../market/market.ts';
import type { Fired } from '../market/tick-book.ts';
import { openTickProgress } from '../market/tick-progress.ts';
import { TickWatch } from '../market/watch-ticks.ts';
import type { Configs } from './configs.ts';
import { endPosition } from './end-position.ts';
import { fillContract } from './fill-order.ts';
import { exposureIdOf } from './house-limit.ts';
import type { ContractOrder } from './order.ts';
import { readCrossedOrders, readLiveOrders, readOverdueOrders } from './read-store.ts';
import { openRetelling } from './retell.ts';
import { isFired, TriggerBook, watchedOf, type LiveOrder, type Watched } from './trigger-book.ts';

export interface OrderWatch extends Part {
  /** Resolves when nothing that a tick published so far does to this order is still on its way; false when it takes too long. */
  settled(orderId: Uuid, coin: CoinCode): Promise<boolean>;
}

export interface WatchParts {
  pool: Pool;
  market: TickMarket;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  configs: Configs;
  intake: Intake;
  /** Of this engine. */
  epoch: number;
}

const sweepEveryMs = 2_000;
const progressEveryMs = 1_000;
const settleMaxMs = 2_000;
const startMaxMs = 10_000;
const sweepLimit = 500;

export function watchOrders(parts: WatchParts): OrderWatch {
  const { pool, market, lanes, clock, bus, intake } = parts;
  const carryOut = async ([fired]: readonly Fired<Watched>[]): Promise<Watched[]> => {
    const order = await submit(parts, fired!);
    return order.state === 'ended' ? [] : [watchedOf(order)];
  };
  const watch = new TickWatch<Watched>({
    market,
    clock,
    rules: { name: 'contract', role: 'engine', openBook: () => new TriggerBook(), isFired, carryOut },
  });
  const retelling = openRetelling({ pool, lanes, clock });
  const progress = openTickProgress({
    pool,
    table: 'contract_progress',
    watch,
    clock,
    settledUpTo: (ms) => intake.settledUpTo(ms),
    isBehind: () => retelling.pending() !== undefined,
    epoch: parts.epoch,
  });
  const unsubscribe: (() => void)[] = [];
  let isStopped = false;

  /** What happened to the order counts from now on. */
  function notice(order: LiveOrder): void {
    if (order.state === 'ended') watch.remove(order.orderId, order.coin);
    else watch.add(watchedOf(order));
  }

  const pending = (orderId: Uuid, coin: CoinCode): Promise<unknown> | undefined =>
    retelling.pending() ?? watch.pending(orderId, coin);

  return {
    settled: (orderId, coin) =>
      isSettled(
        () => pending(orderId, coin),
        () => isStopped,
      ),
    jobs: [
      watch.job,
      createJob({ name: 'contract-sweep', role: 'engine', every: sweepEveryMs, run: () => sweep(parts, watch) }),
      createJob({ name: 'contract-progress', role: 'engine', every: progressEveryMs, run: () => progress.write() }),
    ],
    async start() {
      unsubscribe.push(bus.on('contracts.changed', notice));
      unsubscribe.push(bus.on('contracts.placed', (order) => watch.offer(watchedOf(order))));
      unsubscribe.push(bus.on('ledger.unheard', ({ accountId }) => retelling.tell(accountId)));
      await watch.start(readWatched(pool), await progress.read());
      await Promise.race([watch.allPending(), atMost(startMaxMs)]);
    },
    async stop() {
      if (!isStopped && !watch.allPending()) await progress.write().catch(() => undefined);
      isStopped = true;
      for (const end of unsubscribe) end();
      await Promise.all([retelling.stop(), watch.stop()]);
    },
  };
}

async function isSettled(pending: () => Promise<unknown> | undefined, isStopped: () => boolean): Promise<boolean> {
  const until = performance.now() + settleMaxMs;
  for (let next = pending(); next; next = pending()) {
    if (isStopped() || performance.now() > until) return false;
    await Promise.race([next, atMost(settleMaxMs)]);
  }
  return true;
}

async function* readWatched(pool: Pool): AsyncGenerator<Watched[]> {
  for await (const orders of readLiveOrders(pool)) yield orders.map(watchedOf);
}

async function submit(
  { lanes, clock, configs, market }: WatchParts,
  { item, tick }: Fired<Watched>,
): Promise<ContractOrder> {
  const { id: orderId, accountId, book, coin } = item;
  const config = await configs.agreed(item.configVersion);
  const { stressRate } = configs.newest();
  const exposureId = exposureIdOf({ coin, book, slice: sliceOf(accountId) });
  const common = { orderId, accountId, coin, exposureId, config, stressRate };
  const by = { accountId, book, receivedAt: clock.now() };
  if (!item.isWaiting) return lanes.submit({ ...by, command: endPosition, input: { ...common, tick: tick! } });
  const price = (tick ?? market.lastTick(coin)!).price;
  return lanes.submit({ ...by, command: fillContract, input: { ...common, tick, price } });
}

/** What has been missed for whatever reason, which is normally nothing: by time, and by the price that each coin has met last. */
async function sweep({ pool, clock }: WatchParts, watch: TickWatch<Watched>): Promise<void> {
  const now = clock.now() - sweepEveryMs;
  const waitingSince = now - contractTiming.entryWindowMs;
  const ticks = new Map(coinCodes.flatMap((coin) => watch.metTick(coin) ?? []).map((tick) => [tick.coin, tick]));
  const prices = new Map(Array.from(ticks, ([coin, { price }]) => [coin, price]));
  // A row may also know of a close or of stops that were never told here; the command decides by what it is by then.
  const overdue = async (): Promise<Watched[]> =>
    (await readOverdueOrders(pool, { waitingSince, now }, sweepLimit)).map(watchedOf);
  const crossed = async (): Promise<Watched[]> =>
    (await readCrossedOrders(pool, prices, sweepLimit))
      .map(watchedOf)
      .filter((watched) => isFired(watched, ticks.get(watched.coin)!));
  for (const read of [overdue, crossed]) {
    const count = await watch.sweep(read);
    if (count > 0) log.warn('swept up contracts', { count });
  }
}

/** Keeps no process from ending. */
const atMost = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());
