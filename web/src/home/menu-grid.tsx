// All places of the product as tiles: the ones that are used most, and behind "More" the others.
import { ChevronUp, LayoutGrid, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { LogOutDialog } from '../session/log-out-dialog.tsx';
import { useMenu } from '../session/products.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { MenuTile } from '../ui/menu-tile.tsx';

export function MenuGrid(): ReactNode {
  const t = useT();
  const isLoggedIn = useUser() !== null;
  const menu = useMenu();
  const [isOpen, setOpen] = useState(false);
  const [asksLogOut, setAsksLogOut] = useState(false);
  const first = menu.filter(({ isFirst }) => isFirst);
  const shown = isOpen ? [...first, ...menu.filter(({ isFirst }) => !isFirst)] : first;
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
