import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined, raw, sql } from './sql.ts';

test('parts keep their values, whatever they are filled into', () => {
  const inner = sql`amount > ${5} and coin = ${'BTC'}`;
  const whole = sql`select ${raw('amount')} from moves where ${inner} or at < ${7}`;
  assert.deepEqual(whole.query, {
    text: 'select amount from moves where amount > $1 and coin = $2 or at < $3',
    values: [5, 'BTC', 7],
  });
  assert.deepEqual(joined([sql`a = ${1}`, sql`b`, sql`c = ${2}`], ' and ').query, {
    text: 'a = $1 and b and c = $2',
    values: [1, 2],
  });
  assert.deepEqual(sql`select 1`.query, { text: 'select 1', values: [] });
});
