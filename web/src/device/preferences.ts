// What a person chose on this device, kept in its storage and followed by its other tabs.
import type { CandlePeriod, CoinCode, CurrencyCode } from '@candor/wire';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { storedText, storeText } from './stored-text.ts';
import { chooseLanguage } from '../text/languages.ts';
import type { Language } from '../text/languages.ts';

export type ThemePreference = 'light' | 'dark' | 'system';

export interface Preferences {
  theme: ThemePreference;
  /** Null until one is chosen: the browser's decides. */
  language: Language | null;
  /** Without +; null follows the language. */
  areaCode: string | null;
  /** Rising prices are red; null follows the language. */
  isRedUp: boolean | null;
  /** In which sums are said besides USDT; null follows the language. */
  currency: CurrencyCode | null;
  hidesBalances: boolean;
  /** Accounts that open and change contracts without being asked once more. */
  contractsUnasked: readonly string[];
  /** Positions are a line each until one is opened. */
  hasCompactPositions: boolean;
  candlePeriod: CandlePeriod;
  favourites: readonly CoinCode[];
  /** The account has yet to hear of them. */
  favouritesWait: boolean;
  /** News and announcements that were opened here, newest first: `news/slug`. */
  readContent: readonly string[];
  /** The account that preferred for pushed messages on this device. */
  pushFor: string | null;
}

const defaults: Preferences = {
  theme: 'light',
  language: null,
  areaCode: null,
  isRedUp: null,
  currency: null,
  hidesBalances: false,
  contractsUnasked: [],
  hasCompactPositions: false,
  candlePeriod: '1min',
  favourites: [],
  favouritesWait: false,
  readContent: [],
  pushFor: null,
};

const storageName = 'candor.preferences';
const storage = createJSONStorage<Preferences>(() => ({
  getItem: (name) => storedText(name),
  setItem: (name, text) => storeText(name, text),
  removeItem: (name) => storeText(name, null),
}));

export const usePreferences = create<Preferences>()(
  persist(() => defaults, { name: storageName, version: 1, storage }),
);

export const setPreferences = (changed: Partial<Preferences>): void => void usePreferences.setState(changed);
export const preferences = (): Preferences => usePreferences.getState();

/** The language that these preferences mean. */
export const languageOf = ({ language }: Preferences): Language => chooseLanguage(language, navigator.languages);

const redUpLanguages: readonly Language[] = ['ja', 'ko', 'zh-Hant'];
export const isRedUp = (preferences: Preferences): boolean =>
  preferences.isRedUp ?? redUpLanguages.includes(languageOf(preferences));

const currencies: Readonly<Record<Language, CurrencyCode>> = {
  en: 'USD', ja: 'JPY', ko: 'KRW', sv: 'SEK', ar: 'AED', 'zh-Hant': 'TWD', 'de-CH': 'CHF',
}; // oxfmt-ignore
export const currencyOf = (preferences: Preferences): CurrencyCode =>
  preferences.currency ?? currencies[languageOf(preferences)];

/** Other tabs' choices hold here at once. */
export function followPreferences(): void {
  addEventListener('storage', ({ key }) => {
    if (key !== storageName && key !== null) return;
    Promise.resolve(usePreferences.persist.rehydrate()).catch(() => undefined);
  });
}
