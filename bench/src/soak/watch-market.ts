// Whether the market was seen to be degraded and live again, from outside, as a screen would see it.
import { setTimeout as sleep } from 'node:timers/promises';
import { getMarketStatus } from '@candor/wire';
import type { Client, CoinCode } from '@candor/wire';

export interface MarketChanges {
  /** How often a coin went from live to degraded. */
  degraded: number;
  /** And back. */
  recovered: number;
  stillDegraded: string[];
}

const everyMs = 250;
const liveWithinMs = 30_000;

/** Resolves once all these coins are live for the first time. */
export async function watchMarket(client: Client, coins: readonly CoinCode[]): Promise<{ stop(): MarketChanges }> {
  const states = new Map<string, string>();
  const changes = { degraded: 0, recovered: 0 };
  let isStopped = false;

  async function look(): Promise<void> {
    const status = await client.call(getMarketStatus, {}, { signal: AbortSignal.timeout(5_000) });
    for (const { coin, state } of status.ok ? status.data.coins : []) {
      if (!(coins as readonly string[]).includes(coin)) continue;
      const before = states.get(coin);
      states.set(coin, state);
      if (before === 'live' && state !== 'live') changes.degraded++;
      if (before !== undefined && before !== 'live' && state === 'live' && wasLive.has(coin)) changes.recovered++;
      if (state === 'live') wasLive.add(coin);
    }
  }
  const wasLive = new Set<string>();

  const deadline = performance.now() + liveWithinMs;
  while (wasLive.size < coins.length) {
    await look();
    if (performance.now() > deadline) throw new Error(`Only ${[...wasLive].join(', ') || 'no coin'} went live.`);
    await sleep(everyMs);
  }
  void (async () => {
    while (!isStopped) {
      await look();
      await sleep(everyMs);
    }
  })();
  return {
    stop() {
      isStopped = true;
      const stillDegraded = [...states]
        .filter(([, state]) => state !== 'live')
        .map(([coin, state]) => `${coin} is ${state}`);
      return { ...changes, stillDegraded };
    },
  };
}
