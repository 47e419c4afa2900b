// A market whose every tick a test writes itself: price and time of publication, with the archive's real hash chain, and
// no clock but the one that the test sets.
import { genesisHash, hashTick } from '@candor/proof';
import { formatAmount, wad } from '@candor/wire';
import type { ArchivedTick, CoinCode, TickRun, Wad } from '@candor/wire';
import type { Market, MarketState, SourcedMarket, Tick } from '../../src/market/market.ts';

export interface ScriptedTick {
  price: string;
  publishedAt: number;
}

export interface ScriptedMarket extends Market, SourcedMarket {
  /** Stores and publishes these ticks in one flush; all before the last of them is final from then on. */
  publish(coin: CoinCode, ticks: readonly ScriptedTick[]): Tick[];
  /** No further tick will have a time up to this one. */
  finish(atMs: number): void;
  setState(coin: CoinCode, state: MarketState): void;
  /** What was published before this is found in the archive only, as after a long absence; reading that takes a while. */
  forgetBefore(atMs: number, whileReading?: () => void): void;
  /** What the day's change counts from. */
  setDayOpen(coin: CoinCode, price: string): void;
  archiveReads(): number;
  /** Stores ticks that nobody is told of, as when another process published them before this one took over. */
  publishElsewhere(coin: CoinCode, ticks: readonly ScriptedTick[]): void;
  /** From here on the sources count as silent. */
  silenceSourcesFrom(atMs: number): void;
}

export function scriptedMarket(): ScriptedMarket {
  const ticksOf = new Map<CoinCode, Tick[]>();
  const states = new Map<CoinCode, MarketState>();
  const dayOpens = new Map<CoinCode, Wad>();
  const listeners = new Set<(ticks: readonly Tick[]) => void>();
  let waiting: { atMs: number; resolve: () => void }[] = [];
  let finalMs = 0;
  let memoryFromMs = 0;
  let archiveReads = 0;
  let silentFromMs = Infinity;
  let whileReading = (): void => {};

  const all = (coin: CoinCode): Tick[] => ticksOf.get(coin) ?? [];
  const lastUpTo = (coin: CoinCode, atMs: number) => all(coin).findLast((tick) => tick.publishedAt <= atMs);
  const isFinalUpTo = (atMs: number): boolean => atMs <= finalMs;

  function finish(atMs: number): void {
    finalMs = Math.max(finalMs, atMs);
    const ready = waiting.filter((waiter) => isFinalUpTo(waiter.atMs));
    waiting = waiting.filter((waiter) => !ready.includes(waiter));
    for (const { resolve } of ready) resolve();
  }

  function store(coin: CoinCode, scripted: readonly ScriptedTick[]): Tick[] {
    const known = all(coin);
    const published = scripted.map(({ price, publishedAt }) => {
      const before = known.at(-1);
      const sequence = (before?.sequence ?? 0) + 1;
      const sourceAt = publishedAt - 20;
      const archived: ArchivedTick = [sequence, formatAmount(wad(price)), sourceAt, publishedAt, 'script'];
      const hash = hashTick(before?.hash ?? genesisHash(coin), coin, archived);
      const tick: Tick = { coin, sequence, price: wad(price), sourceAt, publishedAt, inputs: 'script', hash };
      known.push(tick);
      return tick;
    });
    ticksOf.set(coin, known);
    finish((published.at(-1)?.publishedAt ?? 1) - 1);
    return published;
  }

  async function readArchive(): Promise<void> {
    archiveReads++;
    await new Promise(setImmediate);
    whileReading();
  }

  return {
    source: 'simulated',
    publish(coin, scripted) {
      const published = store(coin, scripted);
      for (const listener of listeners) listener(published);
      return published;
    },
    publishElsewhere: (coin, scripted) => void store(coin, scripted),
    silenceSourcesFrom: (atMs) => void (silentFromMs = atMs),
    sourceSilenceMs: (_coin, { fromMs, toMs }) => Math.max(0, toMs - Math.max(fromMs, silentFromMs)),
    finish,
    setState: (coin, state) => void states.set(coin, state),
    forgetBefore(atMs, meanwhile = () => {}) {
      memoryFromMs = atMs;
      whileReading = meanwhile;
    },
    setDayOpen: (coin, price) => void dayOpens.set(coin, wad(price)),
    archiveReads: () => archiveReads,

    state: (coin) => states.get(coin) ?? 'live',
    lastTick: (coin) => all(coin).at(-1),
    dayOpen: (coin) => dayOpens.get(coin),
    onTicks(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    finalUpTo: (atMs) =>
      isFinalUpTo(atMs) ? Promise.resolve() : new Promise((resolve) => waiting.push({ atMs, resolve })),
    isFinalUpTo,
    async lastTickUpTo(coin, atMs) {
      archiveReads++;
      return lastUpTo(coin, atMs);
    },
    recentTickUpTo: (coin, atMs) => (atMs < memoryFromMs ? 'unknown' : lastUpTo(coin, atMs)),
    async firstTickFrom(coin, afterSequence, fromMs) {
      if (fromMs < memoryFromMs) await readArchive();
      return all(coin).find((tick) => tick.sequence > afterSequence && tick.publishedAt >= fromMs);
    },
    async tickRun(coin, afterSequence, lastSequence): Promise<TickRun> {
      if ((all(coin)[afterSequence]?.publishedAt ?? Infinity) < memoryFromMs) await readArchive();
      const before = all(coin)[afterSequence - 1];
      const run = all(coin).slice(afterSequence, lastSequence);
      const start_hash = before?.hash ?? genesisHash(coin);
      const ticks = run.map((tick): ArchivedTick => [tick.sequence, formatAmount(tick.price), tick.sourceAt, tick.publishedAt, tick.inputs]); // oxfmt-ignore
      return { coin, start_hash, ticks, end_hash: run.at(-1)?.hash ?? start_hash };
    },
  };
}
