import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad } from '@candor/wire';
import { findInputsFault, nameInputs, versionOfInputs, writeInputs } from './tick-inputs.ts';
import type { TickInput } from './tick-inputs.ts';

const input = (source: string, standing: TickInput['standing'], price?: string): TickInput => ({
  source,
  standing,
  ...(price !== undefined && { price: wad(price) }),
});
const two = [input('htx', 'in', '104'), input('okx', 'in', '104'), input('binance', 'outlier', '100')];
const check = (sources: readonly TickInput[], price = '104') => {
  const list = writeInputs(sources);
  return { inputs: nameInputs(sources, list), price, list, decimals: 2 };
};

test('a list says by which rules it was made, and one that says nothing is of the first', () => {
  assert.equal(writeInputs(two), 'v2 binance:outlier:100 htx:in:104 okx:in:104');
  assert.equal(versionOfInputs(writeInputs(two)), 2);
  assert.equal(versionOfInputs('binance:in:1 okx:in:1'), 1);
  assert.equal(findInputsFault(check(two)), undefined);
});

test('ticks of the first version still verify, by its own rules', () => {
  // Two count while two are out, which the second version does not allow.
  const list = 'binance:outlier:100 bybit:outlier:104 htx:in:104 okx:in:104';
  const old = { inputs: 'htx+okx 3b5e', price: '104', list, decimals: 2 };
  const sources = [...two, input('bybit', 'outlier', '104')];
  const named = { ...old, inputs: nameInputs(sources, list) };
  assert.equal(findInputsFault(named), undefined);
  assert.match(findInputsFault({ ...named, leastVersion: 2 })!, /version 1, after one of version 2/);
  assert.match(findInputsFault(check(sources))!, /2 count of 4/);
});

test('a minority makes no price, whatever the others are called', () => {
  for (const standing of ['outlier', 'disputed', 'frozen'] as const) {
    const price = standing === 'frozen' ? undefined : '104';
    const sources = [...two.slice(0, 2), input('binance', standing, price), input('bybit', standing, price)];
    assert.match(findInputsFault(check(sources))!, /2 count of 4 that were heard, which is no majority/, standing);
  }
  for (const standing of ['silent', 'clock', 'unconverted'] as const) {
    const sources = [...two.slice(0, 2), input('binance', standing), input('bybit', standing)];
    assert.equal(findInputsFault(check(sources)), undefined, standing);
  }
});

test('a version that is not known is a fault, not a guess', () => {
  const list = writeInputs(two).replace('v2', 'v3');
  assert.match(findInputsFault({ ...check(two), inputs: nameInputs(two, list), list })!, /version that is not known/);
});
