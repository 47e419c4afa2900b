// What money buys: the fee is taken of what is paid, the rest is turned into dollars and then into the coin, and rounded once.
import { assetDecimals, type AssetCode } from './coins.ts';
import { currencyDecimals, type CurrencyCode } from './currencies.ts';
import { add, multiplyUp, one, subtract, wad, wadDecimals, zero, type Wad } from './money.ts';

export const purchaseTerms = {
  /** Of what is paid. */
  feeRate: '0.01',
  /** A quote is locked for this long. */
  paymentMs: 30 * 60_000,
  /** After that the customer can still say for so long that it was paid. */
  lateMs: 7 * 24 * 3_600_000,
  /** What was shown may be more than what is got by so many hundredths of a percent. */
  moveMaxBp: 50,
  /** Orders given up on one day (UTC) before buying pauses for the rest of it. */
  givenUpMax: 3,
  /** Orders of an account that coins are set aside for at the same time. */
  openMax: 3,
  /** They hold at most this share of what the house can still promise of the coin. */
  accountShareMax: '0.1',
  /** Orders of all customers are taken until they hold this share. */
  allShareMax: '0.25',
} as const;

/** What a purchase goes by; the price of a USDT is one. */
export interface PurchaseRates {
  /** Units of the currency for one US dollar. */
  perUsd: Wad;
  /** Of the coin, in USDT. */
  price: Wad;
}

const unitOf = (decimals: number): bigint => 10n ** BigInt(wadDecimals - decimals);
const feeRate = wad(purchaseTerms.feeRate);

/** Rounded up to the last digit of the currency. */
export const purchaseFee = (money: Wad, currency: CurrencyCode): Wad =>
  multiplyUp(money, feeRate, currencyDecimals[currency]);

/** What this much money buys after the fee: rounded down to the last digit of the coin. */
export function purchasedCoins(
  money: Wad,
  { currency, coin }: { currency: CurrencyCode; coin: AssetCode },
  { perUsd, price }: PurchaseRates,
): Wad {
  const unit = unitOf(assetDecimals(coin));
  const net = subtract(money, purchaseFee(money, currency));
  return (((net * one * one) / (perUsd * price) / unit) * unit) as Wad;
}

/** The least money that buys this much. */
export function moneyFor(
  coins: Wad,
  pair: { currency: CurrencyCode; coin: AssetCode },
  { perUsd, price }: PurchaseRates,
): Wad {
  const unit = unitOf(currencyDecimals[pair.currency]) as Wad;
  const net = (coins * perUsd * price) / (one * one);
  let money = (((net * one) / subtract(one, feeRate) / unit) * unit) as Wad;
  while (purchasedCoins(money, pair, { perUsd, price }) < coins) money = add(money, unit);
  return money;
}

/** Of a locked amount, what a payment brings: no more than the locked amount, and less where less was paid. */
export function creditedFor(received: Wad, { money, coins, coin }: { money: Wad; coins: Wad; coin: AssetCode }): Wad {
  if (received >= money) return coins;
  const unit = unitOf(assetDecimals(coin));
  return (((coins * received) / money / unit) * unit) as Wad;
}

/** What of a payment goes back. */
export const overpaid = (received: Wad, money: Wad): Wad => (received > money ? subtract(received, money) : zero);
