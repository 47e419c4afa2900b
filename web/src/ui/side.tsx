// Up or down as a word with its arrow and colour.
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { sizeClass } from './text.tsx';
import type { Size } from './text.tsx';

export interface SideProps {
  side: 'up' | 'down';
  /** The word in the person's language. */
  children: ReactNode;
  size?: Size;
  /** In the colour of what is around it. */
  isPlain?: boolean;
}

export const Side = ({ side, children, size = 'body', isPlain }: SideProps): ReactNode => {
  const Arrow = side === 'up' ? ArrowUp : ArrowDown;
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 font-strong whitespace-nowrap',
        sizeClass[size],
        !isPlain && (side === 'up' ? 'text-rise' : 'text-fall'),
      )}
    >
      <Arrow className="size-[1.15em] shrink-0" strokeWidth={2} aria-hidden />
      {children}
    </span>
  );
};
