import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readTexts, textFolder } from '../../build/text-catalogues.ts';
import { partsOfAreas, partsOfScreen, textParts } from './parts.ts';

const sources = join(textFolder, '..');
const english = readTexts('en');
const partOf = new Map(textParts.flatMap((part) => partsOfAreas[part].map((area) => [area as string, part] as const)));

test('every area belongs to one part', () => {
  const areas = new Set(Object.keys(english).map((key) => key.split('.', 1)[0]!));
  for (const area of areas) expect(partOf.get(area), area).toBeDefined();
  expect(partOf.size).toBe(Object.values(partsOfAreas).flat().length);
});

test('what a screen and all that it loads may say comes with it', () => {
  const screens = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('-screen.tsx')); // prettier-ignore
  expect(screens.length).toBeGreaterThan(10);
  for (const file of screens) {
    const screen = file.replace(/-screen\.tsx$/, '');
    const loaded = new Set(['first', ...partsOfScreen(screen)]);
    expect.soft(missingIn(join(sources, file), loaded), screen).toEqual([]);
  }
});

test('what begins with the page speaks from the first part', () => {
  expect(missingIn(join(sources, 'main.tsx'), new Set(['first']))).toEqual([]);
});

/** Texts of other parts in a file and in all that it imports; files that ask for parts by themselves are followed with those. */
function missingIn(file: string, loaded: ReadonlySet<string>, seen = new Set<string>()): string[] {
  if (seen.has(file) || file.includes('?')) return [];
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  const missing = [...code.matchAll(/['"`]((\w+)\.(?:\$\{|[\w-]+))/g)]
    .filter(([, key, area]) => partOf.has(area!) && (key!.endsWith('${') || Object.hasOwn(english, key!)))
    .filter(([, , area]) => !loaded.has(partOf.get(area!)!))
    .map(([, key]) => `${key} in ${relative(sources, file)}`);
  const asked = /needTexts\(\[([^\]]*)\]/.exec(code)?.[1] ?? '';
  const more = new Set([...loaded, ...[...asked.matchAll(/'(\w+)'/g)].map(([, part]) => part!)]);
  const imports = [...code.matchAll(/^(?:import|export) (?!type)[^;]*?from '(\.[^']+)'|^import '(\.[^']+\.tsx?)'/gm)];
  const later = [...code.matchAll(/import\('(\.[^']+)'\)/g)];
  for (const [, path, bare] of imports)
    missing.push(...missingIn(resolve(dirname(file), (path ?? bare)!), loaded, seen));
  for (const [, path] of later) missing.push(...missingIn(resolve(dirname(file), path!), more, seen));
  return [...new Set(missing)];
}
