// A list that goes on: const bills = useList(bills, { user_id }, { pageSize: 20 }); <PagedList list={bills} … /> shows it.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CachedList } from './cached-list.ts';
import { itemsOf } from './list-pages.ts';
import type { ListOf } from './list-pages.ts';
import { answerOf, readKey } from './use-read.ts';
import type { Reading, ReadOptions, RefusedError } from './use-read.ts';

/** Reads like one answer whose data are the items that are known so far. */
export interface ListRead<Item> extends Reading<readonly Item[]> {
  /** Of the pages that are known; of the next page it is `more.hasFailed`. */
  error: RefusedError | null;
  total: number | undefined;
  more: { exists: boolean; isLoading: boolean; hasFailed: boolean; load: () => void };
}

export interface ListOptions extends Pick<ReadOptions, 'isEnabled' | 'freshMs' | 'isStored'> {
  pageSize?: number;
}

export function useList<Item>(
  { call, idOf }: CachedList<Item>,
  question: object,
  { pageSize = 20, isEnabled = true, freshMs = 30_000, isStored = false }: ListOptions = {},
): ListRead<Item> {
  const asked = { ...question, pagesize: pageSize };
  const found = useInfiniteQuery<
    ListOf<Item>,
    RefusedError,
    InfiniteData<ListOf<Item>, string>,
    readonly unknown[],
    string
  >({
    queryKey: [...readKey(call, asked), 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await answerOf(call, { ...asked, after: pageParam }, { signal })) as ListOf<Item>,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isEnabled,
    staleTime: freshMs,
    meta: { isStored },
  });
  const pages = found.data?.pages;
  const data = useMemo(() => pages && itemsOf(pages, idOf), [pages, idOf]);
  const { isFetchNextPageError: hasFailed, fetchNextPage } = found;
  return {
    data,
    error: hasFailed ? null : found.error,
    isFetching: found.isFetching,
    refetch: found.refetch,
    total: pages?.at(-1)?.TOTAL,
    more: {
      exists: found.hasNextPage,
      isLoading: found.isFetchingNextPage,
      hasFailed,
      load: () => void fetchNextPage({ cancelRefetch: false }),
    },
  };
}

/** Of a list that is known as a whole: part by part. */
export function usePartOf<Item>({ data, ...read }: Reading<readonly Item[]>, pageSize: number): ListRead<Item> {
  const [count, setCount] = useState(pageSize);
  const shown = useMemo(() => data?.slice(0, count), [data, count]);
  const exists = data !== undefined && count < data.length;
  const load = (): void => setCount(count + pageSize);
  return { ...read, data: shown, total: data?.length, more: { exists, isLoading: false, hasFailed: false, load } };
}
