// The spoken language for React: its words, its formats. Screens stay in the old language until the new one has loaded.
import { create } from 'zustand';
import { createFormats } from './formats.ts';
import type { Formats } from './formats.ts';
import { directionOf } from './languages.ts';
import type { Direction, Language } from './languages.ts';
import type { TextKey } from './keys.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { TextPart } from './parts.ts';
import { createVocabulary } from './translate.ts';
import type { Translate, Vocabulary } from './translate.ts';

export interface Texts {
  language: Language;
  direction: Direction;
  t: Translate;
  formats: Formats;
}

const useTexts = create<Texts>(() => ({
  language: 'en',
  direction: 'ltr',
  t: (key) => key,
  formats: createFormats('en'),
}));

/** What was loaded of a language so far. */
interface Known {
  vocabulary: Vocabulary<TextKey>;
  parts: Map<TextPart, Promise<void>>;
}
const known = new Map<Language, Known>();
/** Parts that something on the page needs. */
const needed = new Set<TextPart>(['first']);
let asked = 0;

/** Loads and speaks a language; of several asked for at once the last one stays. Rejects when it could not be loaded. */
export async function speak(language: Language): Promise<void> {
  const turn = ++asked;
  await loadNeeded(language);
  if (turn !== asked) return;
  const direction = directionOf(language);
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  useTexts.setState({ language, direction, t: known.get(language)!.vocabulary.t, formats: createFormats(language) });
}

/** Resolves when these parts can be said in the language that is spoken, and in any that will be. */
export async function needTexts(parts: readonly TextPart[]): Promise<void> {
  for (const part of parts) needed.add(part);
  let language: Language;
  do {
    ({ language } = currentTexts());
    await loadNeeded(language);
  } while (language !== currentTexts().language);
}

/** All that is needed by the time it is there. */
async function loadNeeded(language: Language): Promise<void> {
  if (!known.has(language)) known.set(language, { vocabulary: createVocabulary(language), parts: new Map() });
  const { vocabulary, parts } = known.get(language)!;
  const load = async (part: TextPart): Promise<void> => {
    try {
      vocabulary.add(await loadCatalogue(language, part));
    } catch (error) {
      parts.delete(part);
      throw error;
    }
  };
  for (let size = 0; size !== needed.size;) {
    size = needed.size;
    for (const part of needed) if (!parts.has(part)) parts.set(part, load(part));
    await Promise.all(parts.values());
  }
}

export const useT = (): Translate => useTexts((texts) => texts.t);
export const useFormats = (): Formats => useTexts((texts) => texts.formats);
export const useLanguage = (): Language => useTexts((texts) => texts.language);
export const useDirection = (): Direction => useTexts((texts) => texts.direction);
/** For code outside React, at the moment of speaking. */
export const currentTexts = (): Texts => useTexts.getState();
