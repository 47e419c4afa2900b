// What everybody may know of a server: GET /status.
import { coinCodes } from '@candor/wire';
import { readTestChains } from './deposits/test-chains.ts';
import type { Pool } from './kit/postgres.ts';
import type { Market } from './market/market.ts';

export const publicStatus =
  ({
    version,
    mode,
    market,
    pool,
  }: {
    version: string;
    mode: 'demo' | 'production';
    market: Pick<Market, 'source' | 'state'>;
    pool: Pool;
  }) =>
  async () => ({
    version,
    mode,
    market: market.source,
    live: coinCodes.some((coin) => market.state(coin) === 'live'),
    ...(mode === 'demo' ? { chains: await readTestChains(pool) } : {}),
  });
