// What the rest of the server may know of the market: published ticks, and whether prices can be traded on.
import type { CoinCode, TickRun, Wad } from '@candor/wire';

/** A price that was stored in the archive and then published. */
export interface Tick {
  coin: CoinCode;
  /** From 1, without gaps, per coin. */
  sequence: number;
  price: Wad;
  /** When the source saw it, ms. */
  sourceAt: number;
  /** When it was written to the archive, ms; never decreases, the same for all coins of one flush. */
  publishedAt: number;
  /** What it was made of, e.g. `htx`. */
  inputs: string;
  /** Head of the coin's hash chain after this tick, hex. */
  hash: string;
}

/** degraded: no tick for 3 s. halted: stopped publicly. New orders need live. */
export type MarketState = 'live' | 'degraded' | 'halted';
export type MarketSource = 'htx' | 'simulated';

/** Published ticks, and what is sure about them: what decides orders needs no more. */
export interface TickMarket {
  /** Which source prices come from; decided once at start. */
  source: MarketSource;
  /** The newest published tick, also after a restart; undefined if the coin never had one. */
  lastTick(coin: CoinCode): Tick | undefined;
  /** Called once a flush with the ticks just published, in order. Returns the function that unsubscribes. */
  onTicks(listener: (ticks: readonly Tick[]) => void): () => void;
  /**
   * Resolves when every tick with publishedAt <= atMs that can ever exist is stored and published; `atMs` must not lie in
   * the future. From then on a tick published later has publishedAt > atMs. Usually resolves at once.
   */
  finalUpTo: (atMs: number) => Promise<void>;
  /** Synchronous form: true if finalUpTo(atMs) would resolve at once. */
  isFinalUpTo: (atMs: number) => boolean;
  /** The last tick with publishedAt <= atMs, from memory for recent times, else from the archive. */
  lastTickUpTo: (coin: CoinCode, atMs: number) => Promise<Tick | undefined>;
  /** The same from memory alone; 'unknown' when memory does not reach back to atMs. */
  recentTickUpTo(coin: CoinCode, atMs: number): Tick | undefined | 'unknown';
  /** The first tick with sequence > afterSequence and publishedAt >= fromMs. */
  firstTickFrom: (coin: CoinCode, afterSequence: number, fromMs: number) => Promise<Tick | undefined>;
  /** Ticks after `afterSequence` up to and including `lastSequence` (as far as they exist), with the hashes of both ends. */
  tickRun(coin: CoinCode, afterSequence: number, lastSequence: number): Promise<TickRun>;
}

/** Where ticks are made, it is known what the sources gave. */
export interface SourcedMarket extends TickMarket {
  /** How much of a span the sources are known to have given no price, ms; the rest of a gap in the ticks is the platform's own. */
  sourceSilenceMs: (coin: CoinCode, span: { fromMs: number; toMs: number }) => number;
}

/** What customers trade on: ticks, and whether there is a market to trade on. */
export interface Market extends TickMarket {
  state(coin: CoinCode): MarketState;
  /** The price that the change of the last 24 hours counts from; undefined while nothing is known of the day. */
  dayOpen(coin: CoinCode): Wad | undefined;
}
