// The coins' marks as files, where the list of coins says that they are: /coins/btc.svg. For others than this app, which uses the sprite.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Written after the bundle, so that no visit fetches them ahead. */
export const coinFiles = (): Plugin => ({
  name: 'candor-coin-files',
  apply: 'build',
  writeBundle({ dir }) {
    const directory = join(dir!, 'coins');
    mkdirSync(directory, { recursive: true });
    for (const [code, svg] of svgsOf(readMarks())) writeFileSync(join(directory, `${code}.svg`), svg);
  },
});

export const readMarks = (): string => readFileSync(new URL('../src/ui/coin-marks.svg', import.meta.url), 'utf8');

export const svgsOf = (sprite: string): Map<string, string> =>
  new Map(
    [...sprite.matchAll(/<symbol id="(\w+)" (viewBox="[^"]+")>(.*)<\/symbol>/g)].map(([, code = '', box, mark]) => [
      code,
      `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img" aria-label="${code.toUpperCase()}">${mark}</svg>`,
    ]),
  );
