// A list that is read page by page. Each page is its own answer, so that what is pushed reaches the first; a new item shifts the
// others, which are then read anew.
import type { Action, Endpoint } from '@candor/wire';
import { useQueries } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf, queryClient, readKey, RefusedError } from './use-read.ts';

type Call = Action | Endpoint;
interface Page<Item> {
  TOTAL: number;
  RESULT_LIST: Item[];
}

export interface Pages<Item> {
  /** Each item once; undefined before the first answer. */
  items: Item[] | undefined;
  total: number;
  failed: RefusedError | undefined;
  isFetching: boolean;
  retry: () => void;
}

export interface PagesOptions<One extends Call, Item> {
  call: One;
  pages: number;
  questionOf: (page: number) => One['payload']['_zod']['input'];
  idOf: (item: Item) => string;
}

export function usePages<Item, One extends Call = Call>(options: PagesOptions<One, Item>): Pages<Item> {
  const { call, pages, questionOf, idOf } = options;
  const results: UseQueryResult<Page<Item>>[] = useQueries({
    queries: Array.from({ length: pages }, (_, place) => {
      const question = questionOf(place + 1);
      return {
        queryKey: readKey(call, question),
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await answerOf(call, question, { signal })) as Page<Item>,
        staleTime: 30_000,
      };
    }),
  });
  const found = joinPages(results, idOf);
  useEffect(() => {
    const isLater = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
      ((queryKey[1] as { current_page?: number } | undefined)?.current_page ?? 1) > 1;
    queryClient.invalidateQueries({ queryKey: readKey(call), predicate: isLater }).catch(() => undefined);
  }, [found.total, call]);
  return found;
}

function joinPages<Item>(results: UseQueryResult<Page<Item>>[], idOf: (item: Item) => string): Pages<Item> {
  const items = new Map<string, Item>();
  for (const { data } of results) for (const item of data?.RESULT_LIST ?? []) items.set(idOf(item), item);
  const failed = results.find(({ error }) => error instanceof RefusedError)?.error;
  return {
    items: results[0]?.data === undefined ? undefined : [...items.values()],
    total: results[0]?.data?.TOTAL ?? 0,
    failed: failed instanceof RefusedError ? failed : undefined,
    isFetching: results.some((result) => result.isFetching),
    retry: () => results.forEach((result) => void (result.isError && result.refetch())),
  };
}
