// How many rows a list has, without counting all of a long one each time that a page of it is asked for.

/** Up to here a count is exact. */
const exactUpTo = 10_000;

/**
 * SQL for `total`: exact for lists of ordinary length; of a longer one at least so many that whoever reads on finds each next page.
 * `rows` is what stands between `from` and the end: a table and its condition.
 */
export const countRows = (rows: string, { limit, offset }: { limit: number; offset: number }): string =>
  `select count(*) as total from (select from ${rows} limit ${Math.max(exactUpTo, offset + limit + 1)}) as counted`;
