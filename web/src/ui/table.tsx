// Figures in rows and columns. What is too wide for a phone is scrolled in its own box, by keys as well.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  /** Empty over the names of rows. */
  label: ReactNode;
  cell: (row: Row) => ReactNode;
  /** At the end side, as figures are. */
  isFigure?: boolean;
  /** Under the rows, e.g. their sum. */
  foot?: ReactNode;
}

export interface TableProps<Row> {
  label: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>): ReactNode {
  const sideOf = ({ isFigure }: Column<Row>): string => clsx('px-1.5 py-1 first:ps-0 last:pe-0', isFigure ? 'text-end' : 'text-start'); // oxfmt-ignore
  const hasFoot = columns.some(({ foot }) => foot !== undefined);
  return (
    // What scrolls is reached by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-small">
        <thead>
          <tr className="text-tiny text-faint">
            {columns.map((column) =>
              column.label === '' ? (
                <td key={column.key} className={sideOf(column)} />
              ) : (
                <th key={column.key} scope="col" className={clsx(sideOf(column), 'font-normal')}>
                  {column.label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, place) =>
                place === 0 ? (
                  <th key={column.key} scope="row" className={clsx(sideOf(column), 'font-normal text-secondary')}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={sideOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {hasFoot && (
          <tfoot className="border-t border-line font-strong">
            <tr>
              {columns.map((column) => (
                <td key={column.key} className={sideOf(column)}>
                  {column.foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
