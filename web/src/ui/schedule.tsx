// What is paid when: a date, an amount and how it stands with it in each row, and the sum of all.
import type { Wad } from '@candor/wire';
import type { ReactNode } from 'react';
import { useKit } from './kit-provider.tsx';
import { Money } from './money.tsx';
import { Table } from './table.tsx';
import { Text } from './text.tsx';
import type { Tone } from './text.tsx';

export interface ScheduleRow {
  key: string;
  /** Epoch ms or an instant. */
  at: number | string;
  amount: string | Wad;
  state: string;
  tone?: Tone;
}

export interface ScheduleProps {
  label: string;
  coin: string;
  /** The earliest first. */
  rows: readonly ScheduleRow[];
  sum: string | Wad;
}

export function Schedule({ label, coin, rows, sum }: ScheduleProps): ReactNode {
  const { word, formats } = useKit();
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        {
          key: 'date',
          label: word('date'),
          cell: ({ at }) => <bdi className="whitespace-nowrap">{formats.date(at)}</bdi>,
          foot: word('sum'),
        },
        {
          key: 'amount',
          label: `${word('amount')} (${coin})`,
          cell: ({ amount }) => <Money amount={amount} coin={coin} precision="short" size="small" />,
          isFigure: true,
          foot: <Money amount={sum} coin={coin} precision="short" size="small" />,
        },
        {
          key: 'state',
          label: word('state'),
          cell: ({ state, tone = 'secondary' }) => (
            <Text size="small" tone={tone}>
              {state}
            </Text>
          ),
          isFigure: true,
        },
      ]}
    />
  );
}
