import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, wad } from '@candor/wire';
import { costsOfMoves } from './rules.ts';

const costs = (openLong: string, openShort: string): string[] =>
  costsOfMoves({ openLong: wad(openLong), openShort: wad(openShort), price: wad('200') }).map((cost) => formatAmount(cost)); // oxfmt-ignore

test('longs cost when a price rises, shorts when it falls, and both together what they do not share', () => {
  assert.deepEqual(costs('3', '0'), ['-60', '-30', '-6', '6', '30', '60']);
  assert.deepEqual(costs('0', '3'), ['60', '30', '6', '-6', '-30', '-60']);
  assert.deepEqual(costs('3', '2.5'), ['-10', '-5', '-1', '1', '5', '10']);
  assert.deepEqual(costs('1', '1'), ['0', '0', '0', '0', '0', '0']);
});
