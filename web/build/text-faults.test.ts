import { expect, test } from 'vitest';
import { allFaults, languagesOfFolders } from './text-catalogues.ts';
import { findFaults } from './text-faults.ts';
import { languages } from '../src/text/languages.ts';

test('every language has every text, none empty, each with the same values', () => {
  expect(allFaults()).toEqual([]);
});

test('the folders are the languages of the app', () => {
  expect(languagesOfFolders().toSorted()).toEqual([...languages].toSorted());
});

test('faults are found', () => {
  const english = { 'a.x': 'Hello {name}', 'a.y': '{count, plural, one {# day} other {# days}}', 'a.z': 'Go' };
  expect(findFaults('sv', { 'a.x': 'Hej {namn}', 'a.y': '{count, plural, other {# dagar}}' }, english)).toEqual([
    'sv: a.x asks for {namn}',
    'sv: a.x forgets {name}',
    'sv: a.z is missing',
  ]);
  const rest = { 'a.x': ' ', 'a.y': '{count, plural, other {#}', 'a.z': 'Gå', 'a.q': 'Vem' };
  const faults = findFaults('sv', rest, english);
  expect(faults[0]).toBe('sv: a.x is empty');
  expect(faults[1]).toMatch(/^sv: a\.y is no ICU message/);
  expect(faults[2]).toBe('sv: a.q is not in en');
});
