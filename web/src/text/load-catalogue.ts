import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('virtual:texts/en'),
  ja: () => import('virtual:texts/ja'),
  ko: () => import('virtual:texts/ko'),
  sv: () => import('virtual:texts/sv'),
  ar: () => import('virtual:texts/ar'),
  'zh-Hant': () => import('virtual:texts/zh-Hant'),
  'de-CH': () => import('virtual:texts/de-CH'),
};

export const loadCatalogue = async (language: Language): Promise<Messages> => (await catalogues[language]()).messages;

const moreCatalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('virtual:more-texts/en'),
  ja: () => import('virtual:more-texts/ja'),
  ko: () => import('virtual:more-texts/ko'),
  sv: () => import('virtual:more-texts/sv'),
  ar: () => import('virtual:more-texts/ar'),
  'zh-Hant': () => import('virtual:more-texts/zh-Hant'),
  'de-CH': () => import('virtual:more-texts/de-CH'),
};

/** Both halves, when the second is needed too. */
export async function loadWhole(language: Language): Promise<Messages> {
  const [first, more] = await Promise.all([catalogues[language](), moreCatalogues[language]()]);
  return { ...first.messages, ...more.messages };
}
