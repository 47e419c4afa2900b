// A list that is read page by page, newest first. Pure: pages in, pages out.

export interface ListOf<Item> {
  TOTAL: number;
  RESULT_LIST: Item[];
  /** Where it is read on, of lists that say so. */
  next?: string | undefined;
}

type IdOf<Item> = (item: Item) => string;

/** The pages after one of their items has changed: it stays where it is, leaves, or comes in at the top. */
export function withItem<Item>(
  pages: readonly ListOf<Item>[],
  item: Item,
  { idOf, belongs }: { idOf: IdOf<Item>; belongs: boolean },
): readonly ListOf<Item>[] {
  const isSame = (other: Item): boolean => idOf(other) === idOf(item);
  const isKnown = pages.some(({ RESULT_LIST }) => RESULT_LIST.some(isSame));
  if (!isKnown && !belongs) return pages;
  return pages.map(({ TOTAL, RESULT_LIST, ...rest }, index) => {
    if (!isKnown) return { ...rest, TOTAL: TOTAL + 1, RESULT_LIST: index === 0 ? [item, ...RESULT_LIST] : RESULT_LIST };
    if (belongs) return { ...rest, TOTAL, RESULT_LIST: RESULT_LIST.map((other) => (isSame(other) ? item : other)) };
    return { ...rest, TOTAL: Math.max(0, TOTAL - 1), RESULT_LIST: RESULT_LIST.filter((other) => !isSame(other)) };
  });
}

/** The pages of a list that only grows, after its first one was read again; undefined where that does not reach down to what is known. */
export function withNewest<Item>(
  pages: readonly ListOf<Item>[],
  newest: ListOf<Item>,
  idOf: IdOf<Item>,
): readonly ListOf<Item>[] | undefined {
  const known = new Set(itemsOf(pages, idOf).map(idOf));
  const added = newest.RESULT_LIST.filter((item) => !known.has(idOf(item)));
  if (added.length === newest.RESULT_LIST.length && added.length > 0) return undefined;
  return pages.map(({ RESULT_LIST, next }, index) => ({
    ...newest,
    next,
    RESULT_LIST: index === 0 ? [...added, ...RESULT_LIST] : RESULT_LIST,
  }));
}

/** Each item once: what came in since the first page was read has shifted the others to the next. */
export const itemsOf = <Item>(pages: readonly ListOf<Item>[], idOf: IdOf<Item>): readonly Item[] =>
  Array.from(new Map(pages.flatMap(({ RESULT_LIST }) => RESULT_LIST).map((item) => [idOf(item), item])).values());

/** What the next page is asked by: where the last one says it is read on, else its number. */
export const nextQuestion = <Item>(
  pages: readonly ListOf<Item>[],
  rules: { idOf: IdOf<Item>; pageSize: number },
): number | string | undefined => pages.at(-1)?.next ?? nextPage(pages, rules);

/**
 * The page that holds the first item that is not known yet: with items that left since the last page was read, that may be the
 * last page again. Undefined after the end, or when the last page brought nothing new.
 */
export function nextPage<Item>(
  pages: readonly ListOf<Item>[],
  { idOf, pageSize }: { idOf: IdOf<Item>; pageSize: number },
): number | undefined {
  const known = itemsOf(pages, idOf).length;
  if (known >= (pages.at(-1)?.TOTAL ?? 0)) return undefined;
  const before = itemsOf(pages.slice(0, -1), idOf).length;
  return known === before ? undefined : Math.floor(known / pageSize) + 1;
}
