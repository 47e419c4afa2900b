// Answers in the cache that change without being asked for again: by the reply to a call, or by what the server pushes.
import type { InfiniteData } from '@tanstack/react-query';
import { withItem } from './list-pages.ts';
import type { ListOf } from './list-pages.ts';
import { refetch } from './refetch.ts';
import { queryClient, readKey } from './use-read.ts';
import type { Call, DataOf } from './use-read.ts';

/** What a call or an event brings news of. */
export interface Cached<News> {
  call: Call;
  /** `askedAt`: of a reply, when its call was made, ms from the beginning of the page. */
  update(news: News, askedAt?: number): void;
}

/** Fields of a payload; numbers may be sent as text. */
export type Question = Readonly<Record<string, string | number | undefined>>;

export interface ListRules<Item> {
  idOf: (item: Item) => string;
  /** Whether the answer to this question holds the item as it is now; always, unless given. */
  belongs?: (item: Item, question: Question) => boolean;
  /** Grows as the item goes on: news that is behind what is known changes nothing. */
  progressOf?: (item: Item) => number;
}

export interface CachedList<Item> extends Cached<Item> {
  idOf(this: void, item: Item): string;
}

/** Of so many items it is known when they were last pushed. */
const pushesKept = 200;

type Answer<Item> = ListOf<Item> | InfiniteData<ListOf<Item>>;

/** All answers of a call that lists such items, newest first, page by page or not. */
export function cachedList<Item>(call: Call, rules: ListRules<Item>): CachedList<Item> {
  const { idOf, belongs = () => true } = rules;
  const queryKey = readKey(call);
  const pushedAt = new Map<string, number>();

  function notePush(id: string): void {
    pushedAt.delete(id);
    pushedAt.set(id, performance.now());
    if (pushedAt.size > pushesKept) pushedAt.delete(pushedAt.keys().next().value!);
  }

  return {
    call,
    idOf,
    update(item, askedAt) {
      const id = idOf(item);
      if (askedAt === undefined) notePush(id);
      // A reply may be behind what was pushed while its call was under way: what is so is read.
      else if ((pushedAt.get(id) ?? -1) >= askedAt) return refetch(call);
      const known = queryClient.getQueriesData<Answer<Item>>({ queryKey });
      if (known.some(([, data]) => data !== undefined && isAhead(pagesOf(data), item, rules))) return;
      for (const [key, data] of known) {
        if (data === undefined) continue;
        const pages = withItem(pagesOf(data), item, { idOf, belongs: belongs(item, (key[1] ?? {}) as Question) });
        queryClient.setQueryData(key, 'pages' in data ? { ...data, pages } : pages[0]);
      }
      // An answer on its way may be from before this item.
      if (queryClient.isFetching({ queryKey }) > 0) refetch(call);
    },
  };
}

/** The one answer to a question, which the news replaces. */
export const cachedAnswer = <One extends Call>(call: One, payload: unknown): Cached<DataOf<One>> => ({
  call,
  update: (data) => void queryClient.setQueryData(readKey(call, payload), data),
});

const pagesOf = <Item>(data: Answer<Item>): readonly ListOf<Item>[] => ('pages' in data ? data.pages : [data]);

function isAhead<Item>(pages: readonly ListOf<Item>[], item: Item, { idOf, progressOf }: ListRules<Item>): boolean {
  if (progressOf === undefined) return false;
  const known = pages.flatMap(({ RESULT_LIST }) => RESULT_LIST).find((other) => idOf(other) === idOf(item));
  return known !== undefined && progressOf(known) > progressOf(item);
}
