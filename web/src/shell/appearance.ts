// Theme and colours of the whole document: the person's wish, except on trading pages, which are dark.
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { isRedUp, usePreferences } from '../device/preferences.ts';
import type { AppRoute } from '../session/product-face.ts';

const darkPreference = matchMedia('(prefers-color-scheme: dark)');

function onDarkPreference(listener: () => void): () => void {
  darkPreference.addEventListener('change', listener);
  return () => darkPreference.removeEventListener('change', listener);
}

export function useAppearance(place: AppRoute | undefined): void {
  const preferences = usePreferences();
  const prefersDark = useSyncExternalStore(onDarkPreference, () => darkPreference.matches);
  const isDark =
    place?.isDark === true || preferences.theme === 'dark' || (preferences.theme === 'system' && prefersDark);
  const colors = isRedUp(preferences) ? 'red-up' : 'green-up';
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['theme'] = isDark ? 'dark' : 'light';
    dataset['colors'] = colors;
    const page = getComputedStyle(document.documentElement).getPropertyValue('--page').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page);
  }, [isDark, colors]);
}
