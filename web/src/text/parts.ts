// Texts come in parts, so that a page waits for little more than it says: each part is a file a language.
import type { Areas } from './keys.ts';

/** `first` comes with the page, `market` with whatever shows one, `more` with the rest; or an area by itself. */
export type TextPart = 'first' | 'market' | 'more' | keyof Areas;

/** Where the areas of the floors below the products are; a product's face says it of its own. */
export const partsOfFloors: Readonly<Record<string, TextPart>> = {
  alerts: 'market',
  chart: 'market',
  corrections: 'more',
  market: 'market',
  pictures: 'pictures',
  receipts: 'more',
  refusals: 'first',
  shell: 'first',
  sources: 'more',
  ui: 'first',
};
