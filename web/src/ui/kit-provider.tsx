// What parts need from above and can't import: the language's words and formats, and a few preferences of the person.
import { createContext, use } from 'react';
import type { ReactNode } from 'react';

export type UiWord =
  | 'back' | 'close' | 'cancel' | 'retry' | 'loading' | 'optional' | 'search' | 'clear' | 'copy' | 'copied'
  | 'showPassword' | 'hidePassword' | 'strength' | 'strengthWeak' | 'strengthFair' | 'strengthGood' | 'strengthStrong'
  | 'max' | 'increase' | 'decrease' | 'digit' | 'country' | 'countryFound' | 'countryNone' | 'up' | 'down' | 'unchanged'
  | 'hidden' | 'showBalances' | 'hideBalances' | 'secondsLeft' | 'seconds' | 'stepNow' | 'stepDone' | 'priceLine' | 'qrCode'
  | 'date' | 'amount' | 'state' | 'sum' | 'decimalsMax' | 'unreadable' | 'whichAmount'; // oxfmt-ignore

export interface UiFormats {
  locale: string;
  decimal(text: string | null | undefined, decimals: { min: number; max: number }, isSigned?: boolean): string;
  price(text: string | null | undefined, decimals: { min: number; max: number }, isSigned?: boolean): string;
  percent(text: string | null | undefined, options?: { decimals?: number; isSigned?: boolean }): string;
  compact(text: string | null | undefined): string;
  countdown(ms: number): string;
  country: (iso: string) => string;
  date(at: number | string): string;
}

export interface KitProvider {
  word: (name: UiWord, values?: Record<string, string | number>) => string;
  formats: UiFormats;
  direction: 'ltr' | 'rtl';
  hidesBalances: boolean;
  setHidesBalances: (hides: boolean) => void;
  /** Stands under every header: the state of the connection, and which market this is. */
  line: ReactNode;
  /** To the page before, or to the given path when there is none. */
  goBack: (otherwise: string) => void;
}

const SurroundingsContext = createContext<KitProvider | undefined>(undefined);
export const SurroundingsProvider = SurroundingsContext.Provider;

export function useKit(): KitProvider {
  const surroundings = use(SurroundingsContext);
  if (!surroundings) throw new Error('parts stand below a SurroundingsProvider');
  return surroundings;
}
