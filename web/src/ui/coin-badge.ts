// Badges of our own: a letter or two on a quiet colour. Nobody's logo.
import type { AssetCode } from '@candor/wire';

export interface CoinBadge {
  text: string;
  color: string;
}

/** White reaches 4.5:1 on each. */
const colors = ['#a85400', '#4359c9', '#8a6400', '#3f4a5a', '#1d63c4', '#7a6410', '#7d45c4', '#6a3fd0', '#4c6a93', '#0a74b8', '#bf3340', '#b3246b', '#3d7a3a', '#c22d2d', '#1f7a70', '#b5431c', '#2b57c9', '#2673a8', '#3b3f46', '#90660a', '#9c4a2f', '#187a5b']; // prettier-ignore
const letters: Record<AssetCode, string> = {
  BTC: 'B', ETH: 'E', BNB: 'BN', XRP: 'X', ADA: 'A', DOGE: 'D', POL: 'P', SOL: 'S', LTC: 'Ł', TON: 'T', AVAX: 'AV',
  DOT: 'DT', BCH: 'BC', TRX: 'TX', NEAR: 'N', SHIB: 'SH', LINK: 'L', SUI: 'SU', HBAR: 'ℏ', DAI: 'DA', TRUMP: 'TR', USDT: '₮',
}; // prettier-ignore

export const badgeCodes = Object.keys(letters) as AssetCode[];

export const coinBadge = (coin: string): CoinBadge => ({
  text: letters[coin as AssetCode] ?? coin.slice(0, 1),
  color: colors[Math.max(0, badgeCodes.indexOf(coin as AssetCode))]!,
});

/** Two letters stand smaller. */
export const badgeLetterSize = ({ text }: CoinBadge): number => (text.length > 1 ? 11 : 14);
