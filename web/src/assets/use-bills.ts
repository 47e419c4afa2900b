// One's bills, page after page; all pages that are open are read anew when a balance has changed.
import { queryBills } from '@candor/wire';
import type { Bill } from '@candor/wire';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { answerOf, readKey } from '../session/use-read.ts';
import type { RefusedError } from '../session/use-read.ts';

const pageSize = 20;

export interface Bills {
  query: UseInfiniteQueryResult<InfiniteData<{ TOTAL: number; RESULT_LIST: Bill[] }, number>, RefusedError>;
  /** Each line once: those that come in between push others to the next page. */
  bills: readonly Bill[];
}

export function useBills(accountId: string, coin: string): Bills {
  const payload = { user_id: accountId, coin_code: coin };
  const query = useInfiniteQuery<
    { TOTAL: number; RESULT_LIST: Bill[] },
    RefusedError,
    InfiniteData<{ TOTAL: number; RESULT_LIST: Bill[] }, number>,
    readonly unknown[],
    number
  >({
    queryKey: [...readKey(queryBills, payload), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      answerOf(queryBills, { ...payload, pagesize: pageSize, current_page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ TOTAL }, _pages, page) => (page * pageSize < TOTAL ? page + 1 : undefined),
    enabled: accountId !== '',
    staleTime: 30_000,
  });
  const all = query.data?.pages.flatMap(({ RESULT_LIST }) => RESULT_LIST) ?? [];
  const bills = [...new Map(all.map((bill) => [`${bill.entry_id} ${bill.leg}`, bill])).values()];
  return { query, bills };
}
