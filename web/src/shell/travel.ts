// What goes with every change of page: the direction of the slide, the scroll of each page, and focus.
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Location } from 'react-router';
import { NavigationType } from 'react-router';
import type { Place } from './routes.ts';

interface Stop {
  place: Place;
  pathname: string;
  /** Whose scroll position it is: a kept page has one, any other has one for each visit. */
  scrollKey: string;
}

const scrolls = new Map<string, number>();
const scrollsMax = 100;

export function slideOf(from: Place, to: Place, type: NavigationType): 'forward' | 'back' | 'none' {
  if (from.index !== to.index) return to.index > from.index ? 'forward' : 'back';
  if (from === to && from.isKept) return 'none';
  return type === NavigationType.Pop ? 'back' : 'forward';
}

export interface Travel {
  place: Place | undefined;
  location: Location;
  type: NavigationType;
}

export function useTravel({ place, location, type }: Travel): void {
  const last = useRef<Stop>(undefined);

  useLayoutEffect(() => {
    const before = last.current;
    if (!place || (before?.pathname === location.pathname && before.place === place)) return;
    const scrollKey = place.isKept ? place.path : location.key;
    last.current = { place, pathname: location.pathname, scrollKey };
    document.documentElement.dataset['nav'] = before ? slideOf(before.place, place, type) : 'none';
    if (!before) return;
    const returns = place.isKept === true || type === NavigationType.Pop;
    scrollTo({ top: returns ? (scrolls.get(scrollKey) ?? 0) : 0, behavior: 'instant' });
    // Screen readers go on reading where the new page begins.
    const headings = [...document.querySelectorAll<HTMLElement>('h1')];
    const heading = headings.find((each) => each.offsetParent !== null);
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  }, [place, location, type]);

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
