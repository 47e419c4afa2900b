import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { Icon } from './button.tsx';

export interface TabBarItem {
  to: string;
  label: string;
  icon: Icon;
}

export interface TabBarProps {
  items: readonly TabBarItem[];
  label: string;
  onPress?: (to: string) => void;
}

/** The bottom navigation: five places, always in the same order. */
export const TabBar = ({ items, label, onPress }: TabBarProps): ReactNode => (
  <nav
    aria-label={label}
    className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] wide:hidden"
  >
    <ul className="mx-auto flex max-w-column">
      {items.map(({ to, label: name, icon: IconPart }) => (
        <li key={to} className="min-w-0 flex-1">
          <NavLink
            to={to}
            onClick={() => onPress?.(to)}
            className={({ isActive }) =>
              clsx(
                'flex min-h-tabs flex-col items-center justify-center gap-0.5 px-0.5 text-tab outline-offset-[-3px]',
                isActive ? 'font-strong text-link' : 'text-faint',
              )
            }
          >
            <IconPart className="size-5.5" strokeWidth={1.75} aria-hidden />
            <span className="max-w-full truncate">{name}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
);
