// Which coins a list holds, and in which order. Pure: figures of one moment in, codes out.
import { coins, isFound, parseMarketNumber } from '@candor/wire';
import type { Coin, CoinCode } from '@candor/wire';

export const lists = ['favourites', 'all', 'gainers', 'losers', 'byVolume'] as const;
export type ListName = (typeof lists)[number];

export interface OrderQuestion {
  list: ListName;
  /** What was typed into the search. */
  typed: string;
  favourites: readonly CoinCode[];
  figuresOf: (code: CoinCode) => { change: string | null; volume: string | null };
}

/** A search finds coins of every list. */
export function orderCoins({ list, typed, favourites, figuresOf }: OrderQuestion): Coin[] {
  const found = coins.filter(({ name, code }) => isFound(typed, [`${code}/USDT`, name]));
  if (typed.trim() !== '') return found;
  switch (list) {
    case 'all':
      return found;
    case 'favourites':
      return found.filter(({ code }) => favourites.includes(code));
    case 'byVolume':
      return sorted(found, ({ code }) => parseMarketNumber(figuresOf(code).volume ?? '') ?? -1n);
    case 'gainers':
      return sorted(found, ({ code }) => moved(figuresOf(code).change)).filter(
        ({ code }) => moved(figuresOf(code).change) > 0n,
      );
    case 'losers':
      return sorted(found, ({ code }) => -moved(figuresOf(code).change)).filter(
        ({ code }) => moved(figuresOf(code).change) < 0n,
      );
  }
}

/** A share with its sign as a whole number that compares; an unknown one has not moved. */
function moved(share: string | null): bigint {
  if (share === null) return 0n;
  const size = parseMarketNumber(share.replace(/^-/, '')) ?? 0n;
  return share.startsWith('-') ? -size : size;
}

/** Largest first; equal ones keep their place. */
function sorted(list: readonly Coin[], sizeOf: (coin: Coin) => bigint): Coin[] {
  const sizes = new Map(list.map((coin) => [coin, sizeOf(coin)]));
  return list.toSorted((left, right) => {
    const [here, there] = [sizes.get(left)!, sizes.get(right)!];
    return here < there ? 1 : here > there ? -1 : 0;
  });
}
