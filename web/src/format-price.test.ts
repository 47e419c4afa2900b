import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatChange, formatPrice } from './format-price.ts';

test('a price has its coin’s decimals and loses no digit before them', () => {
  assert.equal(formatPrice('BTC', '64120.5'), '64,120.50');
  assert.equal(formatPrice('SHIB', '9.2E-7'), '0.0000009200');
  assert.equal(formatPrice('BTC', '9007199254740993.129'), '9,007,199,254,740,993.12');
});

test('what is no price is a dash', () => {
  for (const text of [null, '', 'x', '-1']) assert.equal(formatPrice('BTC', text), '–');
});

test('a change has sign and arrow', () => {
  assert.deepEqual(formatChange('100', '101.239'), { text: '▲ +1.23%', move: 'up' });
  assert.deepEqual(formatChange('100', '98.761'), { text: '▼ −1.23%', move: 'down' });
  assert.deepEqual(formatChange('100', '100.001'), { text: '0.00%', move: 'none' });
  assert.deepEqual(formatChange('0', '1'), { text: '–', move: 'none' });
});
