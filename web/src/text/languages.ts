// The languages of the app, and which one a person gets who has chosen none.

export const languages = ['en', 'ja', 'ko', 'sv', 'ar', 'zh-Hant', 'de-CH'] as const;
export type Language = (typeof languages)[number];
export type Direction = 'ltr' | 'rtl';

/** As each language's own readers write it; shown untranslated. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  sv: 'Svenska',
  ar: 'العربية',
  'zh-Hant': '繁體中文',
  'de-CH': 'Deutsch (Schweiz)',
};

/** For Intl. Arabic keeps Latin digits, as prices are compared across apps. */
export const localeOf: Record<Language, string> = {
  en: 'en',
  ja: 'ja',
  ko: 'ko',
  sv: 'sv',
  ar: 'ar-u-nu-latn',
  'zh-Hant': 'zh-Hant',
  'de-CH': 'de-CH',
};

export const directionOf = (language: Language): Direction => (language === 'ar' ? 'rtl' : 'ltr');

const known = new Map<string, Language>([
  ...languages.map((language) => [language.toLowerCase(), language] as const),
  ['zh', 'zh-Hant'],
  ['de', 'de-CH'],
]);

const languageOfTag = (tag: string): Language | undefined =>
  known.get(tag.toLowerCase()) ?? known.get(tag.toLowerCase().split('-', 1)[0]!);

/** The chosen language, else the first one of the browser's that we speak, else English. */
export function chooseLanguage(chosen: string | null, browserTags: readonly string[]): Language {
  for (const tag of [chosen ?? '', ...browserTags]) {
    const language = languageOfTag(tag);
    if (language !== undefined) return language;
  }
  return 'en';
}
