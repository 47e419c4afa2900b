/** Digits of any script as the ones that machines read, and letters of every width as the usual ones (NFKC). */
export const latinDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit.codePointAt(0)!)));

/** Each script has its ten digits in a row. */
function valueOfDigit(code: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}
