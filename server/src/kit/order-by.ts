// The order of a list as SQL: from the sort that the wire knows to columns, never from what a caller wrote.

/** `-name` is downwards, and what has no value comes last; `last` makes the order of equals sure. */
export function orderBy(sort: string, columns: Readonly<Record<string, string>>, last: string): string {
  const isDown = sort.startsWith('-');
  const column = columns[isDown ? sort.slice(1) : sort];
  if (column === undefined) throw new Error(`no column for the sort ${sort}`);
  return `${column} ${isDown ? 'desc' : 'asc'} nulls last, ${last} ${isDown ? 'desc' : 'asc'}`;
}
