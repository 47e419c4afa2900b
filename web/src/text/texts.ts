// The spoken language for React: its words, its formats. Screens stay in the old language until the new one has loaded.
import { create } from 'zustand';
import { createFormats } from './formats.ts';
import type { Formats } from './formats.ts';
import { directionOf } from './languages.ts';
import type { Direction, Language } from './languages.ts';
import { loadCatalogue, loadWhole } from './load-catalogue.ts';
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
/** Set once a screen has asked for the texts that no first visit needs. */
let more: Promise<void> | undefined;

/** Loads and speaks a language; of several asked for at once the last one stays. Rejects when it could not be loaded. */
export async function speak(language: Language): Promise<void> {
  const turn = ++asked;
  const messages = await (more ? loadWhole(language) : loadCatalogue(language));
  if (turn !== asked) return;
  const direction = directionOf(language);
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  useTexts.setState({ language, direction, t: createTranslate(language, messages), formats: createFormats(language) });
}

/** Before a screen of the areas whose texts come later (build/text-catalogues.ts); from then on every language brings them. */
export const needMoreTexts = (): Promise<void> =>
  (more ??= speakWhole().catch((error: unknown) => {
    more = undefined;
    throw error;
  }));

async function speakWhole(): Promise<void> {
  for (;;) {
    const { language } = useTexts.getState();
    const messages = await loadWhole(language);
    if (useTexts.getState().language !== language) continue;
    useTexts.setState({ t: createTranslate(language, messages) });
    return;
  }
}

export const useText = (): Translate => useTexts((texts) => texts.t);
export const useFormats = (): Formats => useTexts((texts) => texts.formats);
export const useLanguage = (): Language => useTexts((texts) => texts.language);
export const useDirection = (): Direction => useTexts((texts) => texts.direction);
/** For code outside React, at the moment of speaking. */
export const currentTexts = (): Texts => useTexts.getState();
