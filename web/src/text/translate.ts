// A language's words: ICU texts with their values filled in.
import { setupI18n } from '@lingui/core';
import type { Messages } from '@lingui/core';
import type { TextKey } from './keys.ts';
import { directionOf, localeOf } from './languages.ts';
import type { Language } from './languages.ts';

/** Numbers are counted in plurals and written with the locale's grouping; text stays as it is. */
export type TextValues = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: TextValues) => string;

export interface Vocabulary {
  t: Translate;
  /** Another part of the language's words; what was said before stays. */
  add(messages: Messages): void;
}

export function createVocabulary(language: Language): Vocabulary {
  const i18n = setupI18n({ locale: language, locales: localeOf[language], messages: { [language]: {} } });
  const t: Translate =
    directionOf(language) === 'ltr'
      ? (key, values) => i18n._(key, values)
      : (key, values) => i18n._(key, values && isolated(values));
  return { t, add: (messages) => i18n.load(language, messages) };
}

/** Figures within right-to-left text keep their own direction, or else "-0.42%" turns round. */
function isolated(values: TextValues): TextValues {
  const entries = Object.entries(values).map(([name, value]) => {
    const isFigure = typeof value === 'string' && /\d/.test(value);
    return [name, isFigure ? `\u2066${value}\u2069` : value] as const;
  });
  return Object.fromEntries(entries);
}
