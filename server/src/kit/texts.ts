// What the server itself writes to customers, in every language of the app: one file of text/ for each language.
import ar from './text/ar.json' with { type: 'json' };
import deCh from './text/de-CH.json' with { type: 'json' };
import en from './text/en.json' with { type: 'json' };
import ja from './text/ja.json' with { type: 'json' };
import ko from './text/ko.json' with { type: 'json' };
import sv from './text/sv.json' with { type: 'json' };
import zhHant from './text/zh-Hant.json' with { type: 'json' };

export const languages = ['en', 'ja', 'ko', 'sv', 'ar', 'zh-Hant', 'de-CH'] as const;
export type Language = (typeof languages)[number];
export type TextKey = keyof typeof en;

const catalogues: Record<Language, Record<TextKey, string>> = {
  en,
  ja,
  ko,
  sv,
  ar,
  'zh-Hant': zhHant,
  'de-CH': deCh,
};

/** The text with each `{name}` in it replaced by the value of that name. */
export const textOf = (language: Language, key: TextKey, values: Readonly<Record<string, string>> = {}): string =>
  catalogues[language][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);

/** The language that a client's code stands for, in every spelling that clients send; English for any other. */
export function languageOf(code: string): Language {
  const known = languages.find((language) => language.toLowerCase() === code.trim().toLowerCase());
  return known ?? spellings[code.trim().toLowerCase().split(/[-_]/, 1)[0]!] ?? 'en';
}

const spellings: Readonly<Record<string, Language>> = {
  ja: 'ja',
  jp: 'ja',
  ko: 'ko',
  sv: 'sv',
  ar: 'ar',
  zh: 'zh-Hant',
  tw: 'zh-Hant',
  hk: 'zh-Hant',
  mo: 'zh-Hant',
  de: 'de-CH',
};
