// Pairs of terms with which a customer gains for certain, in red above a proposal that makes or widens one.
import { Banner } from '@candor/web/ui/banner.tsx';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';

type Sums = Readonly<Record<string, string>>;

export function SureGains({ facts }: { facts: Readonly<Record<string, unknown>> }): ReactNode {
  const t = useT();
  const sumsOf = (name: string): Sums => (facts[name] ?? {}) as Sums;
  const most = sumsOf('sure_gains_most');
  const listOf = (name: string): string =>
    Object.entries(sumsOf(name))
      .map(([pair, sum]) =>
        most[pair] === undefined
          ? `${pair}: ${sum} USDT`
          : `${pair}: ${sum} USDT, ${t('acts.sureGainsMost', { most: most[pair] })}`,
      )
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
