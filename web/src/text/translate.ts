// A language's words: ICU texts with their values filled in.
import { setupI18n } from '@lingui/core';
import type { Messages } from '@lingui/core';
import type { TextKey } from './keys.ts';
import { directionOf, localeOf } from './languages.ts';
import type { Language } from './languages.ts';

/** Numbers are counted in plurals and written with the locale's grouping; text stays as it is. */
export type TextValues = Readonly<Record<string, string | number>>;
export type Translate<Key extends string = TextKey> = (key: Key, values?: TextValues) => string;

export interface Vocabulary<Key extends string> {
  t: Translate<Key>;
  /** Another part of the language's words; what was said before stays. */
  add: (messages: Messages) => void;
}

/** Of the app's texts, or of another catalogue whose keys are named. */
export function createVocabulary<Key extends string = TextKey>(language: Language): Vocabulary<Key> {
  const i18n = setupI18n({ locale: language, locales: localeOf[language], messages: { [language]: {} } });
  const t: Translate<Key> =
    directionOf(language) === 'ltr'
      ? (key, values) => i18n._(key, values)
      : (key, values) => i18n._(key, values && isolated(values));
  return { t, add: (messages) => i18n.load(language, messages) };
}

/** Figures within right-to-left text keep their own direction, or else "-0.42%" turns round; dates with names of months keep that of the text. */
function isolated(values: TextValues): TextValues {
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'string' || !/\d/.test(value)) return [name, value] as const;
    return [name, `${/\p{Script=Arabic}/u.test(value) ? '\u2067' : '\u2066'}${value}\u2069`] as const;
  });
  return Object.fromEntries(entries);
}
