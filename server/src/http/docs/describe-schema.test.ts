import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAction, instant, pageOf, text, wholeNumber } from '@candor/wire';
import { z } from 'zod';
import { payloadSchema } from './call-schemas.ts';
import { describeSchema } from './describe-schema.ts';

test('says in words what a field may be', () => {
  const fields: [z.ZodType, string][] = [
    [text(1, 40), 'text, 1 to 40 characters'],
    [z.string().max(9).default(''), 'text, up to 9 characters; "" if left out'],
    [wholeNumber(1, 2), 'whole number, 1 to 2'],
    [pageOf.pagesize, 'whole number, 1 to 100; 20 if left out'],
    [z.enum(['up', 'down']).nullable(), 'one of "up", "down" or null'],
    [instant, 'time, ISO 8601 in UTC with milliseconds'],
    [z.array(z.strictObject({ a: z.boolean() })), 'list of { a: true or false }'],
    [z.tuple([z.number().int().min(0), z.literal('x')]), 'list of whole number, 0 or more, "x"'],
    [z.record(z.string(), z.string()), 'names with text'],
    [z.unknown(), 'any JSON'],
  ];
  for (const [field, words] of fields) {
    const call = defineAction({
      name: 'x',
      summary: 'x',
      who: 'anyone',
      payload: z.strictObject({ field }),
      reply: z.object({}),
      refusals: [],
    });
    assert.equal(describeSchema(payloadSchema(call).properties!['field']!), words);
  }
});
