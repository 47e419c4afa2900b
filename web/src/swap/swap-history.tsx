// What was swapped, newest first, by time, status and coin.
import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useAddress } from '../ui/address.ts';
import { Chips } from '../ui/choices.tsx';
import { List } from '../ui/list.tsx';
import { Picker } from '../ui/picker.tsx';
import { EmptyState } from '../ui/states.tsx';
import { swapOrders } from './swap-list.ts';
import { SwapRow } from './swap-row.tsx';
import { assets, daysSince, historyDays } from './swap-rules.ts';

const all = 'all';
const statuses = [all, 'pending', 'filled', 'returned'] as const;
const times = [all, 'today', 'week', 'month'] as const;

interface Filter {
  time: (typeof times)[number];
  status: (typeof statuses)[number];
  coin: string;
}
const noFilter: Filter = { time: all, status: all, coin: all };

export function SwapHistory(): ReactNode {
  const t = useT();
  const userId = useUser()?.account_id;
  const [filter, setFilter] = useState(noFilter);
  const { time, status, coin } = filter;
  const question = {
    account_id: userId ?? '',
    status: status === all ? '' : status,
    coin: coin === all ? '' : coin,
    from: time === all ? '' : daysSince(historyDays[time], serverNow()),
    to: '',
  };
  const list = useList(swapOrders, question, { isEnabled: userId !== undefined });
  const isWhole = [time, status, coin].every((each) => each === all);
  return (
    <div ref={useShownFirst()} className="flex scroll-mt-28 flex-col gap-2">
      <Filters filter={filter} onChange={(changed) => setFilter({ ...filter, ...changed })} />
      <PagedList
        list={list}
        empty={<EmptyState icon={ArrowLeftRight} title={t(isWhole ? 'swap.none' : 'swap.noneSuch')} />}
        render={(orders) => (
          <List label={t('swap.history')}>
            {orders.map((order) => (
              <SwapRow key={order.exchange_id} order={order} />
            ))}
          </List>
        )}
      />
    </div>
  );
}

/** A line of a chart leads here, past the ticket. */
function useShownFirst() {
  const top = useRef<HTMLDivElement>(null);
  const isAsked = new URLSearchParams(useAddress().search).get('part') === 'history';
  useEffect(() => {
    if (isAsked) top.current?.scrollIntoView();
  }, [isAsked]);
  return top;
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (changed: Partial<Filter>) => void }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const nameOf = (time: Filter['time']): string =>
    time === all ? t('swap.allTimes') : time === 'today' ? t('swap.today') : formats.length(historyDays[time], 'day');
  return (
    <>
      <Chips
        label={t('swap.time')}
        isEven
        choices={times.map((value) => ({ value, label: nameOf(value) }))}
        value={filter.time}
        onChange={(time) => onChange({ time })}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        <Picker
          label={t('swap.status')}
          hidesLabel
          items={statuses.map((value) => ({ value, label: t(`swap.status_${value}`) }))}
          value={filter.status}
          onChange={(status) => onChange({ status })}
        />
        <Picker
          label={t('swap.coin')}
          hidesLabel
          items={[{ value: all, label: t('swap.allCoins') }, ...assets.map((value) => ({ value: value as string, label: value as string }))]} // oxfmt-ignore
          value={filter.coin}
          onChange={(coin) => onChange({ coin })}
        />
      </div>
    </>
  );
}
