// What money buys: the fee is taken of what is paid, the rest is turned into dollars and then into the coin, and rounded once.
import { assetDecimals, type AssetCode } from './coins.ts';
import { currencyDecimals, type CurrencyCode } from './currencies.ts';
import { add, multiplyUp, one, subtract, wadDecimals, zero, type Wad } from './money.ts';

/** What a purchase goes by; the price of a USDT is one. */
export interface PurchaseRates {
  /** Units of the currency for one US dollar. */
  perUsd: Wad;
  /** Of the coin, in USDT. */
  price: Wad;
}
export interface PurchasePrice extends PurchaseRates {
  /** The fee, as a share of what is paid. */
  feeRate: Wad;
}

const unitOf = (decimals: number): bigint => 10n ** BigInt(wadDecimals - decimals);

/** Rounded up to the last digit of the currency. */
export const purchaseFee = (money: Wad, currency: CurrencyCode, feeRate: Wad): Wad =>
  multiplyUp(money, feeRate, currencyDecimals[currency]);

/** What this much money buys after the fee: rounded down to the last digit of the coin. */
export function purchasedCoins(
  money: Wad,
  { currency, coin }: { currency: CurrencyCode; coin: AssetCode },
  { perUsd, price, feeRate }: PurchasePrice,
): Wad {
  const unit = unitOf(assetDecimals(coin));
  const net = subtract(money, purchaseFee(money, currency, feeRate));
  return (((net * one * one) / (perUsd * price) / unit) * unit) as Wad;
}

/** What money of a country is in US dollars, rounded up. */
export const dollarsOf = (money: Wad, perUsd: Wad): Wad => ((money * one + perUsd - 1n) / perUsd) as Wad;

/** The least money that buys this much. */
export function moneyFor(coins: Wad, pair: { currency: CurrencyCode; coin: AssetCode }, rates: PurchasePrice): Wad {
  const { perUsd, price, feeRate } = rates;
  const unit = unitOf(currencyDecimals[pair.currency]) as Wad;
  const net = (coins * perUsd * price) / (one * one);
  let money = (((net * one) / subtract(one, feeRate) / unit) * unit) as Wad;
  while (purchasedCoins(money, pair, rates) < coins) money = add(money, unit);
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
