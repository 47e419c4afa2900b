import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface CardProps {
  children: ReactNode;
  /** raised: lies above others, e.g. a running order. */
  look?: 'card' | 'raised' | 'sunk' | 'gain' | 'good' | 'warn' | 'danger';
  isFlush?: boolean;
  className?: string;
  label?: string;
}

const looks = {
  card: 'rounded-card border border-line bg-card',
  raised: 'rounded-sheet border border-line bg-raised',
  sunk: 'rounded-card bg-sunk',
  gain: 'rounded-card border border-rise/40 bg-rise-soft',
  good: 'rounded-card border border-good/40 bg-good-soft',
  warn: 'rounded-card border border-warn/40 bg-warn-soft',
  danger: 'rounded-card border border-danger/40 bg-danger-soft',
};

export const Card = ({ children, look = 'card', isFlush, className, label }: CardProps): ReactNode => (
  <section aria-label={label} className={clsx(looks[look], !isFlush && 'p-4', className)}>
    {children}
  </section>
);

export const Divider = ({ className }: { className?: string }) => (
  <hr className={clsx('border-0 border-t border-line', className)} />
);
