// Theme and colours of the whole document: the person's wish, except on trading pages, which are dark.
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { isRedUp, usePreferences } from '../session/preferences.ts';
import type { Place } from './routes.ts';

const darkWish = matchMedia('(prefers-color-scheme: dark)');

function onDarkWish(listener: () => void): () => void {
  darkWish.addEventListener('change', listener);
  return () => darkWish.removeEventListener('change', listener);
}

export function useAppearance(place: Place | undefined): void {
  const wishes = usePreferences();
  const prefersDark = useSyncExternalStore(onDarkWish, () => darkWish.matches);
  const isDark = place?.isDark === true || wishes.theme === 'dark' || (wishes.theme === 'system' && prefersDark);
  const colors = isRedUp(wishes) ? 'red-up' : 'green-up';
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['theme'] = isDark ? 'dark' : 'light';
    dataset['colors'] = colors;
    const page = getComputedStyle(document.documentElement).getPropertyValue('--page').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page);
  }, [isDark, colors]);
}
