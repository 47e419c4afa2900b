// Destination tags with two check digits (ISO 7064, mod 97-10): people type tags, and one wrong or swapped digit must not be another customer.

const indexEnd = Math.floor(2 ** 32 / 100);

export function tagOfIndex(index: number): number {
  if (!Number.isInteger(index) || index < 1 || index >= indexEnd) throw new RangeError(`there is no tag for ${index}`);
  return index * 100 + checkDigitsOf(index);
}

/** Undefined for a tag that was never given to anyone. */
export function indexOfTag(tag: number): number | undefined {
  const index = Math.floor(tag / 100);
  return index >= 1 && index < indexEnd && tag % 100 === checkDigitsOf(index) ? index : undefined;
}

const checkDigitsOf = (index: number): number => 98 - ((index * 100) % 97);
