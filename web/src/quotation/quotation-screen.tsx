// All coins at a glance: searched, kept as favourites, or in the order of what moved and what was traded.
import { Search, Star, TrendingDown, TrendingUp, X } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { usePreferences } from '../session/preferences.ts';
import { useMarketSummary } from '../session/use-market-summary.ts';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FieldIcon } from '../ui/field-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Unseen, Words } from '../ui/words.tsx';
import { lists } from './coin-order.ts';
import type { ListName } from './coin-order.ts';
import { CoinRow } from './coin-row.tsx';
import { SummaryFault } from './summary-fault.tsx';
import { useCoinOrder } from './use-coin-order.ts';

export function Screen(): ReactNode {
  const t = useText();
  const hasFavourites = usePreferences((wishes) => wishes.favourites.length > 0);
  const [list, setList] = useState<ListName>(hasFavourites ? 'favourites' : 'all');
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const summary = useMarketSummary();
  const entries = useMemo(() => new Map(summary.data?.coins.map((entry) => [entry.coin, entry])), [summary.data]);
  const shown = useCoinOrder(list, wanted, summary.data);
  return (
    <Page title={t('shell.quotation')}>
      <div className="pt-3">
        <Field
          label={t('quotation.search')}
          hidesLabel
          type="search"
          placeholder={t('quotation.searchHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          start={<FieldIcon icon={Search} />}
          end={typed !== '' && <IconButton icon={X} label={t('quotation.clearSearch')} onPress={() => setTyped('')} />}
        />
      </div>
      <SummaryFault summary={summary} />
      <Tabs
        label={t('quotation.lists')}
        tabs={lists.map((name) => ({ value: name, label: t(`quotation.${name}`) }))}
        value={list}
        onChange={setList}
      >
        <Unseen as="h2">{t(`quotation.${list}`)}</Unseen>
        {shown.length === 0 ? (
          <NoCoins list={list} typed={wanted.trim()} onClear={() => setTyped('')} onAll={() => setList('all')} />
        ) : (
          <>
            <Columns />
            <List label={t(`quotation.${list}`)}>
              {shown.map((coin) => (
                <CoinRow key={coin.code} coin={coin} summary={entries.get(coin.code)} />
              ))}
            </List>
          </>
        )}
      </Tabs>
    </Page>
  );
}

function Columns(): ReactNode {
  const t = useText();
  return (
    <div className="flex flex-wrap justify-between gap-x-3 pt-2">
      <Words size="tiny" tone="faint">
        {t('quotation.columnCoin')}
      </Words>
      <span className="flex gap-x-2.5">
        <Words size="tiny" tone="faint">
          {t('quotation.columnPrice')}
        </Words>
        <Words size="tiny" tone="faint" align="end" className="min-w-19">
          {t('quotation.columnChange')}
        </Words>
      </span>
    </div>
  );
}

interface NoCoinsProps {
  list: ListName;
  typed: string;
  onClear: () => void;
  onAll: () => void;
}

function NoCoins({ list, typed, onClear, onAll }: NoCoinsProps): ReactNode {
  const t = useText();
  if (typed !== '') {
    return (
      <EmptyState
        icon={Search}
        title={t('quotation.nothingFound', { typed })}
        action={
          <Button look="secondary" onPress={onClear}>
            {t('quotation.clearSearch')}
          </Button>
        }
      />
    );
  }
  const all = (
    <Button look="secondary" onPress={onAll}>
      {t('quotation.showAll')}
    </Button>
  );
  if (list === 'favourites') {
    return (
      <EmptyState icon={Star} title={t('quotation.noFavourites')} note={t('quotation.noFavouritesNote')} action={all} />
    );
  }
  const isUp = list === 'gainers';
  return (
    <EmptyState
      icon={isUp ? TrendingUp : TrendingDown}
      title={t(isUp ? 'quotation.noGainers' : 'quotation.noLosers')}
      action={all}
    />
  );
}
