import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useAddress } from './address.ts';
import { Link } from './link.tsx';
import type { TabBarItem } from './tab-bar.tsx';

export interface RailProps {
  label: string;
  name: string;
  /** The main places, then everything else. */
  places: readonly TabBarItem[];
  more: readonly TabBarItem[];
}

/** From 1,024 px the menu stands beside the page instead of below it. */
export const Rail = ({ label, name, places, more }: RailProps): ReactNode => (
  <nav
    aria-label={label}
    className="fixed inset-y-0 start-0 z-30 hidden w-60 flex-col gap-1 overflow-y-auto [scrollbar-width:thin] border-e border-line bg-card px-3 py-4 wide:flex"
  >
    <span className="flex min-h-touch items-center gap-3 px-3 text-title font-strong">
      <Mark />
      {name}
    </span>
    <RailList items={places} isMain />
    <hr className="my-2 border-0 border-t border-line" />
    <RailList items={more} />
  </nav>
);

const RailList = ({ items, isMain = false }: { items: readonly TabBarItem[]; isMain?: boolean }): ReactNode => (
  <ul>
    {items.map((item) => (
      <li key={item.to}>
        <RailLink {...item} isMain={isMain} />
      </li>
    ))}
  </ul>
);

function RailLink({ to, label, icon: IconPart, badge, isMain }: TabBarItem & { isMain: boolean }): ReactNode {
  const isHere = useAddress().pathname === to;
  const className = clsx(
    'flex min-h-touch items-center gap-3 rounded-control px-3',
    isHere && isMain ? 'bg-accent-soft font-strong text-link' : 'text-secondary hover:bg-sunk',
    isMain ? 'text-body' : 'text-small',
  );
  return (
    <Link to={to} className={className} aria-current={isHere ? 'page' : undefined}>
      <span className="relative shrink-0">
        <IconPart className="size-5" strokeWidth={1.75} aria-hidden />
        {badge}
      </span>
      {label}
    </Link>
  );
}

/** The product's own sign. */
export const Mark = (): ReactNode => (
  <span
    aria-hidden
    className="grid size-7 shrink-0 place-items-center rounded-control bg-text text-[calc(0.15*var(--r))] leading-none font-strong text-page"
  >
    C
  </span>
);
