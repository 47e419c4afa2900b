import { getMarketSummary } from '@candor/wire';
import type { CoinCode, MarketSummary } from '@candor/wire';
import { useRead } from './use-read.ts';

/** All markets at a glance. Volumes and sparklines move slowly; prices come by the socket. */
export const useMarketSummary = () =>
  useRead(getMarketSummary, {}, { freshMs: 60_000, everyMs: 300_000, isStored: true });

/** Of one market what was answered last, on this page or before it, without asking for it. */
export const useKnownSummary = (coin: CoinCode): MarketSummary['coins'][number] | undefined =>
  useRead(getMarketSummary, {}, { isEnabled: false, isStored: true }).data?.coins.find((one) => one.coin === coin);
