import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { plainError, wordsOf } from './plain-error.ts';

const ofDatabase = (message: string, fields: object): Error =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { severity: 'ERROR', ...fields });

test('of an error of PostgreSQL a line says which rule it broke, and no value of a row', () => {
  const taken = ofDatabase('duplicate key value violates unique constraint "accounts_email"', {
    code: '23505',
    detail: 'Key (email)=(wilma@example.com) already exists.',
    hint: 'wilma',
    where: 'PL/pgSQL function with wilma',
    internalQuery: 'select wilma',
    query: 'insert wilma',
    parameters: ['wilma'],
    constraint: 'accounts_email',
    table: 'accounts',
    routine: '_bt_check_unique',
  });
  const { stack, ...plain } = plainError(taken) as Record<string, unknown>;
  const message = 'duplicate key value violates unique constraint "accounts_email"';
  assert.deepEqual(plain, { type: 'DatabaseError', message, code: '23505', constraint: 'accounts_email', table: 'accounts', routine: '_bt_check_unique' }); // oxfmt-ignore
  assert.match(stack as string, /^DatabaseError: duplicate key .*\n    at .*plain-error\.test\.ts/);
});

test('what it quotes of the data is left out of its words and its stack, as it is of what others could not read', () => {
  const read = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return error;
    }
  };
  const errors = [
    ofDatabase('invalid input syntax for type uuid: "wilma\n    at wilma"b"', { code: '22P02' }),
    ofDatabase('ungültige Eingabesyntax für Typ uuid: »wilma«', { code: '22P02' }),
    ofDatabase('79123456700 is no exact whole number', { code: '22023' }),
    new Error('550 5.1.1 <wilma+1@mail.example.com> user unknown'),
    read('{"name": wilma'),
    read('wilma is 79123456700'),
    { message: 'of wilma@example.com' },
    { wilma: 1 },
  ];
  for (const error of errors) assert.doesNotMatch(JSON.stringify(plainError(error)), /wilma|79123456700/);
  assert.equal(wordsOf(errors[0]), 'invalid input syntax for type uuid: <value>');
  assert.equal(wordsOf(errors[3]), '550 5.1.1 <<address>> user unknown');
  assert.equal(
    wordsOf(ofDatabase('relation "gone" does not exist', { code: '42P01' })),
    'relation "gone" does not exist',
  );
  assert.equal(wordsOf(new Error('/x/node_modules/@candor/wire is gone')), '/x/node_modules/@candor/wire is gone');
});

test('an address of a database is told without who comes in there, and with which password', () => {
  const words = (text: string): string => wordsOf(new Error(text));
  assert.equal(words('postgres://wilma:w1@lm/a@db:5432/candor is away'), 'postgres://<login>@db:5432/candor is away');
  assert.equal(words('rediss://:w1lma@cache.example.com'), 'rediss://<login>@cache.example.com');
  assert.equal(words('postgres:///candor?password=w1lma&host=/run'), 'postgres:///candor?password=<value>&host=/run');
  for (const plain of ['file:///x/@candor/wire is gone', 'https://db.example is away'])
    assert.equal(words(plain), plain);
});

test('causes and the errors of several are told likewise, and no ring of them goes on for ever', () => {
  const value = ofDatabase('value "wilma" is out of range for type integer', { code: '22003' });
  const told = plainError(new TypeError('not written', { cause: value })) as { type: string; cause: { code: string } };
  assert.deepEqual([told.type, told.cause.code], ['TypeError', '22003']);
  const several = new AggregateError([value, Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' })]); // oxfmt-ignore
  assert.match(JSON.stringify(plainError(several)), /"code":"ECONNREFUSED","syscall":"connect"/);
  const ring = new Error('a');
  ring.cause = new Error('b', { cause: ring });
  for (const error of [told, several, ring]) assert.doesNotMatch(JSON.stringify(plainError(error)), /wilma/);
  assert.equal(plainError('the words of a caller'), 'the words of a caller');
});
