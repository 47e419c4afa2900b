import { expect, test } from 'vitest';
import { partsOfFloors } from '../src/text/parts.ts';
import { readTexts } from './text-catalogues.ts';
import { findBorrowed, findUnused, readSources } from './text-uses.ts';
import type { Lenders } from './text-uses.ts';

const areas = new Set(Object.keys(readTexts('en')).map((key) => key.split('.', 1)[0]!));
const products = [...areas].filter((area) => !Object.hasOwn(partsOfFloors, area));

/** Who shows what belongs to products. */
const lenders: Lenders = {
  treaty: ['contracts', 'options'],
  login: ['register'],
  register: ['personal'],
  personal: ['register'],
};

test('every text is said somewhere', () => {
  expect(findUnused(Object.keys(readTexts('en')), readSources())).toEqual([]);
});

test('a product says its own texts and those of the floors below', () => {
  expect(findBorrowed(readSources(), products, lenders)).toEqual([]);
});

test('texts that nothing says are found', () => {
  const sources = [
    { path: 'web/src/options/a.tsx', code: 't(\'options.up\'); t(`options.result_${result}`); <T id="ui.back" />' },
    { path: 'wire/src/results.ts', code: "['win']; { lose: 1 }" },
  ];
  const keys = ['options.up', 'options.result_win', 'options.result_lose', 'ui.back', 'options.result_draw', 'ui.top'];
  expect(findUnused(keys, sources)).toEqual(['options.result_draw', 'ui.top']);
});

test('texts of another product are found', () => {
  const sources = [
    { path: 'web/src/options/a.tsx', code: "t('options.up'); t('ui.back'); t(`contracts.${side}`)" },
    { path: 'web/src/session/b.tsx', code: "t('home.total')" },
    { path: 'web/src/treaty/c.tsx', code: "t('options.up')" },
  ];
  expect(findBorrowed(sources, ['options', 'contracts', 'home'], { treaty: ['options'] })).toEqual([
    'web/src/options/a.tsx says contracts.…',
    'web/src/session/b.tsx says home.total',
  ]);
});
