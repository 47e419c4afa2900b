import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { partsOfAreas, readTexts, textFolder } from '../../build/text-catalogues.ts';
import { textsOf } from '../shell/faces.ts';

const sources = join(textFolder, '..');
const english = readTexts('en');
const partOf = new Map([...partsOfAreas()].flatMap(([part, areas]) => areas.map((area) => [area, part] as const)));
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });

test('what a screen and all that it loads may say comes with it', () => {
  const screens = files.filter((file) => file.endsWith('-screen.tsx'));
  expect(screens.length).toBeGreaterThan(10);
  for (const file of screens) {
    expect.soft(missingIn(join(sources, file), new Set(['first', ...textsOf(file)])), file).toEqual([]);
  }
});

test('what the view of a receipt may say comes with it or with the screen that shows it', () => {
  const views = files.filter((file) => file.endsWith('-receipt.tsx') && !file.startsWith('receipts/'));
  expect(views.length).toBeGreaterThan(1);
  for (const file of views) {
    const parts = ['first', ...textsOf('receipts/receipt'), ...textsOf(file)];
    expect.soft(missingIn(join(sources, file), new Set(parts)), file).toEqual([]);
  }
});

test('what is said of an order that has ended comes with the parts that its rule names', () => {
  for (const file of files.filter((each) => each.endsWith('/events.ts'))) {
    const code = readFileSync(join(sources, file), 'utf8');
    const parts = [...code.matchAll(/parts: \[([^\]]*)\]/g)].flatMap(([, list]) => wordsIn(list!));
    expect.soft(missingIn(join(sources, file), new Set(['first', ...parts])), file).toEqual([]);
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
  const more = new Set([...loaded, ...wordsIn(/needTexts\(\[([^\]]*)\]/.exec(code)?.[1] ?? '')]);
  const imports = [...code.matchAll(/^(?:import|export) (?!type)[^;]*?from '(\.[^']+)'|^import '(\.[^']+\.tsx?)'/gm)];
  const later = [...code.matchAll(/import\('(\.[^']+)'\)/g)];
  for (const [, path, bare] of imports)
    missing.push(...missingIn(resolve(dirname(file), (path ?? bare)!), loaded, seen));
  for (const [, path] of later) missing.push(...missingIn(resolve(dirname(file), path!), more, seen));
  return [...new Set(missing)];
}

const wordsIn = (list: string): string[] => [...list.matchAll(/'(\w+)'/g)].map(([, word]) => word!);
