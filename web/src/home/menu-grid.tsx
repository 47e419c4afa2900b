// All places of the product as tiles: the ones that are used most, and behind "More" the others.
import { ChevronUp, LayoutGrid, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { LogOutDialog } from '../session/log-out-dialog.tsx';
import { menu } from '../session/menu.ts';
import type { MenuEntry } from '../session/menu.ts';
import { useMode } from '../session/mode.ts';
import { useUser } from '../session/session.ts';
import { useText } from '../text/texts.ts';
import { MenuTile } from '../ui/menu-tile.tsx';

const firstNames: readonly MenuEntry['name'][] = [
  'menuSeconds', 'menuCfd', 'menuBuyCoin', 'menuStaking', 'menuBorrow', 'menuShop', 'menuNews',
]; // prettier-ignore
const first = menu.filter(({ name }) => firstNames.includes(name));
const others = menu.filter(({ name }) => !firstNames.includes(name));

export function MenuGrid(): ReactNode {
  const t = useText();
  const isLoggedIn = useUser() !== null;
  const isDemo = useMode() === 'demo';
  const [isOpen, setOpen] = useState(false);
  const [asksLogOut, setAsksLogOut] = useState(false);
  const shown = isOpen ? [...first, ...others.filter(({ name }) => isDemo || name !== 'menuDemo')] : first;
  return (
    <nav aria-label={t('home.menu')}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(22%,4.25rem),1fr))] gap-y-3">
        {shown.map(({ to, name, icon }) => (
          <li key={name} className="flex min-w-0">
            <MenuTile to={to} icon={icon} label={t(`shell.${name}`)} />
          </li>
        ))}
        {isOpen && isLoggedIn && (
          <li className="flex min-w-0">
            <MenuTile icon={LogOut} label={t('shell.menuLogOut')} onPress={() => setAsksLogOut(true)} />
          </li>
        )}
        <li className="flex min-w-0">
          <MenuTile
            icon={isOpen ? ChevronUp : LayoutGrid}
            label={t(isOpen ? 'home.less' : 'home.more')}
            isExpanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          />
        </li>
      </ul>
      <LogOutDialog isOpen={asksLogOut} onClose={() => setAsksLogOut(false)} />
    </nav>
  );
}
