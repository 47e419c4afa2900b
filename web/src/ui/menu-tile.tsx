import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import type { Icon } from './button.tsx';

export interface MenuTileProps {
  icon: Icon;
  label: string;
  to?: string;
  /** For what is an act and no place. */
  onPress?: () => void;
  /** Of a tile that shows and hides others. */
  isExpanded?: boolean;
  isRound?: boolean;
}

const className = 'flex w-full min-w-0 flex-col items-center gap-1.5 rounded-control py-1';

/** An entry of a menu grid: icon over word. */
export function MenuTile({ to, onPress, isExpanded, ...face }: MenuTileProps): ReactNode {
  if (to !== undefined) {
    return (
      <Link to={to} className={className}>
        <TileFace {...face} />
      </Link>
    );
  }
  return (
    <button type="button" className={className} aria-expanded={isExpanded} onClick={onPress}>
      <TileFace {...face} />
    </button>
  );
}

const TileFace = ({ icon: IconPart, label, isRound }: Pick<MenuTileProps, 'icon' | 'label' | 'isRound'>): ReactNode => (
  <>
    <span
      className={
        isRound
          ? 'grid size-touch place-items-center rounded-full bg-accent-soft text-link'
          : 'grid size-touch place-items-center rounded-card border border-line bg-card text-link'
      }
    >
      <IconPart className="size-5.5" strokeWidth={1.75} aria-hidden />
    </span>
    <span className="max-w-full text-center text-small hyphens-auto wrap-anywhere text-secondary">{label}</span>
  </>
);
