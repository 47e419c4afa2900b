// Screens as they are found in the product folders: each its own chunk, loaded when it is opened or on idle before.
import { lazy } from 'react';
import type { ComponentType } from 'react';
import { partsOfScreen } from '../text/parts.ts';
import { needTexts } from '../text/texts.ts';
import type { Place } from './routes.ts';

interface ScreenModule {
  Screen: ComponentType;
}

const files = import.meta.glob<ScreenModule>(['../*/*-screen.tsx', '!../shell/**']);
const loadComing = (): Promise<ScreenModule> =>
  import('./coming-page.tsx').then(({ ComingPage }) => ({ Screen: ComingPage }));

/** A screen comes with its words. */
const loaderOf = ({ screen }: Place): (() => Promise<ScreenModule>) => {
  const load = files[`../${screen}-screen.tsx`] ?? loadComing;
  return async () => (await Promise.all([load(), needTexts(partsOfScreen(screen))]))[0];
};

const screens = new Map<string, ComponentType>();

/** A screen, lazy unless it was there before it was wanted; the same one each time. */
export function screenOf(place: Place): ComponentType {
  const known = screens.get(place.screen);
  if (known) return known;
  const load = loaderOf(place);
  const made = lazy(async () => ({ default: (await withSecondTry(load)).Screen }));
  screens.set(place.screen, made);
  return made;
}

/** A new attempt after a page failed to load, e.g. offline. */
export const forgetScreen = (place: Place): boolean => screens.delete(place.screen);

export async function preloadScreen(place: Place): Promise<void> {
  try {
    const { Screen } = await loaderOf(place)();
    if (!screens.has(place.screen)) screens.set(place.screen, Screen);
  } catch {
    // It is tried again, and told, when the screen is opened.
  }
}

async function withSecondTry(load: () => Promise<ScreenModule>): Promise<ScreenModule> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 800));
    return load();
  }
}
