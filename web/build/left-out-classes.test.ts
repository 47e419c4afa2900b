// A word that the style sheet leaves out does nothing as a class: nobody writes it as one.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('no element has a class that the style sheet leaves out', () => {
  const leftOut = /@source not inline\('\{(?<words>.*)\}'\)/.exec(read('web/src/ui/tokens.css'))!.groups!['words']!.split(','); // oxfmt-ignore
  expect(leftOut.length).toBeGreaterThan(0);
  const classOf = new RegExp(`(?:class\\w*|face)=[^>]*["'\` ](?<word>${leftOut.join('|')})["'\` ]`, 'i');
  expect(classOf.test('<div className="flex grow gap-2">')).toBe(leftOut.includes('grow'));
  const wrong = globSync('{web,console}/src/**/*.tsx', { cwd: root }).flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => classOf.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(wrong).toEqual([]);
});
