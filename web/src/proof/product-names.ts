// What products are called that others name by their terms or results.
import type { TextKey } from '../text/keys.ts';

const names: Readonly<Record<string, TextKey>> = {
  options: 'shell.menuSeconds',
  contracts: 'shell.menuCfd',
  staking: 'shell.menuStaking',
  shop: 'shell.menuShop',
  'option-terms': 'shell.menuSeconds',
  'contract-terms': 'shell.menuCfd',
  'pledge-terms': 'shell.menuStaking',
  'currency-terms': 'shell.menuBuyCoin',
  'loan-terms': 'shell.menuBorrow',
  'loan-limits': 'shell.menuBorrow',
};

/** Undefined where there are no words for it. */
export const productName = (name: string): TextKey | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;
