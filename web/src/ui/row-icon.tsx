// The mark at the start of a row: what it is about, at a glance.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Icon } from './button.tsx';

const tones = {
  accent: 'bg-accent-soft text-link',
  neutral: 'bg-sunk text-secondary',
  good: 'bg-good-soft text-good',
  danger: 'bg-danger-soft text-danger',
};

export interface RowIconProps {
  icon: Icon;
  tone?: keyof typeof tones;
  isLarge?: boolean;
  /** Arrows that point the other way when text runs from the right. */
  isMirrored?: boolean;
}

export const RowIcon = ({ icon: IconPart, tone = 'accent', isLarge, isMirrored }: RowIconProps): ReactNode => (
  <span className={clsx('grid shrink-0 place-items-center rounded-full', isLarge ? 'size-12' : 'size-9', tones[tone])}>
    <IconPart
      className={clsx(isLarge ? 'size-6' : 'size-4.5', isMirrored && 'rtl:-scale-x-100')}
      strokeWidth={1.75}
      aria-hidden
    />
  </span>
);
