import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useAddress } from './address.ts';
import type { Icon } from './button.tsx';
import { Link } from './link.tsx';

export interface TabBarItem {
  to: string;
  label: string;
  icon: Icon;
  /** On the icon, e.g. how much waits there. */
  badge?: ReactNode;
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
      {items.map((item) => (
        <li key={item.to} className="min-w-0 flex-1">
          <Tab {...item} onPress={() => onPress?.(item.to)} />
        </li>
      ))}
    </ul>
  </nav>
);

function Tab({ to, label, icon: IconPart, badge, onPress }: TabBarItem & { onPress: () => void }): ReactNode {
  const { pathname } = useAddress();
  const isHere = pathname === to || pathname.startsWith(`${to}/`);
  const className = clsx(
    'flex min-h-tabs flex-col items-center justify-center gap-0.5 text-tab outline-offset-[-3px]',
    isHere ? 'font-strong text-link' : 'text-faint',
  );
  return (
    <Link to={to} onClick={onPress} className={className} aria-current={isHere ? 'page' : undefined}>
      <span className="relative">
        <IconPart className="size-5.5" strokeWidth={1.75} aria-hidden />
        {badge}
      </span>
      <span className="max-w-full text-center wrap-anywhere">{label}</span>
    </Link>
  );
}
