// Flash swap: one coin for another at the index, at once or at a limit, and what was swapped before.
import type { AssetCode } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useBalances } from '../data/use-balances.ts';
import { whenIdle } from '../device/when-idle.ts';
import { VerifyFirst, VerifyPrompt } from '../market/verify-prompt.tsx';
import { useT } from '../text/texts.ts';
import { Segmented } from '../ui/choices.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page } from '../ui/page.tsx';
import { loadPickerSheet } from '../ui/picker.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Heading } from '../ui/text.tsx';
import { loadCountdown, QuoteTicket } from './quote-ticket.tsx';
import { SwapHistory } from './swap-history.tsx';
import { usePair } from './use-pair.ts';

/** After what one sees first, and before whoever is quick wants them. */
const restAfterMs = 1_000;
const loadLimit = () => import('./limit-ticket.tsx');
const LimitTicket = lazyPart(async () => (await loadLimit()).LimitTicket, <SkeletonList rows={3} />);

export function Screen(): ReactNode {
  const t = useT();
  useEffect(
    () =>
      whenIdle(() => void Promise.allSettled([loadLimit(), loadCountdown(), loadPickerSheet()]), {
        afterMs: restAfterMs,
      }),
    [],
  );
  const balances = useBalances();
  const [isPrompted, setPrompted] = useState(false);
  const available = (coin: AssetCode): string | undefined =>
    balances.data && (balances.data.RESULT_LIST.find(({ coin_code }) => coin_code === coin)?.qty ?? '0');
  const { pair, setPair, kind, setKind, forget } = usePair(available, balances.data !== undefined || balances.error !== null); // oxfmt-ignore
  const shared = pair && { pair, setPair, available, onUnverified: () => setPrompted(true), onPlaced: forget };
  const verifying = {
    title: t('swap.verifyTitle'),
    confirm: t('swap.verifyNow'),
    text: { ofDemo: t('swap.verifyDemo'), otherwise: t('swap.verifyText') },
  };
  return (
    <Page title={t('shell.menuSwap')} back="/home">
      <div className="flex flex-col gap-3 pt-2">
        <Segmented
          label={t('swap.kind')}
          choices={[
            { value: 'quote', label: t('swap.now') },
            { value: 'limit', label: t('swap.limit') },
          ]}
          value={kind}
          onChange={setKind}
        />
        <VerifyFirst {...verifying} />
        {shared === undefined ? (
          <SkeletonList rows={3} />
        ) : kind === 'quote' ? (
          <QuoteTicket {...shared} />
        ) : (
          <LimitTicket {...shared} />
        )}
      </div>
      <section aria-label={t('swap.history')} className="mt-6">
        <Heading>{t('swap.history')}</Heading>
        <SwapHistory />
      </section>
      <VerifyPrompt isOpen={isPrompted} onClose={() => setPrompted(false)} {...verifying} />
    </Page>
  );
}
