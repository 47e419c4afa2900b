import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leanIcon } from './lean-icons.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`, import.meta.url), 'utf8');
const bell = read('bell');

test.each(['bell', 'house', 'circle'])('of an icon its shapes stay, without keys: %s', (name) => {
  const whole = read(name);
  const lean = leanIcon(whole);
  expect(lean).not.toContain('key');
  expect(lean).not.toContain('__iconData.node;');
  const paths = (code: string) => code.match(/ d: "[^"]+"/g);
  expect(paths(lean)).toEqual(paths(whole));
  expect(lean).toContain('createLucideIcon(__iconData)');
});

test('another name of an icon stays as it is', () => {
  expect(leanIcon("export { default } from './bell.mjs';")).toBe("export { default } from './bell.mjs';");
});

test('an icon whose keys are not found fails the build', () => {
  expect(() => leanIcon(bell.replace('key:', 'id:'))).toThrow(/shapes/);
  expect(() => leanIcon(bell.replaceAll('"path"', "'path'"))).toThrow(/0 shapes/);
});
