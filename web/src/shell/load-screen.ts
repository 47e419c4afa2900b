// Screens as they are found in the product folders: each its own chunk, loaded when it is opened or on idle before.
import { lazy } from 'react';
import type { ComponentType } from 'react';
import { needTexts } from '../text/texts.ts';
import { withSecondTry } from '../ui/lazy-part.tsx';
import type { AppRoute } from '../session/product-face.ts';
import { textsOf } from './faces.ts';

interface ScreenModule {
  Screen: ComponentType;
}

const files = import.meta.glob<ScreenModule>(['../*/*-screen.tsx', '!../shell/**']);

/** A screen comes with its words, and with all that it imports at once. */
const loaderOf = ({ path, screen }: AppRoute): (() => Promise<ScreenModule>) => {
  const load = files[`../${screen}-screen.tsx`];
  if (!load) throw new Error(`no screen ${screen}`);
  return async () => {
    fetchFiles(path);
    return (await Promise.all([load(), needTexts(textsOf(screen))]))[0];
  };
};

/** The built page lists the files of each path. */
function fetchFiles(path: string): void {
  const list = document.querySelector<HTMLMetaElement>('meta[name=candor-files]')?.content ?? '{}';
  const { screens = {} } = JSON.parse(list) as { screens?: Record<string, string[]> };
  for (const href of screens[path] ?? []) {
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

const screens = new Map<string, ComponentType>();

/** A screen, lazy unless it was there before it was wanted; the same one each time. */
export function screenOf(place: AppRoute): ComponentType {
  const known = screens.get(place.screen);
  if (known) return known;
  const load = loaderOf(place);
  const made = lazy(async () => ({ default: (await withSecondTry(load)).Screen }));
  screens.set(place.screen, made);
  return made;
}

/** A new attempt after a page failed to load, e.g. offline. */
export const forgetScreen = (place: AppRoute): boolean => screens.delete(place.screen);

export async function preloadScreen(place: AppRoute): Promise<void> {
  try {
    const { Screen } = await loaderOf(place)();
    if (!screens.has(place.screen)) screens.set(place.screen, Screen);
  } catch {
    // It is tried again, and told, when the screen is opened.
  }
}
