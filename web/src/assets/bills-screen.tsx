import type { Bill } from '@candor/wire';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useUser } from '../session/session.ts';
import { useBalances } from '../session/use-balances.ts';
import { useFormats, useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Chips } from '../ui/choices.tsx';
import { HideBalances } from '../ui/hide-balances.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';
import { Words } from '../ui/words.tsx';
import { byDay } from './bill-lines.ts';
import { BillRow } from './bill-row.tsx';
import { useBills } from './use-bills.ts';

/** Of the filter; no coin has this name. */
const allCoins = 'all';

export function Screen(): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const user = useUser();
  const { search } = useLocation();
  const [coin, setCoin] = useState(() => new URLSearchParams(search).get('coin') ?? allCoins);
  const accountId = user?.account_id ?? '';
  const { query, bills } = useBills(accountId, coin === allCoins ? '' : coin);
  return (
    <Page title={t('shell.bills')} back="/asset" actions={<HideBalances />}>
      <CoinFilter coin={coin} onChange={setCoin} />
      {query.isPending && <SkeletonList rows={6} />}
      {query.isError && !query.data && (
        <ErrorState
          title={words(query.error.failure)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {query.data && bills.length === 0 && (
        <EmptyState icon={ReceiptText} title={t('assets.noBills')} note={t('assets.noBillsNote')} />
      )}
      <Days bills={bills} />
      {query.hasNextPage && (
        <Button
          look="secondary"
          isWide
          className="mt-4"
          isBusy={query.isFetchingNextPage}
          onPress={() => void query.fetchNextPage()}
        >
          {t('assets.more')}
        </Button>
      )}
    </Page>
  );
}

function CoinFilter({ coin, onChange }: { coin: string; onChange: (coin: string) => void }): ReactNode {
  const t = useText();
  const balances = useBalances();
  const held = balances.data?.RESULT_LIST.map(({ coin_code }) => coin_code) ?? [];
  const coins = [...new Set([...held, ...(coin === allCoins ? [] : [coin])])];
  if (coins.length < 2) return null;
  return (
    <Chips
      label={t('assets.filter')}
      className="py-2"
      value={coin}
      onChange={onChange}
      choices={[
        { value: allCoins, label: t('assets.allCoins') },
        ...coins.map((code) => ({ value: code, label: code })),
      ]}
    />
  );
}

function Days({ bills }: { bills: readonly Bill[] }): ReactNode {
  const formats = useFormats();
  return byDay(bills, (at) => formats.date(at)).map(({ at, items }) => (
    <section key={formats.date(at)} className="mt-3">
      <Words as="h2" size="small" weight="medium" tone="secondary" className="pb-2">
        {formats.date(at)}
      </Words>
      <List isCard label={formats.date(at)}>
        {items.map((bill) => (
          <BillRow key={`${bill.entry_id} ${bill.leg}`} bill={bill} />
        ))}
      </List>
    </section>
  ));
}
