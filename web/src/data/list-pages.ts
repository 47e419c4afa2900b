// A list that is read page by page, newest first. Pure: pages in, pages out.

export interface ListOf<Item> {
  TOTAL: number;
  RESULT_LIST: Item[];
  /** The cursor of the next page, while more items follow. */
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

/** Each item once: one that was added on top as it came may also be in a page that was read again. */
export const itemsOf = <Item>(pages: readonly ListOf<Item>[], idOf: IdOf<Item>): readonly Item[] =>
  Array.from(new Map(pages.flatMap(({ RESULT_LIST }) => RESULT_LIST).map((item) => [idOf(item), item])).values());
