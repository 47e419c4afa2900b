// Lists of the console: a page at a time, sorted by the server, and the same list as a table for a spreadsheet.
import { z } from 'zod';
import { pageOf } from './endpoint.ts';

/** A table has no more rows than this; whoever needs others filters. */
export const tableRowsMax = 10_000;

/** `-name` is downwards; without a sort the list has its own order. */
export const sortedBy = <Name extends string>(...names: readonly [Name, ...Name[]]) =>
  z.enum([...names, ...names.map((name) => `-${name}` as const)]).optional();

/** What every list is asked for besides its filters. */
export const listPage = <Name extends string>(...names: readonly [Name, ...Name[]]) => ({
  sort: sortedBy(...names),
  ...pageOf,
});
