// The spoken language for React: its words and its formats.
import { createFormats } from '@candor/web/text/formats.ts';
import type { Formats } from '@candor/web/text/formats.ts';
import { directionOf } from '@candor/web/text/languages.ts';
import type { Language } from '@candor/web/text/languages.ts';
import { createVocabulary } from '@candor/web/text/translate.ts';
import type { Translate as TranslateKey } from '@candor/web/text/translate.ts';
import type { Messages } from '@lingui/core';
import { catalogues } from 'virtual:console-texts';
import { create } from 'zustand';
import type { TextKey } from './keys.ts';

export type Translate = TranslateKey<TextKey>;

interface Texts {
  t: Translate;
  formats: Formats;
}

const useTexts = create<Texts>(() => ({ t: (key) => key, formats: createFormats('en') }));

let spoken: { language: Language; vocabulary: ReturnType<typeof createVocabulary<TextKey>> } | undefined;

export async function speak(language: Language): Promise<void> {
  const { messages } = await catalogues[language]!();
  const vocabulary = createVocabulary<TextKey>(language);
  vocabulary.add(messages);
  spoken = { language, vocabulary };
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  useTexts.setState({ t: vocabulary.t, formats: createFormats(language) });
}

/** Of a part that is not always there; before it is shown. */
export const addTexts = (byLanguage: Readonly<Record<string, Messages>>): void =>
  spoken?.vocabulary.add(byLanguage[spoken.language] ?? {});

export const useT = (): Translate => useTexts((texts) => texts.t);
export const useFormats = (): Formats => useTexts((texts) => texts.formats);
/** For code outside React, at the moment of speaking. */
export const currentTexts = (): Texts => useTexts.getState();
