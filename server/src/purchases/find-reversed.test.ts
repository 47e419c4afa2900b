// Payments that the bank takes back: in part, with a fee, twice, and payments that two lines report.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creditorReference, wad, type Uuid } from '@candor/wire';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { findReversed, withReversalIds, type ReversibleLine } from './find-reversed.ts';
import type { OutgoingLine } from './statement-line.ts';

const reference = creditorReference('ABCD23456789');
const line = (name: string, more: Partial<ReversibleLine> = {}): ReversibleLine => ({
  transferId: uuidOfWords(name),
  currency: 'EUR',
  amount: wad('1000'),
  bookedOn: '2026-11-26',
  payer: 'ANN LEE',
  text: 'coins',
  bankReference: '',
  endToEnd: '',
  reversedOn: null,
  reversalId: null,
  refund: null,
  use: null,
  doubleOf: null,
  doubt: null,
  ...more,
});
const out = (more: Partial<OutgoingLine> = {}): OutgoingLine => ({
  currency: 'EUR',
  amount: wad('1000'),
  bookedOn: '2026-11-27',
  payer: 'ANN LEE',
  text: 'RETURN',
  bankReference: '',
  endToEnd: '',
  isReturn: true,
  ...more,
});
const find = (outs: OutgoingLine[], lines: ReversibleLine[]) => {
  const { reversals, unknown } = findReversed(withReversalIds(outs), lines);
  return { marked: new Set(reversals.map(({ transferId }) => transferId)), unknown: unknown.length, reversals };
};
const ids = (...names: string[]): Set<Uuid> => new Set(names.map((name) => uuidOfWords(name)));

test('a return takes every line of its payment back, also those that are asked about or are said to be the same', () => {
  for (const doubt of ['asked', 'same'] as const) {
    const lines = [
      line('csv', { payer: '', text: 'GUTSCHRIFT' }),
      line('camt', { bankReference: 'B-1', doubleOf: uuidOfWords('csv'), doubt }),
    ];
    const { marked, reversals } = find([out({ bankReference: 'B-1' })], lines);
    assert.deepEqual(marked, ids('csv', 'camt'), doubt);
    assert.equal(new Set(reversals.map(({ reversalId }) => reversalId)).size, 2);
  }
  const another = [
    line('one', { payer: '' }),
    line('other', { bankReference: 'B-1', doubleOf: uuidOfWords('one'), doubt: 'another' }),
  ];
  assert.deepEqual(find([out({ bankReference: 'B-1' })], another).marked, ids('other'), 'another payment stays');
});

test('a return in part or with a fee takes the payment back that it names; a refund that is owed does not', () => {
  for (const amount of ['990', '1007.5', '1']) {
    const of = (more: Partial<OutgoingLine>, lines: ReversibleLine[]) =>
      find([out({ amount: wad(amount), ...more })], lines);
    assert.deepEqual(of({ bankReference: 'B-1' }, [line('a', { bankReference: 'B-1' }), line('b')]).marked, ids('a'));
    assert.deepEqual(of({ endToEnd: 'E-1' }, [line('a', { endToEnd: 'E-1' })]).marked, ids('a'));
    assert.deepEqual(of({ text: `RETURN ${reference}` }, [line('a', { text: reference })]).marked, ids('a'));
    assert.deepEqual(of({ text: `RETURN ${reference}` }, [line('a', { text: reference, refund: wad(amount) })]), {
      marked: ids(),
      unknown: 0,
      reversals: [],
    });
    const { marked, unknown } = of({}, [line('a')]);
    assert.deepEqual([marked, unknown], [ids(), 1], 'the payer alone is not enough: it is listed');
    assert.deepEqual(
      of({ bankReference: 'B-1', isReturn: false }, [line('a', { bankReference: 'B-1' })]).marked,
      ids(),
    );
  }
  const both = [out({ amount: wad('5'), text: `RETURN FEE ${reference}` }), out({ text: `RETURN ${reference}` })];
  const { marked, unknown } = find(both, [line('a', { text: reference })]);
  assert.deepEqual([marked, unknown], [ids('a'), 0], 'the fee of a return beside it');
});

test('two payments of one sum whose returns come in two files are both taken back', () => {
  const marked = (more: Partial<ReversibleLine> = {}): ReversibleLine =>
    line('a', { reversedOn: '2026-11-27', reversalId: uuidOfWords('before'), ...more });
  const named = { text: reference };
  assert.deepEqual(find([out({ text: `RETURN ${reference}` })], [marked(named), line('b', named)]).marked, ids('b'));
  assert.deepEqual(find([out()], [marked(), line('b')]).marked, ids('b'), 'without a reference');
  assert.deepEqual(
    find([out()], [marked(), line('b', { use: 'confirmed' })]).marked,
    ids(),
    'what was used is not blamed by the payer alone',
  );
  assert.deepEqual(find([out()], [marked()]), { marked: ids(), unknown: 0, reversals: [] }, 'told twice');
  const later = out({ bankReference: 'B-1', bookedOn: '2026-11-30' });
  assert.deepEqual(
    find([later], [marked({ bankReference: 'B-1' }), line('b')]).marked,
    ids(),
    'told again after a weekend',
  );
});

test('returns are compared with lines of their own sum, in a time that grows with the file', () => {
  const asked = (count: number): number => {
    let read = 0;
    const lines = Array.from({ length: count }, (_, place) => {
      const made = line(`line ${place}`, { bankReference: `B-${place}` });
      return Object.defineProperty(made, 'payer', { get: () => (read++, 'ANN LEE') });
    });
    const outs = Array.from({ length: count }, (_, place) => out({ bankReference: `B-${place}` }));
    assert.equal(find(outs, lines).marked.size, count);
    return read;
  };
  assert.ok(asked(800) <= asked(400) * 2.5, 'twice the file is twice the work');
});
