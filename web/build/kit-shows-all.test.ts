// /dev/kit shows every part that screens take of ui/, and ui/ holds nothing else.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..', 'src');
const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((path) => !path.includes('.test.'));
const parts = files.filter((path) => /^ui\/[^/]*\.tsx$/.test(path)).map((path) => basename(path));

/** Without a look of their own, or around every page. */
const others = [
  'kit-provider.tsx',
  'lazy-part.tsx',
  'link.tsx',
  'pace.tsx',
  'ticking-text.tsx',
  'toaster.tsx',
  'when-opened.tsx',
];

function takenBy(isTaker: (path: string) => boolean): Set<string> {
  const texts = files.filter(isTaker).map((path) => readFileSync(join(src, path), 'utf8'));
  return new Set(parts.filter((part) => texts.some((text) => text.includes(`/${part}'`))));
}

const inKit = takenBy((path) => path.startsWith('kit/'));
const onScreens = takenBy((path) => !/^(?:kit|ui)\//.test(path));
const inUi = takenBy((path) => path.startsWith('ui/'));

test('the kit shows every part that screens take', () => {
  expect([...onScreens].filter((part) => !inKit.has(part)).toSorted()).toEqual(others);
});

test('there is no part that nobody takes', () => {
  expect(parts.length).toBeGreaterThan(50);
  expect(parts.filter((part) => ![inKit, onScreens, inUi].some((taken) => taken.has(part)))).toEqual([]);
});
