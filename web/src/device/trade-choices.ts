// What an order is made of belongs to its tab: another tab's choices never change what stands on a button here. A new tab begins
// with what was chosen last on this device.
import type { CoinCode } from '@candor/wire';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

export type TreatyType = 'options' | 'cfd';

export interface TradeChoices {
  treatyType: TreatyType;
  treatyCoin: CoinCode;
  optionDurationMs: number | null;
  optionStake: string;
}

const defaults: TradeChoices = { treatyType: 'options', treatyCoin: 'BTC', optionDurationMs: null, optionStake: '10' };

/** Of the tab, which a reload keeps, and of the device. Either may be switched off or full: then it remembers nothing. */
const places = (): Storage[] => [() => sessionStorage, () => localStorage].flatMap((place) => ifAllowed(place) ?? []);

function ifAllowed<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

const storage = createJSONStorage<TradeChoices>(() => ({
  getItem: (name) =>
    places().reduce<string | null>((found, place) => found ?? ifAllowed(() => place.getItem(name)) ?? null, null),
  setItem: (name, text) => places().forEach((place) => ifAllowed(() => place.setItem(name, text))),
  removeItem: (name) => places().forEach((place) => ifAllowed(() => place.removeItem(name))),
}));

export const useTradeChoices = create<TradeChoices>()(
  persist(() => defaults, { name: 'candor.trading', version: 1, storage }),
);

export const setTradeChoices = (changed: Partial<TradeChoices>): void => void useTradeChoices.setState(changed);
export const tradeChoices = (): TradeChoices => useTradeChoices.getState();
