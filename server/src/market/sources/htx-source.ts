// HTX as a source: coins spread over a few connections, every message checked, nothing passed on twice or out of order.
import { coins } from '@candor/wire';
import type { Coin, CoinCode } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { log } from '../../kit/log.ts';
import { parseBook, parseCandle, parseDetail, parseTrades } from './htx-parse.ts';
import { htxProtocol } from './htx-protocol.ts';
import { openHtxRest } from './htx-rest.ts';
import type { LosslessValue } from './lossless-json.ts';
import type { Candle, Source, SourceListener, Trade } from './source.ts';
import { openUpstreamPool, type PoolTiming, type UpstreamPool } from './upstream-pool.ts';

export interface HtxAddresses {
  websocketUrl: string;
  restUrl: string;
}
export interface HtxSourceOptions extends HtxAddresses {
  clock: Clock;
  /** Monotonic clock for the ages and pauses of connections. */
  steady?: Clock;
  timing?: Partial<PoolTiming>;
  /** For tests: fewer coins than the platform has. */
  coins?: readonly Coin[];
}

/** Four topics each: all of a connection asked for at once stay below twenty messages, which upstreams may bound a second by. */
const coinsAConnection = 4;
const tradeIdsKept = 2_000;
/** Silence of a coin that is worth repairing its candles for. */
const interruptionMs = 10_000;

/** As many candles as one answer contains; HTX makes them from the trades that it sends. */
const ofHistory = { historyMax: 2000, isRecord: true };

/** What is remembered of a coin to tell new from old. */
interface CoinMemory {
  coin: CoinCode;
  bookVersion: number;
  /** When the book was created, by the source's clock. */
  bookAt: number;
  tradeIds: Set<string>;
  /** The running minute; it counts as over once the next one begins on the same subscription. */
  minute: Candle | undefined;
  receivedAt: number | undefined;
}

export interface HtxSource extends Source {
  /** What went wrong so far, for logs, metrics and tests. */
  counts(): { opened: number; frames: number; corrupt: number; dropped: number; errors: number; unreadable: number };
}

export function createHtxSource(options: HtxSourceOptions): HtxSource {
  const { clock } = options;
  const traded = options.coins ?? coins;
  const rest = openHtxRest(options.restUrl);
  const memories = new Map<string, CoinMemory>(traded.map((coin) => [coin.symbol, newMemory(coin.code)]));
  let connections: UpstreamPool | undefined;
  let unreadable = 0;

  function connect(listener: SourceListener): void {
    const count = Math.ceil(traded.length / coinsAConnection);
    const groups = Array.from({ length: count }, (_, place) =>
      traded.slice(place * coinsAConnection, (place + 1) * coinsAConnection).flatMap(topicsOf),
    );
    connections ??= openUpstreamPool({
      url: options.websocketUrl,
      protocol: htxProtocol,
      groups,
      clock: options.steady ?? clock,
      ...(options.timing && { timing: options.timing }),
      onPush: (topic, tick) => take(listener, topic, tick),
      onSubscribed: forget,
    });
  }

  /** After a new subscription versions may start over, and a minute may have gone on unseen. */
  function forget(topic: string): void {
    const memory = memories.get(topic.split('.')[1]!);
    if (!memory) return;
    if (topic.endsWith('.depth.step0')) memory.bookVersion = -1;
    if (topic.endsWith('.kline.1min')) memory.minute = undefined;
  }

  function take(listener: SourceListener, topic: string, tick: LosslessValue | undefined): void {
    const [, symbol, kind] = topic.split('.');
    const memory = memories.get(symbol!);
    if (!memory) return;
    const isRead =
      kind === 'depth'
        ? takeBook(listener, memory, tick)
        : kind === 'trade'
          ? takeTrades(listener, memory, tick)
          : kind === 'detail'
            ? takeDetail(listener, memory, tick)
            : takeCandle(listener, memory, tick);
    if (!isRead) {
      unreadable++;
      log.warn('a price message could not be read', { topic });
      return;
    }
    const now = clock.now();
    const { receivedAt } = memory;
    memory.receivedAt = now;
    if (receivedAt !== undefined && now - receivedAt > interruptionMs) listener.recovered(memory.coin, receivedAt);
  }

  return {
    name: 'htx',
    ...ofHistory,
    connect,
    async close() {
      rest.close();
      await connections?.close();
    },
    history: (coin, period, count) => {
      const symbol = traded.find(({ code }) => code === coin)?.symbol;
      return symbol ? rest.candles(symbol, period, Math.max(1, Math.min(2000, count))) : Promise.resolve([]);
    },
    counts: () => ({ ...(connections?.counts ?? noCounts), unreadable }),
  };
}

const noCounts: UpstreamPool['counts'] = { opened: 0, frames: 0, corrupt: 0, dropped: 0, errors: 0 };

const newMemory = (coin: CoinCode): CoinMemory => ({
  coin,
  bookVersion: -1,
  bookAt: 0,
  tradeIds: new Set(),
  minute: undefined,
  receivedAt: undefined,
});

const topicsOf = ({ symbol }: Coin) =>
  [
    { name: `market.${symbol}.depth.step0`, kind: 'depth' },
    { name: `market.${symbol}.trade.detail`, kind: 'trade' },
    { name: `market.${symbol}.detail`, kind: 'detail' },
    { name: `market.${symbol}.kline.1min`, kind: 'kline' },
  ] as const;

function takeBook(listener: SourceListener, memory: CoinMemory, tick: LosslessValue | undefined): boolean {
  const book = parseBook(tick);
  if (!book) return false;
  // If the version numbers start over within a subscription, a later time shows that the book is newer.
  if (book.version < memory.bookVersion && book.at <= memory.bookAt) return true;
  memory.bookVersion = book.version;
  memory.bookAt = book.at;
  listener.book(memory.coin, book);
  return true;
}

function takeTrades(listener: SourceListener, memory: CoinMemory, tick: LosslessValue | undefined): boolean {
  const trades = parseTrades(tick);
  if (!trades) return false;
  const fresh = trades.filter((trade) => remember(memory.tradeIds, trade));
  if (fresh.length > 0) listener.trades(memory.coin, fresh);
  return true;
}

function takeDetail(listener: SourceListener, memory: CoinMemory, tick: LosslessValue | undefined): boolean {
  const detail = parseDetail(tick);
  if (detail) listener.detail(memory.coin, detail);
  return detail !== undefined;
}

function takeCandle(listener: SourceListener, memory: CoinMemory, tick: LosslessValue | undefined): boolean {
  const candle = parseCandle(tick);
  if (!candle) return false;
  const before = memory.minute;
  if (before && candle.start < before.start) return true;
  memory.minute = candle;
  if (before && before.start < candle.start) listener.minute(memory.coin, before);
  return true;
}

/** False for a trade that was seen before. Trades of one push and those repeated after a reconnect are both covered. */
function remember(tradeIds: Set<string>, trade: Trade): boolean {
  if (tradeIds.has(trade.tradeId)) return false;
  tradeIds.add(trade.tradeId);
  if (tradeIds.size > tradeIdsKept) tradeIds.delete(tradeIds.values().next().value!);
  return true;
}
