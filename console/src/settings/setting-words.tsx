// Settings and their fields in words.
import type { SettingName, SettingValue } from '@candor/wire';
import facts from '../text/en/facts.json';
import type { NamesIn, TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';
import { typedOf } from './setting-draft.ts';

const names: Readonly<Record<SettingName, TextKey>> = {
  'option-terms': 'settings.options',
  'contract-terms': 'settings.contracts',
  'pledge-terms': 'settings.staking',
  'pledge-limits': 'settings.pledgeLimits',
  'currency-terms': 'settings.currencies',
  'payment-terms': 'settings.paymentTerms',
  'unpaid-terms': 'settings.unpaidTerms',
  'loan-terms': 'settings.loanTerms',
  'loan-limits': 'settings.loanLimits',
  'vip-levels': 'settings.vipLevels',
  'deposit-terms': 'settings.deposits',
  'withdrawal-terms': 'settings.withdrawals',
  'purchase-terms': 'settings.purchases',
  'swap-terms': 'settings.swaps',
  'swap-day-limits': 'settings.swapDays',
  retention: 'settings.retention',
  'experience-terms': 'settings.experienceTerms',
  'operator-limits': 'settings.operatorLimits',
  'operator-looks': 'settings.operatorLooks',
};

/** An address may name what there is not. */
export const settingNameOf = (name: string): TextKey => (name in names ? names[name as SettingName] : 'settings.other');

/** A field that has no words of its own is called as it is stored. */
export function useFieldName(): (name: string) => string {
  const t = useT();
  return (name) => (name in facts ? t(`facts.${name as NamesIn<'facts'>}`) : name);
}

export function useValueText(): (value: SettingValue | undefined) => string {
  const t = useT();
  return (value) => (typeof value === 'boolean' ? t(value ? 'acts.yes' : 'acts.no') : typedOf(value) || '–');
}
