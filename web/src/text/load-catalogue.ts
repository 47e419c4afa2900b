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
