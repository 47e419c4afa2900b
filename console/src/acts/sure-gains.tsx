// Pairs of terms with which a customer gains for certain, in red above a proposal that makes or widens one.
import { Banner } from '@candor/web/ui/banner.tsx';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { textOf } from './act-words.tsx';

export function SureGains({ facts }: { facts: Readonly<Record<string, unknown>> }): ReactNode {
  const t = useT();
  const listOf = (name: string): string =>
    Object.entries((facts[name] ?? {}) as Record<string, unknown>)
      .map(([pair, sum]) => `${pair}: ${textOf(sum)} USDT`)
      .join(' · ');
  const [open, closed] = [listOf('sure_gains'), listOf('sure_gains_closed')];
  return (
    <>
      {open !== '' && (
        <Banner tone="danger" title={t('acts.sureGains')}>
          {open}
        </Banner>
      )}
      {closed !== '' && (
        <Banner tone="danger" title={t('acts.sureGainsClosed')}>
          {closed}
        </Banner>
      )}
    </>
  );
}
