// Test coins of the demo: the development chain of a network pays them, so many times a day to an account.
import { superviseDevChain, type BaseUnits, type NetworkName } from '@candor/chain';
import { testCoinsDailyLimit, type AssetCode, type Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { countSince } from './store.ts';

export interface AskedTestCoins {
  accountId: Uuid;
  network: NetworkName;
  asset: AssetCode;
  address: string;
  units: BaseUnits;
}

const dayMs = 86_400_000;
/** A chain that is being installed is not waited for any longer: the customer asks again. */
const openWithinMs = 20_000;

export function testCoinSender({
  pool,
  clock,
  devDirectory,
}: {
  pool: Pool;
  clock: Clock;
  devDirectory: string | undefined;
}) {
  /** Times of sends since this engine started, by account and network. A transaction on its way has no row yet. */
  const sentAt = new Map<string, number[]>();
  return async ({ accountId, network, asset, address, units }: AskedTestCoins): Promise<{ txid: string }> => {
    if (devDirectory === undefined) return refuse('network-off', { reason: 'not-set-up' });
    const key = `${accountId} ${network}`;
    const since = clock.now() - dayMs;
    const sent = (sentAt.get(key) ?? []).filter((at) => at > since);
    sentAt.set(key, [...sent, clock.now()]);
    const seen = await countSince(pool, { accountId, network, since });
    if (Math.max(seen, sent.length) >= testCoinsDailyLimit)
      refuse('test-coins-limit', { limit: String(testCoinsDailyLimit) });
    const opening = superviseDevChain(devDirectory, network).open();
    const chain = await Promise.race([opening, late(openWithinMs)]).catch(() => {
      sentAt.get(key)?.pop();
      return refuse('network-off', { reason: 'no-node' });
    });
    return { txid: await chain.send({ asset, to: address, units }) };
  };
}

const late = (ms: number): Promise<never> =>
  new Promise((_, reject) => {
    const signal = AbortSignal.timeout(ms);
    signal.addEventListener('abort', () => reject(new Error('the chain is not open yet')), { once: true });
  });
