// A price that moved further within a second than a market does is no index price until a later message repeats it, so that one wild message
// of a source decides no order. Pure: what was believed, the new price and the time in, what is believed out.
import type { CoinCode, Wad } from '@candor/wire';

/** What the index of a coin remembers of its own price. */
export interface PriceMemory {
  /** The price that a new one is measured against, and when it was believed: at most `confirmMs` before the last one, or the last before a silence. */
  reference: { price: Wad; at: number } | undefined;
  /** A jump that waits for its confirmation, and the message that it came with. */
  jump: { price: Wad; at: number; message: number } | undefined;
}

export const nothingRemembered: PriceMemory = { reference: undefined, jump: undefined };

/** How much of the reference a price may move, as one part of so many. */
const partOfReference = 10n;
/** A jump is believed if a message that comes at least this long after the first one says the same. */
export const confirmMs = 1_000;

/** `message`: grows with each message that may have changed the price. */
export function judgeJump(
  memory: PriceMemory,
  { price, message, now }: { price: Wad; message: number; now: number },
): { isHeld: boolean; memory: PriceMemory } {
  const { reference, jump } = memory;
  if (!reference || isNear(price, reference.price)) {
    const isKept = reference !== undefined && now - reference.at < confirmMs && now >= reference.at;
    return { isHeld: false, memory: { reference: isKept ? reference : { price, at: now }, jump: undefined } };
  }
  const isSameJump = jump !== undefined && isNear(price, jump.price) && now >= jump.at;
  if (!isSameJump) return { isHeld: true, memory: { reference, jump: { price, at: now, message } } };
  if (message === jump.message || now - jump.at < confirmMs) return { isHeld: true, memory };
  return { isHeld: false, memory: { reference: { price, at: now }, jump: undefined } };
}

function isNear(price: Wad, reference: Wad): boolean {
  const distance = price > reference ? price - reference : reference - price;
  return distance * partOfReference <= reference;
}

/** Remembers what is believed of each coin. `lastPriceOf`: of its newest tick, which the first price after a start is measured against. */
export function createJumpWatch(lastPriceOf: (coin: CoinCode) => Wad | undefined) {
  const memories = new Map<CoinCode, PriceMemory>();
  const messages = new Map<CoinCode, number>();

  function firstMemory(coin: CoinCode): PriceMemory {
    const price = lastPriceOf(coin);
    return price === undefined ? nothingRemembered : { reference: { price, at: 0 }, jump: undefined };
  }

  return {
    noteMessage: (coin: CoinCode): void => void messages.set(coin, (messages.get(coin) ?? 0) + 1),
    isJump(coin: CoinCode, price: Wad, now: number): boolean {
      const before = memories.get(coin) ?? firstMemory(coin);
      const { isHeld, memory } = judgeJump(before, { price, message: messages.get(coin) ?? 0, now });
      memories.set(coin, memory);
      return isHeld;
    },
  };
}
