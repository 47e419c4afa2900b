// What an order lives by while it runs: each price from its entry to its expiry, on the side that wins or on the other one.
import { feedTopics, getTicks } from '@candor/wire';
import type { FeedDetail, OptionOrderMessage } from '@candor/wire';
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useRead } from '../data/use-read.ts';
import type { DataOf } from '../data/use-read.ts';
import { topicStore } from '../live/feed.ts';
import { useT } from '../text/texts.ts';
import { RunChart } from '../ui/run-chart.tsx';
import { pictureOf, withSpots } from './running-line.ts';
import type { Run, Spot } from './running-line.ts';
import { coinOf, sideOf } from './running-rules.ts';

export interface RunningTicksProps {
  order: OptionOrderMessage;
  entry: NonNullable<OptionOrderMessage['entry']>;
}

export function RunningTicks({ order, entry }: RunningTicksProps): ReactNode {
  const t = useT();
  const run = useMemo((): Run => {
    const begin = { at: Date.parse(entry.published_at), price: +entry.price };
    const ends = Date.parse(order.exit?.published_at ?? order.expires_at ?? '');
    return { entry: begin, endsAt: Math.max(ends, Date.parse(order.expires_at ?? '')) };
  }, [order, entry]);
  const spots = useSpots(order, entry, run);
  return (
    <RunChart
      points={pictureOf(spots, run)}
      wins={sideOf(order) === 'up' ? 'above' : 'below'}
      label={t('options.ticksLabel')}
    />
  );
}

/** Those of the archive, also from before one looked, and each as it comes. */
function useSpots(order: OptionOrderMessage, entry: RunningTicksProps['entry'], run: Run): readonly Spot[] {
  const coin = coinOf(order);
  const [live, setLive] = useState<readonly Spot[]>([]);
  const last = order.exit?.sequence;
  const read = { coin: coin?.code ?? '', ...(last === undefined ? {} : { last }) };
  const first = useRead(getTicks, { ...read, after: entry.sequence }, { isEnabled: coin !== undefined, freshMs: Infinity }).data; // oxfmt-ignore
  // The longest orders have more than one page of them, and none has three.
  const after = first?.next_after;
  const second = useRead(getTicks, { ...read, after: after ?? 0 }, { isEnabled: after !== undefined, freshMs: Infinity }).data; // oxfmt-ignore
  const isOver = last !== undefined;
  useEffect(() => {
    if (!coin || isOver) return;
    const store = topicStore<FeedDetail>(feedTopics.detail(coin.symbol));
    return store.subscribeCalmly(() => {
      const price = +(store.get()?.close ?? '');
      if (price > 0) setLive((known) => withSpots(known, [{ at: serverNow(), price }], run));
    });
  }, [coin, isOver, run]);
  return useMemo(() => withSpots(live, [...spotsOf(first), ...spotsOf(second)], run), [live, first, second, run]);
}

const spotsOf = (page: DataOf<typeof getTicks> | undefined): Spot[] =>
  (page?.ticks ?? []).map(([, price, , at]) => ({ at, price: +price }));
