// What an order is made of belongs to its tab: another tab's choices never change what stands on a button here. A new tab begins
// with what was chosen last on this device.
import type { CoinCode } from '@candor/wire';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { storedText, storeText } from './stored-text.ts';

export type TreatyType = 'options' | 'cfd';

export interface TradeChoices {
  treatyType: TreatyType;
  treatyCoin: CoinCode;
  optionDurationMs: number | null;
  optionStake: string;
}

const defaults: TradeChoices = { treatyType: 'options', treatyCoin: 'BTC', optionDurationMs: null, optionStake: '10' };

/** Of the tab, which a reload keeps; a new one begins with the device's. */
const tab = (): Storage => sessionStorage;
const storage = createJSONStorage<TradeChoices>(() => ({
  getItem: (name) => storedText(name, tab) ?? storedText(name),
  setItem(name, text) {
    storeText(name, text, tab);
    storeText(name, text);
  },
  removeItem(name) {
    storeText(name, null, tab);
    storeText(name, null);
  },
}));

export const useTradeChoices = create<TradeChoices>()(
  persist(() => defaults, { name: 'candor.trading', version: 1, storage }),
);

export const setTradeChoices = (changed: Partial<TradeChoices>): void => void useTradeChoices.setState(changed);
export const tradeChoices = (): TradeChoices => useTradeChoices.getState();
