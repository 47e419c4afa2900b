// Rows of a list with a cursor that keys move. The columns' model is TanStack's; paging and sorting are the server's.
import { columnVisibilityFeature, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** What the server sorts it by; without it the head is no button. */
  sort?: string | undefined;
  /** At the end side, as figures are. */
  isFigure?: boolean | undefined;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly DataColumn<Row>[];
  /** Keys of those that are not shown. */
  hidden: readonly string[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** As in the address: `-name` is downwards. */
  sort: string;
  onSort: (sort: string) => void;
  /** Key of the row that keys act on. */
  cursor: string | undefined;
  onCursor: (key: string) => void;
  onOpen?: ((row: Row) => void) | undefined;
}

const features = tableFeatures({ columnVisibilityFeature });

export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode {
  const { label, columns, hidden, rows, keyOf, sort, onSort, cursor, onCursor, onOpen } = props;
  const helper = useMemo(() => createColumnHelper<typeof features, Row>(), []);
  const model = useMemo(
    () =>
      columns.map((column) =>
        helper.display({ id: column.key, header: column.label, cell: ({ row }) => column.cell(row.original) }),
      ),
    [columns, helper],
  );
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((key) => [key, false])), [hidden]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: model, data, getRowId: keyOf, state: { columnVisibility } });
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const side = (key: string): string => (byKey.get(key)?.isFigure ? 'text-end' : 'text-start');
  return (
    <div
      role="group"
      aria-label={label}
      // What scrolls is reached by keys too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-card"
    >
      <table className="w-full text-small">
        <thead className="border-b border-line text-tiny text-faint">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map(({ id }) => (
                <Head key={id} column={byKey.get(id)!} sort={sort} onSort={onSort} className={side(id)} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody className="divide-y divide-line">
          {table.getRowModel().rows.map((row) => (
            <BodyRow
              key={row.id}
              isCurrent={row.id === cursor}
              onPress={() => (onCursor(row.id), onOpen?.(row.original))}
            >
              {row.getVisibleCells().map((cell) => (
                <td key={cell.id} className={clsx('max-w-80 px-3 py-2 align-top', side(cell.column.id))}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </BodyRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The row that keys act on is in view. */
function BodyRow({ isCurrent, onPress, children }: { isCurrent: boolean; onPress: () => void; children: ReactNode }) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    // Keys reach it by j, k and enter, and by the link in its first cell.
    <tr
      ref={row}
      aria-current={isCurrent || undefined}
      onClick={onPress}
      className={clsx('scroll-my-16 hover:bg-sunk', isCurrent && 'bg-accent-soft')}
    >
      {children}
    </tr>
  );
}

function Head<Row>({
  column,
  sort,
  onSort,
  className,
}: {
  column: DataColumn<Row>;
  sort: string;
  onSort: (sort: string) => void;
  className: string;
}): ReactNode {
  const { label, sort: name } = column;
  const isUp = name !== undefined && sort === name;
  const isDown = name !== undefined && sort === `-${name}`;
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
      className={clsx('px-3 font-medium', className)}
    >
      {name === undefined ? (
        <span className="inline-flex min-h-touch items-center">{label}</span>
      ) : (
        <button
          type="button"
          className="inline-flex min-h-touch items-center gap-1"
          onClick={() => onSort(isUp ? `-${name}` : name)}
        >
          {label}
          {(isUp || isDown) && <Arrow className="size-3" strokeWidth={2} aria-hidden />}
        </button>
      )}
    </th>
  );
}
