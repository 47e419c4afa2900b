import { latinDigits } from '@candor/wire';

/** A code as it was given, however people write it: `486 100`, `486-100` and `４８６１００` are one. */
export const typedCode = (typed: string): string => latinDigits(typed).replace(/[^\p{L}\p{N}]/gu, '');
