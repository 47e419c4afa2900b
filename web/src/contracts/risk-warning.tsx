// The warning that the rules of the place ask for, where the decision is made; with the share of accounts that lose, from the ledger.
import type { ReactNode } from 'react';
import { useConduct } from '../data/use-conduct.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Note } from '../ui/text.tsx';

export function RiskWarning(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const conduct = useConduct();
  if (conduct === undefined) return null;
  if (conduct.in_force.warning === 'general') {
    return <Note>{t('contracts.warningGeneral')}</Note>;
  }
  const share = conduct.losing_accounts?.share;
  return (
    <Banner tone="warn" title={t('contracts.warningTitle')}>
      {typeof share === 'string'
        ? t('contracts.warningLosing', { share: formats.percent(share, { decimals: 2 }) })
        : t('contracts.warningUnknown')}
    </Banner>
  );
}
