// Screens as they are found in the product folders: each its own chunk, loaded when it is opened or on idle before.
import { lazy } from 'react';
import type { ComponentType } from 'react';
import { needMoreTexts } from '../text/texts.ts';
import type { Place } from './routes.ts';

interface ScreenModule {
  Screen: ComponentType;
}

const files = import.meta.glob<ScreenModule>(['../*/*-screen.tsx', '!../shell/**']);
const loadComing = (): Promise<ScreenModule> =>
  import('./coming-page.tsx').then(({ ComingPage }) => ({ Screen: ComingPage }));

const loaderOf = ({ screen }: Place): (() => Promise<ScreenModule>) => files[`../${screen}-screen.tsx`] ?? loadComing;

const screens = new Map<string, ComponentType>();

/** A screen as a lazy component, the same one each time. */
export function screenOf(place: Place): ComponentType {
  const known = screens.get(place.screen);
  if (known) return known;
  const load = loaderOf(place);
  const made = lazy(async () => {
    const [{ Screen }] = await Promise.all([withSecondTry(load), place.needsMoreTexts && needMoreTexts()]);
    return { default: Screen };
  });
  screens.set(place.screen, made);
  return made;
}

/** A new attempt after a page failed to load, e.g. offline. */
export const forgetScreen = (place: Place): boolean => screens.delete(place.screen);

export function preloadScreen(place: Place): void {
  loaderOf(place)().catch(() => undefined);
  if (place.needsMoreTexts) needMoreTexts().catch(() => undefined);
}

async function withSecondTry(load: () => Promise<ScreenModule>): Promise<ScreenModule> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 800));
    return load();
  }
}
