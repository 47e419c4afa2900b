import { expect, test } from 'vitest';
import { draftOf, faultsOf, fieldOf, payloadOf } from './document-rules.ts';

const terms = { today: '2026-11-23', ageMin: 18 };
const whole = {
  ...draftOf(null, 'JP'),
  number: 'AB 123456',
  name: 'Ann Lee',
  birthDate: '1990-05-17',
  front: '/photo/a',
  back: '/photo/b',
};
const wrongIn = (more: Partial<typeof whole>): string[] =>
  Object.entries(faultsOf({ ...whole, ...more }, terms)).flatMap(([name, fault]) => (fault ? [name] : []));

test('a whole document is right, and what is missing or wrong is named', () => {
  expect(wrongIn({})).toEqual([]);
  expect(wrongIn({ number: ' ', name: '', birthDate: '', front: '', back: '' })).toEqual([
    'number',
    'name',
    'birthDate',
    'front',
    'back',
  ]);
  expect(wrongIn({ kind: 'passport', number: 'X1234567', back: '' })).toEqual([]);
  expect(wrongIn({ kind: 'passport' })).toEqual([]);
  expect(wrongIn({ number: '12', name: 'Ann 1', birthDate: '2027-01-01' })).toEqual(['number', 'name', 'birthDate']);
});

test('the age is that of the terms', () => {
  expect(wrongIn({ birthDate: '2008-11-23' })).toEqual([]);
  expect(faultsOf({ ...whole, birthDate: '2008-11-24' }, terms).birthDate).toEqual({
    code: 'under-age',
    facts: { age: '18' },
  });
});

test('a passport is sent without a back', () => {
  expect(payloadOf({ ...whole, kind: 'passport' }, 'acc')).not.toHaveProperty('back');
  expect(payloadOf(whole, 'acc').back).toBe('/photo/b');
});

test('a refusal of the server is said at the field that it names', () => {
  expect(fieldOf('document-malformed', { field: 'birth_date' })).toBe('birthDate');
  expect(fieldOf('document-malformed', { field: 'document_number' })).toBe('number');
  expect(fieldOf('picture-missing', { field: 'back' })).toBe('back');
  expect(fieldOf('under-age', { age: '21' })).toBe('birthDate');
  expect(fieldOf('certification-pending', {})).toBeUndefined();
});
