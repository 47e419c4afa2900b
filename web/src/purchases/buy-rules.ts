// What the fields of a purchase hold before it is sent. The server decides again; this only spares the way.
import {
  assetDecimals,
  currencyDecimals,
  fitsDecimals,
  formatAmount,
  moneyFor,
  parseAmount,
  purchasedCoins,
  purchaseFee,
  coinCodes,
  wad,
} from '@candor/wire';
import type { AssetCode, CurrencyCode, PurchasePrice, Wad } from '@candor/wire';
import type { DraftFault } from '../data/draft-rules.ts';

const assets: readonly AssetCode[] = ['USDT', ...coinCodes];
export const isAsset = (code: string | null): code is AssetCode => assets.some((each) => each === code);

/** Which of the two amounts was typed; the other follows. */
export interface Typed {
  side: 'pay' | 'get';
  amount: string;
}
export interface Pair {
  currency: CurrencyCode;
  coin: AssetCode;
}
export interface Range {
  min: string;
  max: string;
}

/** Both amounts as text, '' where none follows yet. */
export function amountsOf({ side, amount }: Typed, pair: Pair, rates: PurchasePrice | undefined): { pay: string; get: string } {
  const value = parseAmount(amount);
  const decimals = side === 'pay' ? currencyDecimals[pair.currency] : assetDecimals(pair.coin);
  const own = side === 'pay' ? { pay: amount, get: '' } : { pay: '', get: amount };
  if (!rates || !value || !fitsDecimals(value, decimals)) return own;
  if (side === 'get') return { ...own, pay: formatAmount(moneyFor(value, pair, rates)) };
  return { ...own, get: formatAmount(purchasedCoins(value, pair, rates)) };
} // oxfmt-ignore

export const ratesOf = (
  perUsd: string | null | undefined,
  price: string | undefined,
  feeRate: string,
): PurchasePrice | undefined => {
  const [rate, of] = [parseAmount(perUsd ?? ''), parseAmount(price ?? '')];
  return rate && of ? { perUsd: rate, price: of, feeRate: wad(feeRate) } : undefined;
};

/** What of it is the fee; undefined while it is no amount. */
export function feeOf(pay: string, { currency }: Pair, feeRate: string): Wad | undefined {
  const money = parseAmount(pay);
  return money && purchaseFee(money, currency, wad(feeRate));
}

/** What is wrong with what would be paid. */
export function judgePay(pay: string, { currency }: Pair, range: Range | undefined): DraftFault | undefined {
  const money = pay === '' ? (0n as Wad) : parseAmount(pay);
  if (!money) return { code: 'amount-malformed', facts: {} };
  const decimals = currencyDecimals[currency];
  if (!fitsDecimals(money, decimals)) return { code: 'too-many-decimals', facts: { decimals: `${decimals}` } };
  if (!range) return { code: 'purchase-off', facts: {} };
  if (money < wad(range.min) || money > wad(range.max))
    return { code: 'purchase-out-of-range', facts: { ...range, currency } };
  return undefined;
}
