import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainStart } from './explain-start.ts';
import { StartProblem } from './kit/start-problem.ts';

const embedded = { databaseUrl: undefined, dataDirectory: '/srv/candor' };
const external = { databaseUrl: 'postgres://candor_app:s3cret@db.example:5432/candor', dataDirectory: '/srv/candor' };
const failed = (code: string, path?: string): Error =>
  Object.assign(new Error(`it failed with ${code}`), { code, path });

test('a problem that has its words says them', () => {
  assert.equal(
    explainStart(new StartProblem('PORT=abc: a whole number is expected.'), undefined),
    'PORT=abc: a whole number is expected.',
  );
});

test('what the disk refuses is said with its place and what to do', () => {
  assert.match(
    explainStart(failed('EACCES', '/srv/candor/secrets.json'), embedded)!,
    /^\/srv\/candor\/secrets\.json can't be used: this user may not write there.*DATA_DIRECTORY/,
  );
  assert.match(explainStart(failed('ENOTDIR'), embedded)!, /^\/srv\/candor can't be used: it is no folder/);
  for (const error of [
    failed('ENOSPC'),
    failed('53100'),
    new StartProblem('initdb failed (1):\ncould not write: No space left on device'),
  ])
    assert.match(explainStart(error, embedded)!, /no room left on the disk of \/srv\/candor/);
});

test('what a database refuses is said with where it is and never with the password', () => {
  const cases: [string, RegExp][] = [
    ['ECONNREFUSED', /no PostgreSQL answers at db\.example:5432 \(ECONNREFUSED\).*leave DATABASE_URL out/],
    ['ENOTFOUND', /no PostgreSQL answers at db\.example:5432/],
    ['28P01', /does not let candor_app in/],
    ['3D000', /no database candor at db\.example:5432/],
    ['42501', /candor_app lacks rights.*deploy\/database\.sql/],
  ];
  for (const [code, words] of cases) {
    const said = explainStart(failed(code), external)!;
    assert.match(said, words, code);
    assert.doesNotMatch(said, /s3cret/);
  }
});

test('a fault of ours is not explained away', () => {
  for (const place of [embedded, external])
    assert.equal(explainStart(new TypeError('x is undefined'), place), undefined);
  assert.equal(explainStart(failed('ECONNREFUSED'), embedded), undefined);
});
