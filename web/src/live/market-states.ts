// Whether each coin can be traded on, and where prices come from: asked once a connection, then pushed. Where they came from
// last time is said until it is known again.
import { coinOfCode, getMarketStatus } from '@candor/wire';
import type { MarketSymbol } from '@candor/wire';
import { call } from '../session/session.ts';
import { storedText, storeText } from '../device/stored-text.ts';
import { createLiveStore } from './frame.ts';
import { useLive } from './use-live.ts';

export type MarketState = 'live' | 'degraded' | 'halted';
export interface Market {
  source: 'htx' | 'simulated' | undefined;
  states: Readonly<Partial<Record<MarketSymbol, MarketState>>>;
}

const storageName = 'candor.source';
const sources: readonly string[] = ['htx', 'simulated'] satisfies Market['source'][];
const isSource = (text: string | null): text is NonNullable<Market['source']> =>
  text !== null && sources.includes(text);
const told = storedText(storageName);
const market = createLiveStore<Market>({ source: isSource(told) ? told : undefined, states: {} });

export const useMarket = (): Market => useLive(market);
/** Undefined until the server has said it. */
export const useMarketState = (symbol: MarketSymbol): MarketState | undefined => useLive(market).states[symbol];

export function noteMarketState(coin: string, state: MarketState): void {
  const symbol = coinOfCode(coin)?.symbol;
  const now = market.get();
  if (symbol !== undefined) market.set({ ...now, states: { ...now.states, [symbol]: state } });
}

const againMs = 3_000;
let retry: ReturnType<typeof setTimeout> | undefined;

export async function readMarketStates(): Promise<void> {
  const outcome = await call(getMarketStatus, {});
  if (!outcome.ok) {
    clearTimeout(retry);
    retry = setTimeout(() => void readMarketStates(), againMs);
    return;
  }
  const states: Partial<Record<MarketSymbol, MarketState>> = {};
  for (const { coin, state } of outcome.data.coins) {
    const symbol = coinOfCode(coin)?.symbol;
    if (symbol !== undefined) states[symbol] = state;
  }
  market.set({ source: outcome.data.source, states });
  storeText(storageName, outcome.data.source);
}
