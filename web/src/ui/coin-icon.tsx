// Badges of our own: a letter or two on a quiet colour. Nobody's logo.
import type { AssetCode } from '@candor/wire';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface CoinIconProps {
  coin: string;
  size?: 'small' | 'normal' | 'large';
  className?: string;
}

/** White reaches 4.5:1 on each. */
const colors = ['#a85400', '#4359c9', '#8a6400', '#3f4a5a', '#1d63c4', '#7a6410', '#7d45c4', '#6a3fd0', '#4c6a93', '#0a74b8', '#bf3340', '#b3246b', '#3d7a3a', '#c22d2d', '#1f7a70', '#b5431c', '#2b57c9', '#2673a8', '#3b3f46', '#90660a', '#9c4a2f', '#187a5b']; // prettier-ignore
const letters: Record<AssetCode, string> = {
  BTC: 'B', ETH: 'E', BNB: 'BN', XRP: 'X', ADA: 'A', DOGE: 'D', POL: 'P', SOL: 'S', LTC: 'Ł', TON: 'T', AVAX: 'AV',
  DOT: 'DT', BCH: 'BC', TRX: 'TX', NEAR: 'N', SHIB: 'SH', LINK: 'L', SUI: 'SU', HBAR: 'ℏ', DAI: 'DA', TRUMP: 'TR', USDT: '₮',
}; // prettier-ignore
const places = Object.keys(letters);
const sizes = { small: 'size-5', normal: 'size-8', large: 'size-11' };

/** The coin's code always stands beside it, so that it is silent for screen readers. */
export function CoinIcon({ coin, size = 'normal', className }: CoinIconProps): ReactNode {
  const text = letters[coin as AssetCode] ?? coin.slice(0, 1);
  return (
    <svg viewBox="0 0 32 32" className={clsx('shrink-0', sizes[size], className)} aria-hidden focusable={false}>
      <circle cx="16" cy="16" r="16" fill={colors[Math.max(0, places.indexOf(coin))]} />
      <circle cx="16" cy="16" r="14" fill="none" stroke="#fff" strokeOpacity="0.22" />
      <text
        x="16"
        y="16"
        dy="0.36em"
        textAnchor="middle"
        fill="#fff"
        fontSize={text.length > 1 ? 11 : 14}
        fontWeight={600}
      >
        {text}
      </text>
    </svg>
  );
}
