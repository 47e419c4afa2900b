// All facts about one minute of a coin, and the candle that they give: prices of our ticks, trades (each counted once) and the source's own
// candle of the minute. Pure rules, independent of longer candles and of the store.
import { add, multiplyDown, zero } from '@candor/wire';
import type { Wad } from '@candor/wire';
import type { Prices } from '../corrections/correction-rules.ts';
import type { Candle, Trade } from '../sources/source.ts';
import { minuteSeconds } from './minute-ranges.ts';

/** Trades that are reported later than this are not counted; the source's own candles contain them. */
export const lateTradeMs = 120_000;

export type Volume = Pick<Candle, 'amount' | 'volume' | 'count'>;

/** How new an answer of the source is: the newest minute in it, and the number of trades in that minute. */
export interface AsOf {
  start: number;
  count: number;
}

/** The source's candle of a minute. */
export interface Given {
  candle: Candle;
  asOf: AsOf;
  /** Whether the source had already started a later minute: only then is the candle complete. */
  isOver: boolean;
  /** From the stream, which may have lost the last update of the minute: the source is still asked for the minute. */
  isStreamed: boolean;
}

export interface MinuteFacts {
  start: number;
  /** Prices of ticks, or the guess of `isGuess`; undefined if there are none. */
  own: Prices | undefined;
  /** No tick yet: a trade opened the candle, at the price from before the trade. */
  isGuess: boolean;
  /** Times of the first and the last tick, ms; the start of the minute if it was loaded from the store. */
  firstTickMs: number | undefined;
  lastTickMs: number | undefined;
  /** Ticks or trades of this minute may have been missed. The other two: ticks before the first, or after the last one. */
  isMissed: boolean;
  isOpenMissed: boolean;
  isCloseMissed: boolean;
  counted: Volume;
  /** Highest ID of a counted trade; the trade IDs of a coin increase with time. */
  lastTradeId: bigint | undefined;
  /** Trades up to this ID are included in the volume that an earlier process stored. */
  storedTradeId: bigint | undefined;
  /** If IDs cannot be compared, trades before this instant, ms, are not counted: the stored volume may include them. */
  countsFromMs: number;
  /** IDs of the trades that this process counted; emptied when the minute takes no more trades. */
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

/** Facts of a minute that are stored with its candle. */
export interface StoredFacts {
  lastTradeId: bigint | undefined;
  /** The source has completed the minute. */
  isFinal: boolean;
  /** The prices do not come from ticks, and follow the source's candle. */
  isGiven: boolean;
  /** Ticks or trades of the minute may have been missed. */
  isMissed: boolean;
}

export const factsToStore = (facts: MinuteFacts): StoredFacts => ({
  // If the source's volume is used, it is not known which trades the volume includes.
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

/** Counts a trade of this minute; returns false if the trade is already counted, or if the source has completed the minute. */
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

/** Takes the source's candle of the minute; returns false if it is older or less complete than the known one. */
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

/** Returns the minutes of an answer, oldest first: the last one may still be running, all others are closed. */
export function readAnswer(minutes: readonly Candle[]): Given[] {
  const sorted = minutes.toSorted((left, right) => left.start - right.start);
  const last = sorted.at(-1);
  if (!last) return [];
  const asOf = { start: last.start, count: last.count };
  return sorted.map((candle) => ({ candle, asOf, isOver: candle.start < last.start, isStreamed: false }));
}

/** A minute that is closed according to the stream, because the next one has started. */
export const streamedMinute = (candle: Candle): Given => ({
  candle,
  asOf: { start: candle.start + minuteSeconds, count: -1 },
  isOver: true,
  isStreamed: true,
});

/** Returns whether ticks or trades may have been missed and the source has not completed the minute. */
export const isPartial = ({ isMissed, isGuess, given }: MinuteFacts): boolean =>
  (isMissed || isGuess) && !given?.isOver;

/** Returns whether the source completed the minute in an answer to a request. */
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

/** Opens the candle for a trade that comes before any tick: until the first tick the candle is flat at `price`. */
export function openAt(facts: MinuteFacts, price: Wad): void {
  facts.own = { open: price, high: price, low: price, close: price };
  facts.isGuess = true;
}

/** Notes that ticks and trades of a span may have been missed. */
export function noteMissed(facts: MinuteFacts, { fromMs, toMs }: { fromMs: number; toMs: number }): void {
  const [startMs, endMs] = [facts.start * 1000, (facts.start + minuteSeconds) * 1000];
  if (toMs < startMs || fromMs >= endMs) return;
  facts.isMissed = true;
  // Ticks from before the span, or from other sources during the span, still give the open; the same holds for the close.
  if ((facts.firstTickMs ?? Infinity) > toMs) facts.isOpenMissed = true;
  if ((facts.lastTickMs ?? -Infinity) <= fromMs) facts.isCloseMissed = true;
}

/** Returns the minute as it is shown; undefined while no price is known. */
export function drawMinute(facts: MinuteFacts, pinned: Prices | undefined): Candle | undefined {
  const prices = pinned ?? joinPrices(facts);
  return prices && { start: facts.start, ...prices, ...volumeOf(facts) };
}

/** Whether to use the source's volume. Until the source has completed the minute both are incomplete, so the one with more trades is used. */
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

/** Returns whether the source's prices make the minute's range wider than the ticks do. */
export function isWidened(facts: MinuteFacts): boolean {
  const drawn = joinPrices(facts);
  return drawn !== undefined && facts.own !== undefined && (drawn.high > facts.own.high || drawn.low < facts.own.low);
}

const pricesOf = ({ open, high, low, close }: Prices): Prices => ({ open, high, low, close });
