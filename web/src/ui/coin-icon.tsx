import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import marks from './coin-marks.svg';

export interface CoinIconProps {
  coin: string;
  size?: 'small' | 'normal' | 'large';
  className?: string;
}

const sizes = { small: 'size-5', normal: 'size-8', large: 'size-11' };

/** The coin's code always stands beside it, so that it is silent for screen readers. The rim keeps black discs apart from a dark page, and white ones from a light one. */
export const CoinIcon = ({ coin, size = 'normal', className }: CoinIconProps): ReactNode => (
  <svg viewBox="0 0 32 32" className={clsx('shrink-0', sizes[size], className)} aria-hidden focusable={false}>
    <use href={`${marks}#${coin.toLowerCase()}`} width="32" height="32" />
    <circle cx="16" cy="16" r="15.5" fill="none" stroke="currentColor" strokeOpacity="0.25" />
  </svg>
);
