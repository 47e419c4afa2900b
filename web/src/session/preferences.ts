// What a person chose on this device, kept in its storage and followed by its other tabs.
import type { CandlePeriod, CoinCode } from '@candor/wire';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { chooseLanguage } from '../text/languages.ts';
import type { Language } from '../text/languages.ts';

export type ThemeWish = 'light' | 'dark' | 'system';
export type TreatyType = 'options' | 'cfd';

export interface Preferences {
  theme: ThemeWish;
  /** Null until one is chosen: the browser's decides. */
  language: Language | null;
  /** Without +; null follows the language. */
  areaCode: string | null;
  /** Rising prices are red; null follows the language. */
  isRedUp: boolean | null;
  hidesBalances: boolean;
  treatyType: TreatyType;
  treatyCoin: CoinCode;
  optionDurationMs: number | null;
  optionStake: string;
  /** Accounts that open and change contracts without being asked once more. */
  contractsUnasked: readonly string[];
  candlePeriod: CandlePeriod;
  favourites: readonly CoinCode[];
  /** The account has yet to hear of them. */
  favouritesWait: boolean;
  /** The account that wished for pushed messages on this device. */
  pushFor: string | null;
}

const defaults: Preferences = {
  theme: 'light',
  language: null,
  areaCode: null,
  isRedUp: null,
  hidesBalances: false,
  treatyType: 'options',
  treatyCoin: 'BTC',
  optionDurationMs: null,
  optionStake: '10',
  contractsUnasked: [],
  candlePeriod: '1min',
  favourites: [],
  favouritesWait: false,
  pushFor: null,
};

const storageName = 'candor.preferences';

export const usePreferences = create<Preferences>()(persist(() => defaults, { name: storageName, version: 1 }));

export const setPreferences = (changed: Partial<Preferences>): void => void usePreferences.setState(changed);
export const preferences = (): Preferences => usePreferences.getState();

/** The language that these wishes mean. */
export const languageOf = ({ language }: Preferences): Language => chooseLanguage(language, navigator.languages);

const redUpLanguages: readonly Language[] = ['ja', 'ko', 'zh-Hant'];
export const isRedUp = (wishes: Preferences): boolean => wishes.isRedUp ?? redUpLanguages.includes(languageOf(wishes));

/** Other tabs' choices hold here at once. */
export function followPreferences(): void {
  addEventListener('storage', ({ key }) => {
    if (key !== storageName && key !== null) return;
    Promise.resolve(usePreferences.persist.rehydrate()).catch(() => undefined);
  });
}
