import type { UiFormats } from './kit-provider.tsx';

/** Sizes below each other: small ones to four decimals, large ones in brief, all of much the same length. */
export function sizeText(size: string, formats: UiFormats): string {
  const wholeDigits = size.split(/[.e]/i, 1)[0]!.length;
  if (wholeDigits > 5) return formats.compact(size);
  const decimals = Math.max(0, 5 - wholeDigits);
  return formats.decimal(size, { min: decimals, max: decimals });
}
