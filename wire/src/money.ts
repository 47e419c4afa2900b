// Amounts, prices and rates: one scale for all of them, and every rounding named.

/** An amount of any coin, a price or a rate in units of 1e-18, which MakerDAO called a wad. */
export type Wad = bigint & { readonly unit: 'wad' };

export const wadDecimals = 18;
const eighteenZeros = '0'.repeat(18);
/** Powers of ten, each worked out once. */
const tenTo = Array.from({ length: 37 }, (_, exponent) => 10n ** BigInt(exponent));
const plainDecimal = /^(?:0|[1-9]\d{0,19})(?:\.\d{1,18})?$/;
const anyDecimal = /^(-?)(\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,3}))?$/;

export const zero = 0n as Wad;
/** 1, whatever it counts. */
export const one = (10n ** 18n) as Wad;

/** Reads plain decimal text (no sign, exponent, spaces or leading zeros); undefined for anything else. */
export function parseAmount(text: string): Wad | undefined {
  if (!plainDecimal.test(text)) return undefined;
  const point = text.indexOf('.');
  const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
  const decimals = point < 0 ? 0 : text.length - point - 1;
  return BigInt(digits + eighteenZeros.slice(decimals)) as Wad;
}

/** Reads text that this project wrote itself, a constant or a database column; asserts that it is plain decimal. */
export function wad(text: string): Wad {
  const negative = text.startsWith('-');
  const parsed = parseAmount(negative ? text.slice(1) : text);
  if (parsed === undefined) throw new Error(`not a plain decimal: ${text.slice(0, 60)}`);
  return (negative ? -parsed : parsed) as Wad;
}

/**
 * Reads a decimal as exchanges print them, exponents included (`9.2E-7`), from the digits and never through a float.
 * Undefined if it is no number, is negative, or needs more than 18 decimals or 20 whole digits.
 */
export function parseMarketNumber(text: string): Wad | undefined {
  const match = anyDecimal.exec(text);
  if (!match || match[1] === '-') return undefined;
  const [, , whole, fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole! + fraction);
  const shift = 18 + parseInt(exponent, 10) - fraction.length;
  if (digits === 0n) return zero;
  if (shift < 0) {
    const divisor = 10n ** BigInt(-shift);
    return digits % divisor === 0n ? ((digits / divisor) as Wad) : undefined;
  }
  const value = digits * 10n ** BigInt(Math.min(shift, 60));
  return value < 10n ** 38n ? (value as Wad) : undefined;
}

/** Plain decimal text without trailing zeros: the form on the wire and in `numeric(38,18)` columns. */
export function formatAmount(amount: Wad): string {
  const negative = amount < 0n;
  const digits = (negative ? -amount : amount).toString().padStart(19, '0');
  const whole = digits.slice(0, -18);
  let end = 18;
  const fraction = digits.slice(-18);
  while (end > 0 && fraction.charCodeAt(end - 1) === 48) end--;
  return (negative ? '-' : '') + whole + (end > 0 ? `.${fraction.slice(0, end)}` : '');
}

/** True if the amount has no more decimals than these, which are 0 to 18. */
export function fitsDecimals(amount: Wad, decimals: number): boolean {
  const unit = tenTo[18 - decimals]!;
  return amount % unit === 0n;
}

export const add = (left: Wad, right: Wad): Wad => (left + right) as Wad;
export const subtract = (left: Wad, right: Wad): Wad => (left - right) as Wad;
export const negate = (amount: Wad): Wad => -amount as Wad;

/** left × right, rounded down to `decimals`: for what a customer receives. Operands are not negative. */
export function multiplyDown(left: Wad, right: Wad, decimals: number): Wad {
  const unit = tenTo[36 - decimals]!;
  return (((left * right) / unit) * tenTo[18 - decimals]!) as Wad;
}

/** left × right, rounded up to `decimals`: for what a customer pays. Operands are not negative. */
export function multiplyUp(left: Wad, right: Wad, decimals: number): Wad {
  const unit = tenTo[36 - decimals]!;
  return (((left * right + unit - 1n) / unit) * tenTo[18 - decimals]!) as Wad;
}

/** The middle value; for an even count the mean of the two middle ones, rounded down. Undefined for none. */
export function median(values: readonly Wad[]): Wad | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle];
  return ((sorted[middle - 1]! + sorted[middle]!) / 2n) as Wad;
}

/** Something of which two decimals show nothing: a small loss is no 0.00. Of decimal text. */
export const isBelowCent = (text: string): boolean => /^-?0\.00\d*[1-9]/.test(text);
