// A price that moved further within a second than a market does is no index price until a later message repeats it, so that one wild message
// of a source decides no order. Pure: what was believed, the new price and the time in, what is believed out.
import type { CoinCode, Wad } from '@candor/wire';

/** What the index of a coin remembers of its own price. */
export interface PriceMemory {
  /** The price that a new one is measured against, and when it was believed: at most `confirmMs` before the last one, or the last before a silence. */
  reference: { price: Wad; at: number } | undefined;
  /** A jump that waits for its confirmation, and the messages up to then. */
  jump: { price: Wad; at: number; messages: Messages } | undefined;
}

/** Source → how many messages that may have changed its price it has sent. */
type Messages = ReadonlyMap<string, number>;

export const nothingRemembered: PriceMemory = { reference: undefined, jump: undefined };

/** How much of the reference a price may move, as one part of so many. */
const partOfReference = 10n;
/** A jump is believed if a message that comes at least this long after the first one says the same. */
export const confirmMs = 1_000;

interface Judged {
  price: Wad;
  /** Those that the price is made of. */
  sources: readonly string[];
  messages: Messages;
  now: number;
}

export function judgeJump(
  memory: PriceMemory,
  { price, sources, messages, now }: Judged,
): { isHeld: boolean; memory: PriceMemory } {
  const { reference, jump } = memory;
  if (!reference || isNear(price, reference.price)) {
    const isKept = reference !== undefined && now - reference.at < confirmMs && now >= reference.at;
    return { isHeld: false, memory: { reference: isKept ? reference : { price, at: now }, jump: undefined } };
  }
  const isSameJump = jump !== undefined && isNear(price, jump.price) && now >= jump.at;
  if (!isSameJump) return { isHeld: true, memory: { reference, jump: { price, at: now, messages } } };
  // What sources say that the price is not made of confirms nothing.
  const isRepeated = sources.some((source) => (messages.get(source) ?? 0) > (jump.messages.get(source) ?? 0));
  if (!isRepeated || now - jump.at < confirmMs) return { isHeld: true, memory };
  return { isHeld: false, memory: { reference: { price, at: now }, jump: undefined } };
}

function isNear(price: Wad, reference: Wad): boolean {
  const distance = price > reference ? price - reference : reference - price;
  return distance * partOfReference <= reference;
}

/** Remembers what is believed of each coin. `lastPriceOf`: of its newest tick, which the first price after a start is measured against. */
export function createJumpWatch(lastPriceOf: (coin: CoinCode) => Wad | undefined) {
  const memories = new Map<CoinCode, PriceMemory>();
  const messagesOf = new Map<CoinCode, Messages>();

  function firstMemory(coin: CoinCode): PriceMemory {
    const price = lastPriceOf(coin);
    return price === undefined ? nothingRemembered : { reference: { price, at: 0 }, jump: undefined };
  }

  return {
    noteMessage(coin: CoinCode, source: string): void {
      const before = messagesOf.get(coin);
      messagesOf.set(coin, new Map(before).set(source, (before?.get(source) ?? 0) + 1));
    },
    isJump(coin: CoinCode, index: Omit<Judged, 'messages'>): boolean {
      const before = memories.get(coin) ?? firstMemory(coin);
      const { isHeld, memory } = judgeJump(before, { ...index, messages: messagesOf.get(coin) ?? new Map() });
      memories.set(coin, memory);
      return isHeld;
    },
  };
}
