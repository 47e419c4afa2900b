// The rows of a queue as its address says, and the keys of its rows for going through them.
import type { Endpoint } from '@candor/wire';
import { useSearchParams } from 'react-router';
import { useMe } from '../session/session.ts';
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
  /** Nothing was asked for, as it takes a search that nobody made yet. */
  lacksSearch: boolean;
  /** Where the same list is as a table. */
  tableUrl: string;
}

export function useQueue({
  list,
  table,
  filters,
  firstFilters,
  idOf,
  search: needed,
  isStill = false,
}: AnyQueue): QueueRows {
  const me = useMe();
  const [search, setSearch] = useSearchParams();
  const state = readListState(search, filters.map(({ name }) => name), firstFilters); // oxfmt-ignore
  const asked = { ...state.filters, ...(state.sort !== '' && { sort: state.sort }) };
  const payload = { ...asked, pagesize: pageSize, current_page: state.page };
  const lacksSearch = needed !== undefined && needed.isNeeded(me) && state.filters[needed.filter] === undefined;
  const often = isStill ? { isStill } : { everyMs };
  const options = { ...often, keepsLast: true, isEnabled: !lacksSearch };
  const read = useRead(list as Endpoint, payload, options) as Reading<Rows>;
  return {
    state,
    search,
    change: (change) => setSearch(changeList(search, change), { replace: true }),
    read,
    lacksSearch,
    keys: lacksSearch ? [] : (read.data?.RESULT_LIST.map(idOf) ?? []),
    tableUrl: `${table.path}?${new URLSearchParams(asked).toString()}`,
  };
}
