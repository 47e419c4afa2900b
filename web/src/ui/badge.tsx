import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'accent' | 'rise' | 'fall' | 'good' | 'warn' | 'danger';
const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunk text-secondary',
  accent: 'bg-accent-soft text-link',
  rise: 'bg-rise-soft text-rise',
  fall: 'bg-fall-soft text-fall',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

export const Badge = ({
  children,
  tone = 'neutral',
  className,
}: {
  children: ReactNode;
  tone?: BadgeTone;
  className?: string;
}): ReactNode => (
  <span
    className={clsx(
      'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-tiny font-medium whitespace-nowrap',
      tones[tone],
      className,
    )}
  >
    {children}
  </span>
);
