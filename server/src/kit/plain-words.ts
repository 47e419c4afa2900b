import { latinDigits } from '@candor/wire';

/** Words as they are looked for: letters in the usual width, digits as machines read them, without marks that are not seen. */
export const plainWords = (typed: string): string => latinDigits(typed.replace(/\p{Cf}/gu, '')).trim();
