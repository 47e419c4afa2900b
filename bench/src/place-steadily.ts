// Orders at a fixed rate, whether or not the earlier ones are answered; how long each waited for its acknowledgement.
import { setTimeout as pause } from 'node:timers/promises';
import { coinCodes } from '@candor/wire';
import { openConfigs } from '../../server/src/options/configs.ts';
import type { Engine } from './open-engine.ts';
import { drawFrom, drawStake, mixConfigId } from './order-mix.ts';
import { progress } from './own-processes.ts';
import { newPlacing } from './place-in-process.ts';

export interface SteadyPlan {
  perSecond: number;
  warmUpMs: number;
  measureMs: number;
  onMeasure: (isMeasured: boolean) => void;
}

export async function placeSteadily(engine: Engine, plan: SteadyPlan): Promise<number[]> {
  const { clock, lanes, market, accountIds } = engine;
  const configs = openConfigs(engine.pool);
  await configs.load();
  const config = configs.offer(mixConfigId)!;
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();
  let isMeasured = false;
  let failure: unknown;

  async function place(): Promise<void> {
    const coin = drawFrom(coinCodes);
    const order = {
      accountId: drawFrom(accountIds),
      coin,
      stake: drawStake(),
      acceptedSequence: market.lastTick(coin)!.sequence,
    };
    const countsToo = isMeasured;
    const startedAt = performance.now();
    await lanes.submit(newPlacing({ clock, config }, order));
    if (countsToo) latencies.push(performance.now() - startedAt);
  }

  progress(`placing ${plan.perSecond} options a second for ${plan.measureMs / 1000} s`);
  const startedAt = performance.now();
  let placed = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * plan.perSecond;
    for (; placed < due; placed++) {
      const placing: Promise<void> = place()
        .catch((error: unknown) => void (failure ??= error))
        .finally(() => underWay.delete(placing));
      underWay.add(placing);
    }
  }, 1);
  await pause(plan.warmUpMs);
  plan.onMeasure((isMeasured = true));
  await pause(plan.measureMs);
  plan.onMeasure((isMeasured = false));
  clearInterval(timer);
  await Promise.all(underWay);
  if (failure) throw failure as Error;
  return latencies;
}
