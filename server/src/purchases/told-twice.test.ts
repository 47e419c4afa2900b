// Pairs of files that may report one payment in different words: which lines are the same, which need an answer, and which are two payments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creditorReference, wad, type Uuid } from '@candor/wire';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { sortLines, type KnownLine } from './find-doubles.ts';
import type { StatementForm, StatementLine } from './statement-line.ts';

const reference = creditorReference('ABCD23456789');
const line = (more: Partial<StatementLine> = {}): StatementLine => ({
  currency: 'EUR',
  amount: wad('1000'),
  bookedOn: '2026-11-27',
  payer: 'Ann Lee',
  text: 'coins',
  bankReference: '',
  endToEnd: '',
  ...more,
});
interface File {
  form: StatementForm;
  lines: StatementLine[];
  name?: string;
}
const one = (form: StatementForm, more: Partial<StatementLine> = {}): File => ({ form, lines: [line(more)] });

/** Returns the result for each line of the last file: new, known or asked. */
function outcomes(...files: File[]): string[] {
  const known: KnownLine[] = [];
  let last: string[] = [];
  for (const [place, { form, lines, name = `file ${place}` }] of files.entries()) {
    const file: Uuid = uuidOfWords(name);
    const sorted = sortLines(lines, { form, file, known: [...known] });
    last = sorted.map(({ isKnown, doubleOf }) => (isKnown ? 'known' : doubleOf === null ? 'new' : 'asked'));
    known.push(
      ...sorted
        .filter(({ isKnown }) => !isKnown)
        .map((each) => ({ ...each, form, file, doubt: each.doubleOf === null ? null : ('asked' as const) })),
    );
  }
  return last;
}

test('a line that may repeat a payment of another file is asked about', () => {
  const pairs: [string, File, File][] = [
    ['booked after the weekend, by the bank’s reference', one('camt-054', { bankReference: 'B-1' }), one('camt', { bankReference: 'B-1', bookedOn: '2026-11-30' })],
    ['booked after the weekend, by the order’s reference', one('camt-054', { text: reference }), one('mt940', { text: `x ${reference}`, bookedOn: '2026-11-30', payer: '' })],
    ['booked after the weekend, by payer and text', one('csv'), one('camt', { payer: 'ANN LEE', text: 'COINS', bookedOn: '2026-11-30', bankReference: 'B-1' })],
    ['in two CSV files, moved by a day, by the order’s reference', one('csv', { text: reference }), one('csv', { text: reference, bookedOn: '2026-11-28' })],
    ['the payer in the text', one('camt', { bankReference: 'B-1' }), one('csv', { payer: '', text: 'GUTSCHRIFT ANN LEE COINS' })],
    ['the payer in the text, the other way round', one('csv', { payer: '', text: 'Gutschrift Auftraggeber: Ann Lee' }), one('mt940', { text: 'TRANSFER' })],
    ['letters with dots', one('csv', { payer: 'Jürgen Groß', text: 'a' }), one('mt940', { payer: 'JUERGEN GROSS', text: 'b' })],
    ['letters without their dots', one('csv', { payer: 'Jürgen Groß', text: 'a' }), one('mt940', { payer: 'JURGEN GROSS', text: 'b' })],
    ['last name first', one('csv', { payer: 'Ann Lee', text: 'a' }), one('camt', { payer: 'LEE, ANN', text: 'b' })],
    ['words before the text, in one form', one('csv'), one('csv', { text: 'SVWZ+coins' })],
    ['full-width letters', one('csv', { payer: 'ＡＮＮ　ＬＥＥ', text: '' }), one('mt940', { text: 'b' })],
    ['one reference, other words', one('csv', { bankReference: '7' }), one('csv', { bankReference: '7', payer: 'Zoe Xu', text: 'rent' })],
  ]; // oxfmt-ignore
  for (const [name, first, second] of pairs) assert.deepEqual(outcomes(first, second), ['asked'], name);
});

test('a line that is clearly another payment is not asked about', () => {
  const pairs: [string, File, File][] = [
    ['a week later', one('csv'), one('camt', { bookedOn: '2026-12-04' })],
    ['another reference of an order', one('csv', { text: reference }), one('camt', { text: creditorReference('ZZZZ23456789') })],
    ['another reference of the bank, in one form', one('camt', { bankReference: 'B-1' }), one('camt', { bankReference: 'B-2' })],
    ['somebody else', one('csv', { payer: 'Bo Li', text: 'rent' }), one('camt')],
    ['two days later, in files of one form', one('csv'), one('csv', { bookedOn: '2026-11-29' })],
  ]; // oxfmt-ignore
  for (const [name, first, second] of pairs) assert.deepEqual(outcomes(first, second), ['new'], name);
});

test('a line that a file contains twice is new once, and the second one is asked about', () => {
  const named = { bankReference: 'B-1' };
  assert.deepEqual(outcomes({ form: 'camt-052', lines: [line(named), line(named)] }), ['new', 'asked']);
  assert.deepEqual(
    outcomes({ form: 'camt', lines: [line(named), line({ ...named, payer: 'Bo Li', text: 'b' })] }),
    ['new', 'new'],
    'two payments of a batch',
  );
  assert.deepEqual(
    outcomes({ form: 'csv', lines: [line(), line()] }),
    ['new', 'new'],
    'without a reference they are two',
  );
});

test('a file that is imported again with another currency or order of days adds none of its lines a second time', () => {
  const first = { ...one('csv'), name: 'the file' };
  for (const more of [{ currency: 'CHF' as const }, { bookedOn: '2026-12-09' }])
    assert.deepEqual(outcomes(first, { ...one('csv', more), name: 'the file' }), ['known'], JSON.stringify(more));
  assert.deepEqual(outcomes(first, { form: 'csv', lines: [line(), line({ text: 'more' })], name: 'the file' }), [
    'known',
    'new',
  ]);
});

test('lines of one sum and day are compared in a time that grows with the file', () => {
  const asked = (count: number): number => {
    let read = 0;
    const counted = (each: StatementLine): StatementLine => {
      const { payer } = each;
      return Object.defineProperty({ ...each }, 'payer', { get: () => (read++, payer), enumerable: true });
    };
    const lines = Array.from({ length: count }, (_, place) =>
      counted(line({ text: `coins ${place}`, payer: `payer ${place}` })),
    );
    const known = lines.map((each, place): KnownLine => {
      const { currency, amount, bookedOn, bankReference, text } = each;
      const one = {
        transferId: uuidOfWords(`${place}`),
        currency,
        amount,
        bookedOn,
        bankReference,
        text,
        payer: '',
        form: 'camt' as const,
        file: uuidOfWords('camt'),
        doubleOf: null,
        doubt: null,
      };
      return Object.defineProperty(one, 'payer', { get: () => (read++, `other ${place}`), enumerable: true });
    });
    sortLines(lines, { form: 'csv', file: uuidOfWords('csv'), known });
    return read;
  };
  assert.ok(asked(800) <= asked(400) * 2.5, `twice the file is twice the work`);
});
