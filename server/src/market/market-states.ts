// Whether each coin can be traded on, and who is told when that changes.
import { coinCodes } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import { steadyClock, type Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { MarketState, Tick } from './market.ts';
import { haltedCoins } from './store.ts';
import type { TickMemory } from './archive/tick-memory.ts';

declare module '../kit/bus.ts' {
  interface Events {
    'market.state': { coin: CoinCode; state: MarketState };
  }
}

/** Without a tick for this long a market is degraded. */
export const tickAgeMaxMs = 3_000;
/** A market is also degraded if its last tick is further in the future: our clock was set back, or is behind the engine's clock. */
const tickAheadMaxMs = 1_000;

export interface MarketStates {
  jobs: Job[];
  of: (coin: CoinCode) => MarketState;
  load(): Promise<void>;
  /** Notes ticks that have just been published, and publishes the states that change. */
  noteTicks: (ticks: readonly Tick[]) => void;
  /** Replaces the list of held coins; these are degraded until the next call. */
  hold: (coins: readonly CoinCode[]) => void;
}

export interface MarketStatesOptions {
  pool: Pool;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  memory: TickMemory;
  /** Replaced in tests. */
  steady?: Clock;
}

const checkMs = 250;
/** A halt stops orders within a second, in every process. */
const haltsMs = 400;

export function createMarketStates(options: MarketStatesOptions): MarketStates {
  const { pool, clock, bus, hub, memory, steady = steadyClock } = options;
  const told = new Map<CoinCode, MarketState>(coinCodes.map((coin) => [coin, 'degraded']));
  /** When the last tick of a coin arrived, by the steady clock: without ticks no market stays live, whatever the system time is. */
  const heardAt = new Map<CoinCode, number>();
  let halted = new Set<string>();
  let held = new Set<CoinCode>();

  function of(coin: CoinCode): MarketState {
    if (halted.has(coin)) return 'halted';
    const last = memory.last(coin);
    if (last === undefined || held.has(coin)) return 'degraded';
    const ageMs = clock.now() - last.publishedAt;
    const isHeard = steady.now() - (heardAt.get(coin) ?? steady.now()) <= tickAgeMaxMs;
    return isHeard && ageMs <= tickAgeMaxMs && ageMs >= -tickAheadMaxMs ? 'live' : 'degraded';
  }

  function check(): void {
    const changed = coinCodes.map((coin) => ({ coin, state: of(coin) })).filter(({ coin, state }) => told.get(coin) !== state); // oxfmt-ignore
    for (const [state, coins] of Map.groupBy(changed, (each) => each.state))
      log.info(`markets ${state}`, {
        count: coins.length,
        ...(coins.length < coinCodes.length && { coins: coins.map(({ coin }) => coin).join(' ') }),
      });
    for (const { coin, state } of changed) {
      told.set(coin, state);
      bus.emit('market.state', { coin, state });
      hub.notify('home', () => ({ action: 'market', notify: { coin, state } }));
    }
  }

  async function load(): Promise<void> {
    halted = await haltedCoins(pool);
    check();
  }

  return {
    jobs: [
      createJob({ name: 'market-states', role: 'web', every: checkMs, run: check }),
      createJob({ name: 'market-halts', role: 'web', every: haltsMs, isShared: true, run: load }),
    ],
    of,
    load,
    noteTicks(ticks) {
      for (const { coin } of ticks) heardAt.set(coin, steady.now());
      check();
    },
    hold(coins) {
      held = new Set(coins);
      check();
    },
  };
}
