// Sizes of the screen at which something should not even exist, the same as those of the `wide:` and `short:` classes.
import { useSyncExternalStore } from 'react';

export const useWide = followMedia('(min-width: 1024px)');
export const useShort = followMedia('(max-height: 700px) and (max-width: 1023px)');

function followMedia(query: string): () => boolean {
  const match = matchMedia(query);
  const subscribe = (listener: () => void): (() => void) => {
    match.addEventListener('change', listener);
    return () => match.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => match.matches);
}
