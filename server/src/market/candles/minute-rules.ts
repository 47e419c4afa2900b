// What is known of one minute of a coin, and the candle that follows from it: prices of our ticks, trades counted once, and what the
// source says of the whole minute. Pure rules; nothing here knows of longer candles or of the store.
import { add, multiplyDown, zero } from '@candor/wire';
import type { Wad } from '@candor/wire';
import type { Prices } from '../corrections/correction-rules.ts';
import type { Candle, Trade } from '../sources/source.ts';
import { minuteSeconds } from './minute-ranges.ts';

/** A trade that is reported later than this is left to the source's own candles. */
export const lateTradeMs = 120_000;

export type Volume = Pick<Candle, 'amount' | 'volume' | 'count'>;

/** How new an answer of the source is: by the newest minute in it, and the trades of that minute. */
export interface AsOf {
  start: number;
  count: number;
}

/** What the source says of a minute. */
export interface Given {
  candle: Candle;
  asOf: AsOf;
  /** The source had begun a later minute when it said so: only then is it the whole minute. */
  isOver: boolean;
  /** Said by the stream, whose last word of a minute may have been lost: the source is still asked for the minute. */
  isStreamed: boolean;
}

export interface MinuteFacts {
  start: number;
  /** Prices of ticks; undefined where there were none. */
  own: Prices | undefined;
  /** No tick yet: a trade opened the candle at the price before it. */
  isGuess: boolean;
  /** When the first and the last tick came, ms; of a minute that was stored its start. */
  firstTickMs: number | undefined;
  lastTickMs: number | undefined;
  /** Ticks or trades of this minute may have been missed; before the first tick and after the last, as the others say. */
  isMissed: boolean;
  isOpenMissed: boolean;
  isCloseMissed: boolean;
  counted: Volume;
  /** The highest number of a counted trade; numbers of a coin's trades grow with time. */
  lastTradeId: bigint | undefined;
  /** Trades up to this number are counted in what an earlier process stored. */
  storedTradeId: bigint | undefined;
  /** Trades without a number that were before this instant, ms, are left to the source: they may be in what was stored. */
  countsFromMs: number;
  /** Numbers of the trades that were counted here; emptied when the minute takes none any more. */
  tradeIds: Set<string>;
  given: Given | undefined;
}

const noVolume: Volume = { amount: zero, volume: zero, count: 0 };

export const newMinute = (start: number): MinuteFacts => ({
  start,
  own: undefined,
  isGuess: false,
  firstTickMs: undefined,
  lastTickMs: undefined,
  isMissed: false,
  isOpenMissed: false,
  isCloseMissed: false,
  counted: noVolume,
  lastTradeId: undefined,
  storedTradeId: undefined,
  countsFromMs: -Infinity,
  tradeIds: new Set(),
  given: undefined,
});

/** A minute's facts as they outlast the process, beside its candle. */
export interface StoredFacts {
  lastTradeId: bigint | undefined;
  /** The source said all of it. */
  isFinal: boolean;
  /** Its prices are not of ticks, and follow what the source says. */
  isGiven: boolean;
  /** Ticks or trades of it may have been missed. */
  isMissed: boolean;
}

export const factsToStore = (facts: MinuteFacts): StoredFacts => ({
  // Where the source's figures are the larger ones, it is not known which trades are in them.
  lastTradeId: isGivenVolume(facts) ? undefined : facts.lastTradeId,
  isFinal: facts.given?.isOver === true,
  isGiven: facts.own === undefined || facts.isGuess,
  isMissed: facts.isMissed,
});

const beforeAll: AsOf = { start: -Infinity, count: -1 };

export function storedMinute(candle: Candle, stored: StoredFacts, now: number): MinuteFacts {
  const { open, high, low, close, amount, volume, count } = candle;
  const areTradesKnown = !stored.isFinal && (stored.lastTradeId !== undefined || !stored.isGiven);
  const isGiven = stored.isFinal || stored.isGiven;
  return {
    ...newMinute(candle.start),
    own: stored.isGiven ? undefined : { open, high, low, close },
    firstTickMs: stored.isGiven ? undefined : candle.start * 1000,
    lastTickMs: stored.isGiven ? undefined : candle.start * 1000,
    isMissed: stored.isMissed,
    isOpenMissed: stored.isMissed,
    isCloseMissed: stored.isMissed,
    counted: areTradesKnown ? { amount, volume, count } : noVolume,
    lastTradeId: stored.lastTradeId,
    storedTradeId: stored.lastTradeId,
    countsFromMs: areTradesKnown && count > 0 ? now : -Infinity,
    given: isGiven ? { candle: { ...candle }, asOf: beforeAll, isOver: stored.isFinal, isStreamed: true } : undefined,
  };
}

