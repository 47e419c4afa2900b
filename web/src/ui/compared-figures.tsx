// The same figures before and after: what has changed stands out, and what has not stays quiet.
import type { ReactNode } from 'react';
import { Table } from './table.tsx';
import { Figure, Text } from './text.tsx';

export interface ComparedFiguresProps {
  label: string;
  /** Over the figures before and after. */
  columns: readonly [string, string];
  rows: readonly { label: string; before: string; after: string }[];
}

export function ComparedFigures({ label, columns: [before, after], rows }: ComparedFiguresProps): ReactNode {
  const figure = (text: string, hasChanged: boolean, isGone: boolean): ReactNode => (
    <Text
      size="small"
      tone={!hasChanged ? 'secondary' : isGone ? 'warn' : 'text'}
      weight={hasChanged && !isGone ? 'strong' : 'normal'}
    >
      <Figure>{hasChanged && isGone ? <s>{text}</s> : text}</Figure>
    </Text>
  );
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={(row) => row.label}
      columns={[
        { key: 'name', label: '', cell: (row) => row.label },
        {
          key: 'before',
          label: before,
          cell: (row) => figure(row.before, row.before !== row.after, true),
          isFigure: true,
        },
        {
          key: 'after',
          label: after,
          cell: (row) => figure(row.after, row.before !== row.after, false),
          isFigure: true,
        },
      ]}
    />
  );
}
