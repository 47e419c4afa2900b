// Flash swap: one coin for another at the index, at once or at a limit, and what was swapped before.
import type { AssetCode } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useBalances } from '../data/use-balances.ts';
import { VerifyPrompt } from '../market/verify-prompt.tsx';
import { useT } from '../text/texts.ts';
import { useAddress } from '../ui/address.ts';
import { Segmented } from '../ui/choices.tsx';
import { Page } from '../ui/page.tsx';
import { Heading } from '../ui/text.tsx';
import { LimitTicket } from './limit-ticket.tsx';
import { QuoteTicket } from './quote-ticket.tsx';
import { SwapHistory } from './swap-history.tsx';
import { firstPair, type Pair } from './swap-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const asked = new URLSearchParams(useAddress().search);
  const balances = useBalances();
  const [kind, setKind] = useState<'quote' | 'limit'>('quote');
  const [chosen, setPair] = useState<Pair>();
  const [isPrompted, setPrompted] = useState(false);
  const available = (coin: AssetCode): string | undefined =>
    balances.data && (balances.data.RESULT_LIST.find(({ coin_code }) => coin_code === coin)?.qty ?? '0');
  const pair = chosen ?? firstPair(asked.get('coin'), available);
  const shared = { pair, setPair, available, onUnverified: () => setPrompted(true) };
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
        {kind === 'quote' ? <QuoteTicket {...shared} /> : <LimitTicket {...shared} />}
      </div>
      <section aria-label={t('swap.history')} className="mt-6">
        <Heading>{t('swap.history')}</Heading>
        <SwapHistory />
      </section>
      <VerifyPrompt
        isOpen={isPrompted}
        onClose={() => setPrompted(false)}
        title={t('swap.verifyTitle')}
        confirm={t('swap.verifyNow')}
        text={{ ofDemo: t('swap.verifyDemo'), otherwise: t('swap.verifyText') }}
      />
    </Page>
  );
}
