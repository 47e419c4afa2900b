// Lists that only grow: what is known of them never changes, so that their first page alone is read again.
import type { InfiniteData } from '@tanstack/react-query';
import type { CachedList } from './cached-list.ts';
import { withNewest } from './list-pages.ts';
import type { ListOf } from './list-pages.ts';
import { inTurn, invalidate } from './refetch.ts';
import { answerOf, queryClient, readKey } from './use-read.ts';

export const refetchNewest = <Item>(list: CachedList<Item>): void => inTurn(list.call, () => readNewest(list));

/** Long lists that are shown get what is new on top; of those that are not, all but the first page is forgotten. */
async function readNewest<Item>({ call, idOf }: CachedList<Item>): Promise<void> {
  const queries = queryClient.getQueryCache().findAll({ queryKey: readKey(call) });
  const isWhole = await Promise.all(
    queries.map(async (query) => {
      const { queryKey } = query;
      const pagesNow = (): readonly ListOf<Item>[] =>
        (query.state.data as InfiniteData<ListOf<Item>> | undefined)?.pages ?? [];
      if (pagesNow().length < 2) return false;
      if (!query.isActive()) {
        queryClient.setQueryData(queryKey, { pages: pagesNow().slice(0, 1), pageParams: [''] });
        return false;
      }
      const newest = (await answerOf(call, queryKey[1] as never)) as ListOf<Item>;
      const pages = withNewest(pagesNow(), newest, idOf);
      if (pages) queryClient.setQueryData(queryKey, (data: object) => ({ ...data, pages }));
      return pages !== undefined;
    }),
  );
  const others = new Set(queries.filter((_, place) => !isWhole[place]).map(({ queryHash }) => queryHash));
  await invalidate(readKey(call), ({ queryHash }) => others.has(queryHash));
}
