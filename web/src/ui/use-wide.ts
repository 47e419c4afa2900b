import { useSyncExternalStore } from 'react';

/** Same width as the `wide:` classes, for what should not even exist below it. */
const match = matchMedia('(min-width: 1024px)');

function subscribe(listener: () => void): () => void {
  match.addEventListener('change', listener);
  return () => match.removeEventListener('change', listener);
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => match.matches);
