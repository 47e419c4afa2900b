import { getMarketSummary } from '@candor/wire';
import { useRead } from './use-read.ts';

/** All markets at a glance. Volumes and sparklines move slowly; prices come by the socket. */
export const useMarketSummary = () => useRead(getMarketSummary, {}, { freshMs: 60_000, everyMs: 300_000 });