/** Counts a trade of this minute; false where it is counted already, or where the source has said all of the minute. */
export function countTrade(facts: MinuteFacts, { tradeId, price, amount, at }: Trade): boolean {
  if (facts.given?.isOver || facts.tradeIds.has(tradeId)) return false;
  const id = /^\d+$/.test(tradeId) ? BigInt(tradeId) : undefined;
  if (id === undefined || facts.storedTradeId === undefined ? at < facts.countsFromMs : id <= facts.storedTradeId) {
    return false;
  }
  facts.tradeIds.add(tradeId);
  if (id !== undefined && (facts.lastTradeId === undefined || id > facts.lastTradeId)) facts.lastTradeId = id;
  facts.counted = {
    amount: add(facts.counted.amount, amount),
    volume: add(facts.counted.volume, multiplyDown(price, amount, 18)),
    count: facts.counted.count + 1,
  };
  return true;
}

/** False for an answer that is older than the one that is known, or that knows less. */
export function takeGiven(facts: MinuteFacts, given: Given): boolean {
  const known = facts.given;
  if (known && known.isOver !== given.isOver) {
    if (known.isOver) return false;
  } else if (known && isOlder(given.asOf, known.asOf)) return false;
  facts.given = given;
  if (given.isOver) facts.tradeIds.clear();
  return true;
}

const isOlder = (one: AsOf, other: AsOf): boolean =>
  one.start < other.start || (one.start === other.start && one.count < other.count);

/** An answer's minutes, oldest first: the last one may be running still, and none of an older minute is. */
export function readAnswer(minutes: readonly Candle[]): Given[] {
  const sorted = minutes.toSorted((left, right) => left.start - right.start);
  const last = sorted.at(-1);
  if (!last) return [];
  const asOf = { start: last.start, count: last.count };
  return sorted.map((candle) => ({ candle, asOf, isOver: candle.start < last.start, isStreamed: false }));
}

/** A minute that the stream says is over, because the next one began. */
export const streamedMinute = (candle: Candle): Given => ({
  candle,
  asOf: { start: candle.start + minuteSeconds, count: -1 },
  isOver: true,
  isStreamed: true,
});

/** Ticks or trades of it may have been missed, and the source has not said all of it. */
export const isPartial = ({ isMissed, isGuess, given }: MinuteFacts): boolean =>
  (isMissed || isGuess) && !given?.isOver;

/** The source was asked for it and said all. */
export const isSettled = ({ given }: MinuteFacts): boolean => given !== undefined && given.isOver && !given.isStreamed;

export function noteTick(facts: MinuteFacts, price: Wad, atMs: number): void {
  const own = facts.isGuess ? undefined : facts.own;
  facts.isGuess = false;
  facts.isCloseMissed = false;
  facts.firstTickMs ??= atMs;
  facts.lastTickMs = atMs;
  facts.own = own
    ? {
        open: own.open,
        high: price > own.high ? price : own.high,
        low: price < own.low ? price : own.low,
        close: price,
      }
    : { open: price, high: price, low: price, close: price };
}

/** A trade comes before any tick: until then the candle is flat at the price before it. */
export function openAt(facts: MinuteFacts, price: Wad): void {
  facts.own = { open: price, high: price, low: price, close: price };
  facts.isGuess = true;
}

/** Ticks and trades of a span may have been missed. */
export function noteMissed(facts: MinuteFacts, { fromMs, toMs }: { fromMs: number; toMs: number }): void {
  const [startMs, endMs] = [facts.start * 1000, (facts.start + minuteSeconds) * 1000];
  if (toMs < startMs || fromMs >= endMs) return;
  facts.isMissed = true;
  // Where ticks came before or all the same, as they do of other sources, they are what opens and closes the candle.
  if ((facts.firstTickMs ?? Infinity) > toMs) facts.isOpenMissed = true;
  if ((facts.lastTickMs ?? -Infinity) <= fromMs) facts.isCloseMissed = true;
}

/** The minute as it is shown; undefined while nothing says a price. */
export function drawMinute(facts: MinuteFacts, pinned: Prices | undefined): Candle | undefined {
  const prices = pinned ?? joinPrices(facts);
  return prices && { start: facts.start, ...prices, ...volumeOf(facts) };
}

/** Both are parts of the truth until the source has said all. */
const isGivenVolume = ({ counted, given }: MinuteFacts): boolean =>
  given !== undefined && (given.isOver || given.candle.count > counted.count);

function volumeOf(facts: MinuteFacts): Volume {
  const { amount, volume, count } = facts.given && isGivenVolume(facts) ? facts.given.candle : facts.counted;
  return { amount, volume, count };
}

function joinPrices({ own, isGuess, given, ...facts }: MinuteFacts): Prices | undefined {
  if (!own || (isGuess && given)) return given && pricesOf(given.candle);
  if (!given || !facts.isMissed) return own;
  const { open, high, low, close } = given.candle;
  return {
    open: facts.isOpenMissed ? open : own.open,
    high: high > own.high ? high : own.high,
    low: low < own.low ? low : own.low,
    close: facts.isCloseMissed && given.isOver ? close : own.close,
  };
}

/** Whether the source makes a minute wider than its ticks do. */
export function isWidened(facts: MinuteFacts): boolean {
  const drawn = joinPrices(facts);
  return drawn !== undefined && facts.own !== undefined && (drawn.high > facts.own.high || drawn.low < facts.own.low);
}

const pricesOf = ({ open, high, low, close }: Prices): Prices => ({ open, high, low, close });
