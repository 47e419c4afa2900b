import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './text.tsx';

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
  tone?: BadgeTone | undefined;
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

/** On the corner of an icon, whose container is `relative`: a number, and in words what it counts. */
export const CountBadge = ({ figure, label }: { figure: string; label: string }): ReactNode => (
  <span className="absolute -top-1.5 start-3.5 min-w-4 rounded-full bg-accent px-1 text-center text-tab leading-4 font-strong text-on-accent">
    <bdi aria-hidden>{figure}</bdi>
    <VisuallyHidden>{label}</VisuallyHidden>
  </span>
);
