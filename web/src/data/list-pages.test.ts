import { expect, test } from 'vitest';
import { itemsOf, withItem, withNewest } from './list-pages.ts';
import type { ListOf } from './list-pages.ts';

const idOf = (item: string): string => item[0]!;
const page = (total: number, ...items: string[]): ListOf<string> => ({ TOTAL: total, RESULT_LIST: items });

test('what is new comes in at the top and counts on every page', () => {
  const pages = withItem([page(3, 'c', 'b'), page(3, 'a')], 'd', { idOf, belongs: true });
  expect(pages).toEqual([page(4, 'd', 'c', 'b'), page(4, 'a')]);
});

test('what is known stays in its place, on whichever page', () => {
  const pages = withItem([page(3, 'c', 'b'), page(3, 'a')], 'a changed', { idOf, belongs: true });
  expect(pages).toEqual([page(3, 'c', 'b'), page(3, 'a changed')]);
});

test('what does not belong any more leaves, and what never did changes nothing', () => {
  const pages = [page(3, 'c', 'b'), page(3, 'a')];
  expect(withItem(pages, 'b', { idOf, belongs: false })).toEqual([page(2, 'c'), page(2, 'a')]);
  expect(withItem(pages, 'x', { idOf, belongs: false })).toBe(pages);
});

test('what an answer says besides its items stays', () => {
  const answer = { ...page(1, 'a'), unread: 2 };
  const pages = withItem([answer], 'b', { idOf, belongs: true });
  expect(pages).toEqual([{ ...page(2, 'b', 'a'), unread: 2 }]);
});

test('items that were shifted to the next page count once', () => {
  expect(itemsOf([page(4, 'd', 'c'), page(4, 'c', 'b')], idOf)).toEqual(['d', 'c', 'b']);
});

test('what comes in on top does not change where the pages below are read on', () => {
  const pages = [
    { ...page(4, 'd', 'c'), next: 'c' },
    { ...page(4, 'b'), next: 'b' },
  ];
  const grown = withNewest(pages, { ...page(5, 'e', 'd'), next: 'd' }, idOf);
  expect(grown?.map(({ next }) => next)).toEqual(['c', 'b']);
  expect(grown?.at(0)?.RESULT_LIST).toEqual(['e', 'd', 'c']);
});
