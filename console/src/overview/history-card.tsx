// The bankroll of a coin over time, and below it what was set aside of it by each product.
import { getHouseHistory, type HistorySpan } from '@candor/wire';
import { Segmented } from '@candor/web/ui/choices.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useWords } from '../text/wire-words.ts';
import { Toolbar } from '../ui/list-parts.tsx';
import { LineChart } from '../ui/line-chart.tsx';
import { Select } from '../ui/select.tsx';
import { TitledCard } from '../ui/titled-card.tsx';

const everyMs = 60_000;
const spans = ['day', 'week', 'quarter'] as const satisfies readonly HistorySpan[];
type History = DataOf<typeof getHouseHistory>;

export function HistoryCard(): ReactNode {
  const t = useT();
  const [span, setSpan] = useState<HistorySpan>('day');
  const [coin, setCoin] = useState('USDT');
  const read = useRead(getHouseHistory, { coin, span }, { everyMs, keepsLast: true });
  const coins = read.data?.coins ?? [];
  return (
    <TitledCard title={t('overview.history')}>
      <Toolbar
        end={
          <Segmented
            label={t('overview.span')}
            value={span}
            onChange={setSpan}
            className="min-w-72"
            choices={spans.map((value) => ({ value, label: t(`overview.span_${value}`) }))}
          />
        }
      >
        {coins.length > 1 && (
          <Select
            label={t('overview.coin')}
            value={coin}
            onChange={setCoin}
            options={coins.map((value) => ({ value, label: value }))}
          />
        )}
      </Toolbar>
      <Loaded read={read}>{(history) => <Lines history={history} coin={coin} />}</Loaded>
    </TitledCard>
  );
}

function Lines({ history: { buckets, points }, coin }: { history: History; coin: string }): ReactNode {
  const [t, formats, word] = [useT(), useFormats(), useWords()];
  if (points.length === 0) return <Note>{t('overview.noHistory')}</Note>;
  const times = points.map(({ at }) => Date.parse(at));
  const lines = buckets.map((bucket, place) => ({
    name: word('bucket', bucket),
    isBankroll: bucket === 'bankroll',
    values: points.map(({ balances }) => balances[place]!),
  }));
  const shared = {
    times,
    amountText: (value: string) => `${formats.decimal(value, { min: 2, max: 2 })} ${coin}`,
    timeText: (at: number) => formats.dateTime(at),
  };
  const [bankroll, aside] = [lines.filter(({ isBankroll }) => isBankroll), lines.filter(({ isBankroll }) => !isBankroll)]; // oxfmt-ignore
  return (
    <>
      {bankroll.length > 0 && <LineChart label={t('overview.bankrollOf', { coin })} lines={bankroll} {...shared} />}
      {aside.length > 0 && <LineChart label={t('overview.asideOf', { coin })} lines={aside} {...shared} />}
    </>
  );
}
