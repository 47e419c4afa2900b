// How quickly what is shown follows the market. One price that one trades by follows at once; of a list of them nobody reads more
// than a few changes a second; and what lies far below or above the part of a page that one sees waits until it comes near.
import { createContext, use, useCallback, useState } from 'react';
import type { ReactNode } from 'react';

export type Pace = 'atOnce' | 'calm' | 'held';

const PaceContext = createContext<Pace>('atOnce');

/** As the nearest part around says. */
export const usePace = (): Pace => use(PaceContext);

/** Around figures beside a price, which move with it and are read at leisure. */
export const Calm = ({ children }: { children: ReactNode }): ReactNode => (
  <PaceContext value="calm">{children}</PaceContext>
);

/** So far beyond the edge, as a share of what one sees, things already count as seen: they are up to date when they come. */
const margin = '30%';
const watched = new WeakMap<Element, (isInSight: boolean) => void>();
let observer: IntersectionObserver | undefined;

function watch(element: Element, onChange: (isInSight: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => entries.forEach(({ target, isIntersecting }) => watched.get(target)?.(isIntersecting)),
    { rootMargin: `${margin} 0px` },
  );
  watched.set(element, onChange);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}

/** Of one of a list: to be set on its element, and to put around what is in it. */
export function useListPace(): [ref: (element: Element | null) => void, around: (children: ReactNode) => ReactNode] {
  const [isInSight, setInSight] = useState(true);
  const ref = useCallback((element: Element | null) => (element ? watch(element, setInSight) : undefined), []);
  return [ref, (children) => <PaceContext value={isInSight ? 'calm' : 'held'}>{children}</PaceContext>];
}
