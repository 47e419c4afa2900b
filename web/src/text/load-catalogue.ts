import type { Messages } from '@lingui/core';
import { load, parts } from 'virtual:texts';
import type { Language } from './languages.ts';
import type { TextPart } from './parts.ts';

/** As the build has made them out of the areas of floors and products. */
export const allParts = parts as TextPart[];

/** The texts of a part, `area.name` → compiled text. */
export async function loadCatalogue(language: Language, part: TextPart): Promise<Messages> {
  const { areas } = await load(language, part);
  const texts = Object.entries(areas).flatMap(([area, names]) =>
    Object.entries(names).map(([name, text]) => [`${area}.${name}`, text] as const),
  );
  return Object.fromEntries(texts);
}
