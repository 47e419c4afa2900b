// Customers' lists change while they are read: a page by its number alone would skip rows or show them twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { calls } from './calls.ts';

const fieldsOf = (schema: z.ZodType): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
const named = (each: (typeof calls)[number]): string => ('name' in each ? each.name : each.path);
const takes = (field: string) => (call: (typeof calls)[number]) => fieldsOf(call.payload).includes(field);

const paged = calls.filter((call) => takes('current_page')(call) || takes('pagesize')(call));

test('every paged list of customers takes a cursor and gives the next one', () => {
  assert.ok(paged.length >= 20, String(paged.length));
  const lacking = paged.filter((call) => !takes('after')(call) || !fieldsOf(call.reply).includes('next'));
  assert.deepEqual(lacking.map(named), [], 'use pagedBy and pagedListOf, and readPage on the server');
});

test('a page needs no cursor, and a cursor has a bound', () => {
  for (const call of paged) {
    const after = (call.payload as z.ZodObject).shape['after'] as z.ZodType;
    assert.equal(after.parse(undefined), '', named(call));
    assert.equal(after.safeParse('x'.repeat(201)).success, false, named(call));
  }
});

test('every payload is read by this test', () => {
  assert.deepEqual(calls.filter(({ payload }) => !(payload instanceof z.ZodObject)).map(named), []);
});
