// All coins at a glance: searched, kept as favourites, or in the order of what moved and what was traded.
import { Search, Star, TrendingDown, TrendingUp, X } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { usePreferences } from '../device/preferences.ts';
import { ReadError } from '../data/loaded.tsx';
import { useMarketSummary } from '../data/use-market-summary.ts';
import { useT } from '../text/texts.ts';
import { useAddress } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FieldIcon } from '../ui/field-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { VisuallyHidden, Text } from '../ui/text.tsx';
import { lists } from './coin-order.ts';
import type { ListName } from './coin-order.ts';
import { CoinRow } from './coin-row.tsx';
import { useCoinOrder } from './use-coin-order.ts';

export function Screen(): ReactNode {
  const t = useT();
  const hasFavourites = usePreferences((preferences) => preferences.favourites.length > 0);
  const [list, setList] = useState<ListName>(hasFavourites ? 'favourites' : 'all');
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const search = useSearchFocus();
  const summary = useMarketSummary();
  const entries = useMemo(() => new Map(summary.data?.coins.map((entry) => [entry.coin, entry])), [summary.data]);
  const shown = useCoinOrder(list, wanted, summary.data);
  return (
    <Page title={t('shell.quotation')}>
      <div className="pt-3">
        <Field
          ref={search}
          label={t('ui.searchCoins')}
          hidesLabel
          type="search"
          placeholder={t('quotation.searchHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={setTyped}
          start={<FieldIcon icon={Search} />}
          end={typed !== '' && <IconButton icon={X} label={t('quotation.clearSearch')} onPress={() => setTyped('')} />}
        />
      </div>
      {/* Prices come by the socket all the same: only the day's lines are missing. */}
      <ReadError read={summary} />
      <Tabs
        label={t('quotation.lists')}
        tabs={lists.map((name) => ({ value: name, label: t(`quotation.${name}`) }))}
        value={list}
        onChange={setList}
      >
        <VisuallyHidden as="h2">{t(`quotation.${list}`)}</VisuallyHidden>
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

/** Who comes to search, by `?search`, finds the field ready to type into. */
function useSearchFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const location = useAddress();
  useEffect(() => {
    if (location.search === '?search') field.current?.focus({ preventScroll: true });
  }, [location]);
  return field;
}

function Columns(): ReactNode {
  const t = useT();
  return (
    <div className="flex flex-wrap justify-between gap-x-3 pt-2">
      <Text size="tiny" tone="faint">
        {t('quotation.columnCoin')}
      </Text>
      <span className="flex gap-x-2.5">
        <Text size="tiny" tone="faint">
          {t('quotation.columnPrice')}
        </Text>
        <Text size="tiny" tone="faint" align="end" className="min-w-22.5">
          {t('quotation.columnChange')}
        </Text>
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
  const t = useT();
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
