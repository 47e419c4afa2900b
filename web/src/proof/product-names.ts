// What products are called that others name by their terms or results.
import type { ResultProduct, SettingName } from '@candor/wire';
import type { TextKey } from '../text/keys.ts';

export const namesOfTerms: Readonly<Record<SettingName, TextKey>> = {
  'option-terms': 'shell.menuSeconds',
  'contract-terms': 'shell.menuCfd',
  'pledge-terms': 'shell.menuStaking',
  'pledge-limits': 'shell.menuStaking',
  'currency-terms': 'shell.menuBuyCoin',
  'payment-terms': 'proof.paymentTerms',
  'unpaid-terms': 'proof.unpaidTerms',
  'loan-terms': 'shell.menuBorrow',
  'loan-limits': 'shell.menuBorrow',
  'vip-levels': 'shell.vipLevel',
  'deposit-terms': 'shell.menuDeposit',
  'withdrawal-terms': 'shell.menuWithdraw',
  'purchase-terms': 'shell.menuBuyCoin',
  'swap-terms': 'shell.menuSwap',
  'swap-day-limits': 'proof.swapDayLimits',
  retention: 'proof.retention',
  'experience-terms': 'proof.experienceAccount',
  'operator-limits': 'proof.operatorLimits',
  'operator-looks': 'proof.operatorLooks',
};

export const namesOfProducts: Readonly<Record<ResultProduct, TextKey>> = {
  options: 'shell.menuSeconds',
  contracts: 'shell.menuCfd',
  staking: 'shell.menuStaking',
  shop: 'shell.menuShop',
  swap: 'shell.menuSwap',
};
