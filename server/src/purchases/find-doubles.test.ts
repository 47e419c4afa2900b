// Files that are imported in any order, repeatedly, and with their lines in any order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad, type Uuid } from '@candor/wire';
import fc from 'fast-check';
import { runs, testSeed } from '../../test/support/seed.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { sortLines, type KnownLine } from './find-doubles.ts';
import type { StatementForm, StatementLine } from './statement-line.ts';

interface Told {
  form: StatementForm;
  lines: StatementLine[];
  file: Uuid;
}

const line = (payment: number, amount: number): StatementLine => ({
  currency: 'EUR',
  amount: wad(String(amount)),
  bookedOn: '2026-11-27',
  payer: 'ANN LEE',
  text: 'coins',
  bankReference: `BANK-${payment}`,
  endToEnd: '',
});
const form = fc.constantFrom<StatementForm>('camt', 'camt-052', 'camt-054', 'mt940', 'csv');

test(`files repeated and reordered, in any form, never make two lines of a payment that the bank names (seed ${testSeed})`, () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 });
  const files = fc.array(fc.record({ form, seed: fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }) }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(amounts, files, (payments, asked) => {
      const told: Told[] = asked.map(({ form: of, seed }) => {
        const places = [...new Set(seed.map((each) => each % payments.length))];
        return {
          form: of,
          file: uuidOfWords(`${of} ${places.join()}`),
          lines: places.map((place) => line(place, payments[place]!)),
        };
      });
      const known: KnownLine[] = [];
      for (const { form: of, file, lines } of told)
        for (const sorted of sortLines(lines, { form: of, file, known: [...known] }))
          if (!sorted.isKnown)
            known.push({ ...sorted, form: of, file, doubt: sorted.doubleOf === null ? null : 'asked' });
      const references = known.map(({ bankReference }) => bankReference);
      assert.equal(new Set(references).size, references.length);
      assert.deepEqual(
        new Set(references),
        new Set(told.flatMap(({ lines }) => lines.map(({ bankReference }) => bankReference))),
      );
    }),
    { seed: testSeed, numRuns: runs(1_000) },
  );
});
