// What a list shows, as it stands in the address: filters, order and page. Pure, so that a link shows the same list to whoever opens it.

export interface ListState {
  /** By the name of the filter; those that are empty are left out. */
  filters: Readonly<Record<string, string>>;
  /** Empty for the list's own order. */
  sort: string;
  page: number;
}

export const pageSize = 50;
/** Beside the filters in the address. */
const own = new Set(['sort', 'page']);

/** `first` are the filters of a visit that names none: an empty one in the address means that it was taken away. */
export function readListState(
  search: URLSearchParams,
  names: readonly string[],
  first: Readonly<Record<string, string>> = {},
): ListState {
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name) ?? first[name] ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
  const page = parseInt(search.get('page') ?? '1', 10);
  return { filters, sort: search.get('sort') ?? '', page: Number.isSafeInteger(page) && page > 0 ? page : 1 };
}

/** A changed filter or order begins at the first page again. */
export function changeList(search: URLSearchParams, change: Readonly<Record<string, string>>): URLSearchParams {
  const changed = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === '' && own.has(name)) changed.delete(name);
    else changed.set(name, value);
  }
  if (!('page' in change)) changed.delete('page');
  return changed;
}

export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / pageSize));

/** The row that keys act on next; the first or last one stays where it is. */
export function moveCursor(keys: readonly string[], cursor: string | undefined, step: 1 | -1): string | undefined {
  const place = cursor === undefined ? -1 : keys.indexOf(cursor);
  if (place < 0) return step > 0 ? keys[0] : keys.at(-1);
  return keys[Math.min(keys.length - 1, Math.max(0, place + step))];
}

/** After a case is done: the one that stands behind it, else the one before, of those that are left. */
export function nextCase(keys: readonly string[], done: string): string | undefined {
  const place = keys.indexOf(done);
  return place < 0 ? keys[0] : (keys[place + 1] ?? keys[place - 1]);
}
