// The order of a list as SQL: from the sort that the wire knows to columns, never from what a caller wrote.

/** `orNull`: it may have no value. */
type SortColumn = string | { orNull: string };

/**
 * `-name` is downwards, and what has no value comes last; `last` makes the order of equals sure. Only where a value may be missing this is
 * said to the database, which finds such an order in no index that is there for the column.
 */
export function orderBy(sort: string, columns: Readonly<Record<string, SortColumn>>, last: string): string {
  const isDown = sort.startsWith('-');
  const found = columns[isDown ? sort.slice(1) : sort];
  if (found === undefined) throw new Error(`no column for the sort ${sort}`);
  const direction = isDown ? 'desc' : 'asc';
  const first = typeof found === 'string' ? `${found} ${direction}` : `${found.orNull} ${direction} nulls last`;
  return `${first}, ${last} ${direction}`;
}
