// Bottom navigation on phones, a rail from 1,024 px.
import type { ReactNode } from 'react';
import type { MenuEntry } from '../session/product-face.ts';
import { useMenu, useProducts } from '../session/products.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Rail } from '../ui/rail.tsx';
import { TabBar } from '../ui/tab-bar.tsx';
import type { TabBarItem } from '../ui/tab-bar.tsx';
import { Beside } from './beside.tsx';
import { routeOf } from './routes.ts';
import { preloadScreen } from './load-screen.ts';

const RunningCount = lazyPart(async () => (await import('../treaty/running-count.tsx')).RunningCount);

/** Only those who are logged in have orders, and wait for what counts them. */
const Badge = ({ of: path }: { of: string }): ReactNode =>
  useUser() !== null && path === '/contracts' ? (
    <Beside>
      <RunningCount />
    </Beside>
  ) : null;

export function Navigation({ hasTabs }: { hasTabs: boolean }): ReactNode {
  const t = useT();
  const { tabs } = useProducts();
  const menu = useMenu();
  const items = (entries: readonly MenuEntry[]): TabBarItem[] =>
    entries.map(({ to, name, icon }) => ({ to, icon, label: t(`shell.${name}`), badge: <Badge of={to} /> }));
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
  const place = routeOf(to);
  if (place) void preloadScreen(place);
  if (location.hash === `#${to}`) scrollTo({ top: 0, behavior: 'smooth' });
}
