import type { correctionReasons } from '@candor/wire';
import type { TextKey } from './keys.ts';

export const correctionNames: Record<(typeof correctionReasons)[number], TextKey> = {
  'bad-print': 'acts.badPrint',
  'wrong-candle': 'acts.wrongCandle',
};
