import type { Bill } from '@candor/wire';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useUser } from '../session/session.ts';
import { billLines } from './bill-list.ts';
import { PagedList } from '../data/paged-list.tsx';
import { useBalances } from '../data/use-balances.ts';
import { useList } from '../data/use-list.ts';
import { InCurrency } from '../live/in-currency.tsx';
import { useEquity } from '../live/use-equity.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useAddress } from '../ui/address.ts';
import { Chips } from '../ui/choices.tsx';
import { HideBalances } from '../ui/hide-balances.tsx';
import { List } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';
import { Text } from '../ui/text.tsx';
import { byDay } from './bill-lines.ts';
import { BillRow } from './bill-row.tsx';

/** Of the filter; no coin has this name. */
const allCoins = 'all';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const { search } = useAddress();
  const [coin, setCoin] = useState(() => new URLSearchParams(search).get('coin') ?? allCoins);
  const accountId = user?.account_id ?? '';
  const question = { user_id: accountId, coin_code: coin === allCoins ? '' : coin };
  const list = useList(billLines, question, { isEnabled: accountId !== '' });
  return (
    <Page title={t('shell.bills')} back="/asset" actions={<HideBalances />}>
      <AllInAll />
      <CoinFilter coin={coin} onChange={setCoin} />
      <PagedList
        list={list}
        skeleton={<SkeletonList rows={6} />}
        empty={<EmptyState icon={ReceiptText} title={t('assets.noBills')} note={t('assets.noBillsNote')} />}
        render={(bills) => <Days bills={bills} />}
      />
    </Page>
  );
}

/** What all of it is worth now, so that movements are seen beside it. */
function AllInAll(): ReactNode {
  const t = useT();
  const balances = useBalances();
  const equity = useEquity(balances.data?.RESULT_LIST ?? []);
  if (balances.data === undefined || equity === undefined || equity.unpriced.length > 0) return null;
  return (
    <div className="flex flex-col pt-2">
      <Text size="small" tone="secondary">
        {t('assets.total')}
      </Text>
      <Money amount={equity.total} coin="USDT" weight="strong" hasCoin isPrivate />
      <InCurrency amount={equity.total} />
    </div>
  );
}

function CoinFilter({ coin, onChange }: { coin: string; onChange: (coin: string) => void }): ReactNode {
  const t = useT();
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
      <Text as="h2" size="small" weight="medium" tone="secondary" className="pb-2">
        {formats.date(at)}
      </Text>
      <List isCard label={formats.date(at)}>
        {items.map((bill) => (
          <BillRow key={`${bill.entry_id} ${bill.leg}`} bill={bill} />
        ))}
      </List>
    </section>
  ));
}
