import type { Messages } from '@lingui/core';
import { catalogues } from 'virtual:texts';
import type { Language } from './languages.ts';
import type { TextPart } from './parts.ts';

/** The texts of a part, `area.name` → compiled text. */
export async function loadCatalogue(language: Language, part: TextPart): Promise<Messages> {
  const { areas } = await catalogues[language]![part]!();
  const texts = Object.entries(areas).flatMap(([area, names]) =>
    Object.entries(names).map(([name, text]) => [`${area}.${name}`, text] as const),
  );
  return Object.fromEntries(texts);
}
