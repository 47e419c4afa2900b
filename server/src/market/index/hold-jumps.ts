// A price that moves further within a second than a market does is not used as the index price until a later message repeats it, so that a
// single wild message of a source decides no order. Pure: takes the memory, the new price and the time, and returns the new memory.
import type { CoinCode, Wad } from '@candor/wire';

/** Memory of a coin's index prices. */
export interface PriceMemory {
  /** Accepted price that new ones are compared with: at most `confirmMs` older than the newest price, or the last one before a silence. */
  reference: { price: Wad; at: number } | undefined;
  /** A jump that waits for its confirmation, and the message counts when it was first seen. */
  jump: { price: Wad; at: number; messages: Messages } | undefined;
}

/** Key: source. Value: number of its messages that may have changed its price. */
type Messages = ReadonlyMap<string, number>;

export const nothingRemembered: PriceMemory = { reference: undefined, jump: undefined };

/** A price may differ from the reference by at most 1/10 of the reference. */
const partOfReference = 10n;
/** A jump is accepted if a message that comes at least this long after the first one repeats it, ms. */
export const confirmMs = 1_000;

interface Judged {
  price: Wad;
  /** The sources from which the price is calculated. */
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
  // Only messages of sources from which the price is calculated can confirm it.
  const isRepeated = sources.some((source) => (messages.get(source) ?? 0) > (jump.messages.get(source) ?? 0));
  if (!isRepeated || now - jump.at < confirmMs) return { isHeld: true, memory };
  return { isHeld: false, memory: { reference: { price, at: now }, jump: undefined } };
}

function isNear(price: Wad, reference: Wad): boolean {
  const distance = price > reference ? price - reference : reference - price;
  return distance * partOfReference <= reference;
}

/** Remembers the accepted price of each coin. `lastPriceOf`: price of the newest tick, with which the first price after a start is compared. */
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
