// What goes with every change of page: the direction of the slide, the scroll of each page, and focus.
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { AppRoute } from '../session/product-face.ts';
import type { Address, Passage } from '../ui/address.ts';

interface Stop {
  place: AppRoute;
  pathname: string;
  /** Whose scroll position it is: a kept page has one, any other has one for each visit. */
  scrollKey: string;
}

const scrolls = new Map<string, number>();
const scrollsMax = 100;

export function slideOf(from: AppRoute, to: AppRoute, passage: Passage): 'forward' | 'back' | 'none' {
  if (from.index !== to.index) return to.index > from.index ? 'forward' : 'back';
  if (from === to && from.isKept) return 'none';
  return passage === 'pop' ? 'back' : 'forward';
}

/** Where the last change of page put the focus. */
let focused: HTMLElement | undefined;

/** Screen readers go on reading where the new page begins. */
function focusHeading(): void {
  const headings = [...document.querySelectorAll<HTMLElement>('h1')];
  focused = headings.find((each) => each.offsetParent !== null);
  if (focused) focused.tabIndex = -1;
  focused?.focus({ preventScroll: true });
}

/** A page takes the focus over from what stood in its place while its code was on its way. */
export function useArrival(): void {
  useLayoutEffect(() => {
    if (focused?.isConnected === false && document.activeElement === document.body) focusHeading();
  }, []);
}

export function useTravel(place: AppRoute | undefined, { pathname, key, passage }: Address): void {
  const last = useRef<Stop>(undefined);

  useLayoutEffect(() => {
    const before = last.current;
    if (!place || (before?.pathname === pathname && before.place === place)) return;
    const scrollKey = place.isKept ? place.path : key;
    last.current = { place, pathname, scrollKey };
    document.documentElement.dataset['nav'] = before ? slideOf(before.place, place, passage) : 'none';
    if (!before) return;
    const returns = place.isKept === true || passage === 'pop';
    scrollTo({ top: returns ? (scrolls.get(scrollKey) ?? 0) : 0, behavior: 'instant' });
    focusHeading();
  }, [place, pathname, key, passage]);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const note = (): void => {
      const key = last.current?.scrollKey;
      if (key === undefined) return;
      scrolls.delete(key);
      scrolls.set(key, scrollY);
      if (scrolls.size > scrollsMax) scrolls.delete(scrolls.keys().next().value!);
    };
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, []);
}
