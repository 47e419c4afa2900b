// Days and kinds of movements as one figure for each product.
import {
  add,
  formatAmount,
  subtract,
  toInstant,
  zero,
  type HouseSums,
  type ResultProduct,
  type Wad,
} from '@candor/wire';

/** Whose movements are the house's gains and losses. */
export interface ProductKinds {
  product: ResultProduct;
  kinds: readonly string[];
}
export interface KindSums {
  kind: string;
  isRecent: boolean;
  taken: Wad;
  given: Wad;
  returned: Wad;
}
export interface StoredResults {
  firstDay: string | null;
  lastDay: string | null;
  countedAt: number | null;
  sums: readonly KindSums[];
  losers: readonly { product: string; accounts: number; losing: number }[];
}

export const describeResults = (products: readonly ProductKinds[], stored: StoredResults) => ({
  first_day: stored.firstDay,
  last_day: stored.lastDay,
  counted_at: stored.countedAt === null ? null : toInstant(stored.countedAt),
  products: products.map(({ product, kinds }) => {
    const own = stored.sums.filter(({ kind }) => kinds.includes(kind));
    const { accounts, losing } = stored.losers.find((each) => each.product === product) ?? { accounts: 0, losing: 0 };
    return {
      product,
      days_30: sumsOf(own.filter(({ isRecent }) => isRecent)),
      all: sumsOf(own),
      accounts,
      losing,
      losing_share: shareUp(losing, accounts),
    };
  }),
});

function sumsOf(rows: readonly Omit<KindSums, 'isRecent'>[]): HouseSums {
  const total = (of: (row: Omit<KindSums, 'isRecent'>) => Wad): Wad => rows.map(of).reduce(add, zero);
  const [taken, given, returned] = [total((row) => row.taken), total((row) => row.given), total((row) => row.returned)];
  const ended = add(returned, taken);
  return {
    taken: formatAmount(taken),
    given: formatAmount(given),
    result: formatAmount(subtract(taken, given)),
    payout_ratio: ended === zero ? null : shareOf(add(returned, given), ended),
  };
}

/** Four decimals, rounded down. */
const shareOf = (part: Wad, whole: Wad): string => formatAmount((((part * 10_000n) / whole) * 10n ** 14n) as Wad);

/** Never looks better than it is. */
function shareUp(losing: number, accounts: number): string | null {
  if (accounts === 0) return null;
  const share = (BigInt(losing) * 10_000n + BigInt(accounts) - 1n) / BigInt(accounts);
  return formatAmount((share * 10n ** 14n) as Wad);
}

/** Of one day so far, in USDT. */
export const describeToday = (products: readonly ProductKinds[], sums: readonly Omit<KindSums, 'isRecent'>[]) =>
  products.map(({ product, kinds }) => {
    const { taken, given, result } = sumsOf(sums.filter(({ kind }) => kinds.includes(kind)));
    return { product, taken, given, result };
  });
