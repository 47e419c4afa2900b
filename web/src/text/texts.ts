// The spoken language for React: its words, its formats. Screens stay in the old language until the new one has loaded.
import { create } from 'zustand';
import { createFormats } from './formats.ts';
import type { Formats } from './formats.ts';
import { directionOf } from './languages.ts';
import type { Direction, Language } from './languages.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { createTranslate } from './translate.ts';
import type { Translate } from './translate.ts';

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

let asked = 0;

/** Loads and speaks a language; of several asked for at once the last one stays. Rejects when it could not be loaded. */
export async function speak(language: Language): Promise<void> {
  const turn = ++asked;
  const messages = await loadCatalogue(language);
  if (turn !== asked) return;
  const direction = directionOf(language);
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  useTexts.setState({ language, direction, t: createTranslate(language, messages), formats: createFormats(language) });
}

export const useText = (): Translate => useTexts((texts) => texts.t);
export const useFormats = (): Formats => useTexts((texts) => texts.formats);
export const useLanguage = (): Language => useTexts((texts) => texts.language);
export const useDirection = (): Direction => useTexts((texts) => texts.direction);
/** For code outside React, at the moment of speaking. */
export const currentTexts = (): Texts => useTexts.getState();
