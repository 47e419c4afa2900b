// Bottom navigation on phones, a rail from 1,024 px.
import type { ReactNode } from 'react';
import { tabs, useMenu } from '../session/menu.ts';
import type { MenuEntry } from '../session/menu.ts';
import { useText } from '../text/texts.ts';
import { Rail } from '../ui/rail.tsx';
import { TabBar } from '../ui/tab-bar.tsx';
import type { TabBarItem } from '../ui/tab-bar.tsx';
import { placeOf } from './routes.ts';
import { preloadScreen } from './load-screen.ts';

export function Navigation({ hasTabs }: { hasTabs: boolean }): ReactNode {
  const t = useText();
  const menu = useMenu();
  const items = (entries: readonly MenuEntry[]): TabBarItem[] =>
    entries.map(({ to, name, icon }) => ({ to, icon, label: t(`shell.${name}`) }));
  const mainPaths = new Set(tabs.map(({ to }) => to));
  return (
    <>
      {hasTabs && <TabBar label={t('shell.navigation')} items={items(tabs)} onPress={toTop} />}
      <Rail
        label={t('shell.navigation')}
        name="Candor"
        places={items(tabs)}
        more={items(menu.filter(({ to }) => !mainPaths.has(to)))}
      />
    </>
  );
}

/** A tap on the place where one already is leads to its top. */
function toTop(to: string): void {
  const place = placeOf(to);
  if (place) void preloadScreen(place);
  if (location.hash === `#${to}`) scrollTo({ top: 0, behavior: 'smooth' });
}
