// The coins' badges as files, where the list of coins says that they are: /coins/btc.svg. For others than this app, which draws its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { badgeCodes, badgeLetterSize, coinBadge } from '../src/ui/coin-badge.ts';

/** Written after the bundle, so that no visit fetches them ahead. */
export const coinBadges = (): Plugin => ({
  name: 'candor-coin-badges',
  apply: 'build',
  writeBundle({ dir }) {
    const directory = join(dir!, 'coins');
    mkdirSync(directory, { recursive: true });
    for (const code of badgeCodes) writeFileSync(join(directory, `${code.toLowerCase()}.svg`), svgOf(code));
  },
});

export function svgOf(code: string): string {
  const badge = coinBadge(code);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img" aria-label="${code}">` +
    `<circle cx="16" cy="16" r="16" fill="${badge.color}"/>` +
    `<circle cx="16" cy="16" r="14" fill="none" stroke="#fff" stroke-opacity="0.22"/>` +
    `<text x="16" y="16" dy="0.36em" text-anchor="middle" fill="#fff" font-family="system-ui,sans-serif" ` +
    `font-size="${badgeLetterSize(badge)}" font-weight="600">${badge.text}</text></svg>`
  );
}
