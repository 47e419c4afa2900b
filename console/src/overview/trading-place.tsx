// What customers have open, by coin, and what a move of its price would cost the house.
import { getExposure } from '@candor/wire';
import { Money } from '@candor/web/ui/money.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { CandlestickChart } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Place } from '../queue/place.ts';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';

const everyMs = 5_000;
/** As the server has them. */
const steps = ['-0.1', '-0.05', '-0.01', '0.01', '0.05', '0.1'];

export const place: Place = {
  name: 'trading',
  title: 'overview.trading',
  icon: CandlestickChart,
  index: 50,
  screens: [{ path: '/trading', Screen: TradingScreen }],
};

type Coin = DataOf<typeof getExposure>['coins'][number];

function TradingScreen(): ReactNode {
  const t = useT();
  return (
    <PlacePage title={t('overview.trading')}>
      <Loaded read={useRead(getExposure, {}, { everyMs })}>
        {({ coins }) =>
          coins.length === 0 ? (
            <EmptyState title={t('overview.nothingOpen')} />
          ) : (
            <>
              <TitledCard title={t('overview.contracts')}>
                <Note>{t('overview.costNote')}</Note>
                <Contracts coins={coins} />
              </TitledCard>
              <TitledCard title={t('overview.options')}>
                <Note>{t('overview.optionCostNote')}</Note>
                <Options coins={coins} />
              </TitledCard>
            </>
          )
        }
      </Loaded>
    </PlacePage>
  );
}

function Contracts({ coins }: { coins: readonly Coin[] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Table
      label={t('overview.contracts')}
      rows={coins}
      keyOf={({ coin }) => coin}
      columns={[
        { key: 'coin', label: t('overview.coin'), cell: ({ coin }) => coin },
        {
          key: 'positions',
          label: t('overview.positions'),
          isFigure: true,
          cell: (row) => formats.whole(row.positions),
        },
        { key: 'waiting', label: t('overview.orders'), isFigure: true, cell: (row) => formats.whole(row.waiting) },
        { key: 'long', label: t('overview.long'), isFigure: true, cell: (row) => <Money amount={row.open_long} coin={row.coin} precision="short" /> }, // oxfmt-ignore
        { key: 'short', label: t('overview.short'), isFigure: true, cell: (row) => <Money amount={row.open_short} coin={row.coin} precision="short" /> }, // oxfmt-ignore
        { key: 'reserved', label: t('overview.reserved'), isFigure: true, cell: (row) => <Money amount={row.reserved} coin="USDT" precision="cents" /> }, // oxfmt-ignore
        ...costColumns(({ costs }) => costs, formats),
      ]}
    />
  );
}

function Options({ coins }: { coins: readonly Coin[] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const sides = ['up_stake', 'up_profit', 'down_stake', 'down_profit'] as const;
  const names = { up_stake: 'overview.upStake', up_profit: 'overview.upProfit', down_stake: 'overview.downStake', down_profit: 'overview.downProfit' } as const; // oxfmt-ignore
  return (
    <Table
      label={t('overview.options')}
      rows={coins}
      keyOf={({ coin }) => coin}
      columns={[
        { key: 'coin', label: t('overview.coin'), cell: ({ coin }) => coin },
        { key: 'options', label: t('overview.open'), isFigure: true, cell: (row) => formats.whole(row.options) },
        ...sides.map((side) => ({
          key: side,
          label: t(names[side]),
          isFigure: true,
          cell: (row: Coin) => <Money amount={row[side]} coin="USDT" precision="cents" />,
        })),
        ...costColumns(({ option_costs: costs }) => costs, formats),
      ]}
    />
  );
}

/** A column for each move of a price. */
const costColumns = (costsOf: (coin: Coin) => readonly string[] | null, formats: ReturnType<typeof useFormats>) =>
  steps.map((step, index) => ({
    key: step,
    label: formats.percent(step, { decimals: 0, isSigned: true }),
    isFigure: true,
    cell: (row: Coin) => <Money amount={costsOf(row)?.[index]} coin="USDT" precision="cents" isSigned />,
  }));
