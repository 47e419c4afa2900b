// The rows of a queue as its address says, and the keys of its rows for going through them.
import type { Endpoint } from '@candor/wire';
import { useSearchParams } from 'react-router';
import { useRead } from '../session/use-read.ts';
import type { Reading } from '../session/use-read.ts';
import { changeList, pageSize, readListState } from './list-state.ts';
import type { ListState } from './list-state.ts';
import type { AnyQueue } from './queue-options.ts';

interface Rows {
  TOTAL: number;
  RESULT_LIST: object[];
}

/** A row that somebody else has dealt with goes within this. */
const everyMs = 5_000;

export interface QueueRows {
  state: ListState;
  search: URLSearchParams;
  change: (change: Readonly<Record<string, string>>) => void;
  read: Reading<Rows>;
  keys: readonly string[];
  /** Where the same list is as a table. */
  tableUrl: string;
}

export function useQueue({ list, table, filters, firstFilters, idOf, isStill = false }: AnyQueue): QueueRows {
  const [search, setSearch] = useSearchParams();
  const state = readListState(search, filters.map(({ name }) => name), firstFilters); // oxfmt-ignore
  const asked = { ...state.filters, ...(state.sort !== '' && { sort: state.sort }) };
  const payload = { ...asked, pagesize: pageSize, current_page: state.page };
  const read = useRead(
    list as Endpoint,
    payload,
    isStill ? { isStill, keepsLast: true } : { everyMs, keepsLast: true },
  ) as Reading<Rows>;
  return {
    state,
    search,
    change: (change) => setSearch(changeList(search, change), { replace: true }),
    read,
    keys: read.data?.RESULT_LIST.map(idOf) ?? [],
    tableUrl: `${table.path}?${new URLSearchParams(asked).toString()}`,
  };
}
