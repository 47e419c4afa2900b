import { coins } from '@candor/wire';
import { expect, test } from 'vitest';
import { badgeCodes, coinBadge } from '../src/ui/coin-badge.ts';
import { svgOf } from './coin-badges.ts';

test('every coin has a badge of its own, and USDT too', () => {
  const looks = [...coins.map(({ code }) => code), 'USDT'].map((code) => JSON.stringify(coinBadge(code)));
  expect(new Set(looks).size).toBe(coins.length + 1);
  expect(badgeCodes).toHaveLength(coins.length + 1);
  expect(svgOf('BTC')).toContain('>B</text>');
});

test('white letters reach 4.5 to 1 on each', () => {
  const channel = (hex: string): number => {
    const share = parseInt(hex, 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  for (const code of badgeCodes) {
    const { color } = coinBadge(code);
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => channel(color.slice(at, at + 2)));
    expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05), code).toBeGreaterThanOrEqual(4.5);
  }
});
