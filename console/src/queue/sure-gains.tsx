// Pairs of terms with which a customer gains for certain, in red above a proposal that makes or widens one.
import { Banner } from '@candor/web/ui/banner.tsx';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { gainLines, type GainLine } from './gain-lines.ts';

export function SureGains({ facts }: { facts: Readonly<Record<string, unknown>> }): ReactNode {
  const t = useT();
  return (
    <>
      <GainBanner title={t('acts.sureGains')} lines={gainLines(facts, 'sure_gains')} />
      <GainBanner title={t('acts.sureGainsClosed')} lines={gainLines(facts, 'sure_gains_closed')} />
    </>
  );
}

function GainBanner({ title, lines }: { title: string; lines: readonly GainLine[] }): ReactNode {
  const t = useT();
  if (lines.length === 0) return null;
  return (
    <Banner tone="danger" title={title}>
      <ul>
        {lines.map(({ pair, sum, most }) => (
          <li key={pair}>
            {most === undefined ? `${pair}: ${sum} USDT` : `${pair}: ${sum} USDT, ${t('acts.sureGainsMost', { most })}`}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
