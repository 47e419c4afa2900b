import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { badgeLetterSize, coinBadge } from './coin-badge.ts';

export interface CoinIconProps {
  coin: string;
  size?: 'small' | 'normal' | 'large';
  className?: string;
}

const sizes = { small: 'size-5', normal: 'size-8', large: 'size-11' };

/** The coin's code always stands beside it, so that it is silent for screen readers. */
export function CoinIcon({ coin, size = 'normal', className }: CoinIconProps): ReactNode {
  const badge = coinBadge(coin);
  return (
    <svg viewBox="0 0 32 32" className={clsx('shrink-0', sizes[size], className)} aria-hidden focusable={false}>
      <circle cx="16" cy="16" r="16" fill={badge.color} />
      <circle cx="16" cy="16" r="14" fill="none" stroke="#fff" strokeOpacity="0.22" />
      <text
        x="16"
        y="16"
        dy="0.36em"
        textAnchor="middle"
        fill="#fff"
        fontSize={badgeLetterSize(badge)}
        fontWeight={600}
      >
        {badge.text}
      </text>
    </svg>
  );
}
