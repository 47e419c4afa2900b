// Numbers for people, from decimal text and never through a float.
import { coinOfCode, parseMarketNumber } from '@candor/wire';
import type { CoinCode } from '@candor/wire';

type DecimalText = `${number}`;
const formats = new Map<number, Intl.NumberFormat>();

/** A price with its coin's decimals; a dash when there is none. */
export function formatPrice(coin: CoinCode, text: string | null): string {
  const price = text === null ? undefined : parseMarketNumber(text);
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  return price === undefined ? '–' : format(decimalText(price, decimals), decimals);
}

/** Which way the price went in the day, with sign and arrow, as colour alone tells nothing to some. */
export function formatChange(openText: string, closeText: string): { text: string; move: 'up' | 'down' | 'none' } {
  const [open, close] = [parseMarketNumber(openText), parseMarketNumber(closeText)];
  if (open === undefined || close === undefined || open === 0n) return { text: '–', move: 'none' };
  const basisPoints = ((close - open) * 10_000n) / open;
  if (basisPoints === 0n) return { text: '0.00%', move: 'none' };
  const isUp = basisPoints > 0n;
  const size = format(decimalText((isUp ? basisPoints : -basisPoints) * 10n ** 16n, 2), 2);
  return { text: `${isUp ? '▲ +' : '▼ −'}${size}%`, move: isUp ? 'up' : 'down' };
}

/** Units of 1e-18 as plain decimal text, cut after `decimals`. */
function decimalText(units: bigint, decimals: number): DecimalText {
  const digits = units.toString().padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18).slice(0, decimals)}` as DecimalText;
}

function format(text: DecimalText, decimals: number): string {
  const known = formats.get(decimals);
  const made =
    known ?? new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  if (known === undefined) formats.set(decimals, made);
  return made.format(text);
}
