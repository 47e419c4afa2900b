// The area code that a phone number has which is typed without one.
import type { Language } from '../text/languages.ts';
import type { Preferences } from './preferences.ts';

const codeOfLanguage: Readonly<Record<Language, string>> = {
  en: '1',
  ja: '81',
  ko: '82',
  sv: '46',
  ar: '971',
  'zh-Hant': '886',
  'de-CH': '41',
};

/** The chosen one, else Japan's as the spec has it, unless a language was chosen. */
export const areaCodeOf = ({ areaCode, language }: Pick<Preferences, 'areaCode' | 'language'>): string =>
  areaCode ?? (language === null ? codeOfLanguage.ja : codeOfLanguage[language]);
