// One's ended orders of a coin and a month: summed up, as a file, and one by one.
import { coins, getOptionsHistory, queryOptionsSummary, subtract, wad } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import type { DataOf } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { noFigure } from '../text/formats.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Gain } from '../ui/gain.tsx';
import { Picker } from '../ui/picker.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Stats } from '../ui/stats.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { OrderList } from './order-lists.tsx';
import { allMonths, lastMonths, spanOf, winShareOf } from './history-rules.ts';

const allCoins = 'all';

export function OrderHistory(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const [month, setMonth] = useState(allMonths);
  const [pair, setPair] = useState<string>(allCoins);
  const filter = { pair_type: pair === allCoins ? '' : pair, ...spanOf(month) };
  const months = lastMonths(serverNow()).map((value) => ({ value, label: formats.month(spanOf(value).from) }));
  return (
    <div className="flex flex-col gap-3 pt-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        <Picker
          label={t('options.month')}
          hidesLabel
          items={[{ value: allMonths, label: t('options.all') }, ...months]}
          value={month}
          onChange={setMonth}
        />
        <Picker
          label={t('options.coin')}
          hidesLabel
          items={[
            { value: allCoins, label: t('options.allCoins') },
            ...coins.map(({ code, symbol, name }) => ({ value: symbol, label: code, note: name })),
          ]}
          value={pair}
          onChange={setPair}
        />
      </div>
      <Summary filter={filter} />
      <OrderList kind="ended" filter={filter} />
    </div>
  );
}

function Summary({ filter }: { filter: { pair_type: string; from: string; to: string } }): ReactNode {
  const t = useT();
  const userId = useUser()?.account_id;
  const question = { trade_user_id: userId ?? '', ...filter };
  const read = useRead(queryOptionsSummary, question, { isEnabled: userId !== undefined });
  return (
    <Loaded read={read} skeleton={<Skeleton className="h-10" />} errorSize="line">
      {(sums) => (
        <div className="flex items-end gap-3">
          <div className="flex-1">
            <Sums sums={sums} />
          </div>
          {sums.orders > 0 && (
            <TextLink
              isDocument
              to={`${getOptionsHistory.path}?${new URLSearchParams(question).toString()}`}
              size="small"
            >
              {t('options.csv')}
            </TextLink>
          )}
        </div>
      )}
    </Loaded>
  );
}

function Sums({ sums }: { sums: DataOf<typeof queryOptionsSummary> }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const share = winShareOf(sums);
  return (
    <Stats
      isSmall
      stats={[
        {
          label: t('options.net'),
          value: <Gain amount={subtract(wad(sums.paid), wad(sums.staked))} size="small" isPrivate />,
        },
        {
          label: t('options.result_win'),
          value: (
            <bdi className="figure">{share === undefined ? noFigure : formats.percent(share, { decimals: 0 })}</bdi>
          ),
        },
        { label: t('options.orders'), value: <bdi className="figure">{formats.whole(sums.orders)}</bdi> },
      ]}
    />
  );
}
