// A part of a page over all of the screen, lying on its side where the device lets pages turn it.
import { useCallback, useEffect, useState } from 'react';
import { useBackCloses } from '../ui/back-closes.ts';

/** TypeScript's library believes that every browser turns the screen. */
type Orientation = Partial<Pick<ScreenOrientation, 'lock'>>;

export interface FullScreen {
  isFull: boolean;
  toggle: () => void;
}

export function useFullScreen(): FullScreen {
  const [isFull, setFull] = useState(false);
  useBackCloses(isFull, () => setFull(false));

  useEffect(() => {
    if (!isFull) return;
    const root = document.documentElement;
    const leave = (): void => setFull(false);
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && !document.querySelector('[role=dialog]')) leave();
    };
    const onChange = (): void => {
      if (!document.fullscreenElement) leave();
    };
    root.dataset['full'] = '';
    void enter(root);
    addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      delete root.dataset['full'];
      removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull]);

  return { isFull, toggle: useCallback(() => setFull((now) => !now), []) };
}

/** Where either is refused, the part still covers the page, upright. */
async function enter(root: HTMLElement): Promise<void> {
  try {
    await root.requestFullscreen({ navigationUI: 'hide' });
    await (screen.orientation as Orientation).lock?.('landscape');
  } catch {
    // As above.
  }
}
