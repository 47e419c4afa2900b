import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainDatabase, explainStart, faultWords } from './explain-start.ts';
import { ConnectionLost } from './kit/faults.ts';
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

test('what a password, a certificate or a full database keeps from starting is said in a sentence', () => {
  const cases: [Error, RegExp][] = [
    [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /db\.example:5432 asks for a password, and there is none/], // oxfmt-ignore
    [new Error('The server does not support SSL connections'), /does not speak TLS: switch ssl on/],
    [failed('53300'), /has no connection left .*max_connections/],
    [new Error('error: sorry, too many clients already'), /has no connection left .*max_connections/],
    [failed('SELF_SIGNED_CERT_IN_CHAIN'), /no authority that is known here .*sslrootcert/],
    [failed('DEPTH_ZERO_SELF_SIGNED_CERT'), /no authority that is known here .*sslrootcert/],
    [failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), /no authority that is known here .*sslrootcert/],
    [failed('CERT_HAS_EXPIRED'), /not valid today .*renew it/],
    [failed('ERR_TLS_CERT_ALTNAME_INVALID'), /is for another name/],
    [failed('EPROTO'), /TLS with the PostgreSQL at db\.example:5432 fails \(EPROTO\)/],
    [new ConnectionLost('no connection to the database', { cause: failed('28P01') }), /does not let candor_app in/],
  ];
  for (const [error, words] of cases) {
    const said = explainStart(error, external)!;
    assert.match(said, /^DATABASE_URL: [^\n]*\.$/, error.message);
    assert.match(said, words);
    assert.doesNotMatch(said, /s3cret/);
  }
});

test('a command that works on a database says which setting led there, and only what it knows', () => {
  const owner = { setting: 'DATABASE_OWNER_URL', url: 'postgres://anna:s3cret@db.example/shop' } as const;
  const cases: [Error, RegExp][] = [
    [
      failed('ECONNREFUSED'),
      /^DATABASE_OWNER_URL: no PostgreSQL answers at db\.example .*\. Start it, or correct the address\.$/,
    ],
    [failed('28P01'), /^DATABASE_OWNER_URL: .* does not let anna in/],
    [failed('25006'), /^DATABASE_OWNER_URL: .* takes no changes .*primary/],
    [new StartProblem('The role candor_app is not there.'), /^The role candor_app is not there\.$/],
  ];
  for (const [error, words] of cases) {
    assert.match(explainDatabase(error, owner)!, words);
    assert.doesNotMatch(explainDatabase(error, owner)!, /s3cret/);
  }
  assert.equal(explainDatabase(new TypeError('x is undefined'), owner), undefined);
  assert.equal(explainDatabase(Object.assign(failed('42501'), { routine: 'exec_stmt_raise' }), owner), undefined);
  assert.equal(explainDatabase(failed('28P01'), undefined), undefined);
});

test('the explanation itself takes any address that the driver takes', () => {
  const at = (databaseUrl: string) => explainStart(failed('28P01'), { databaseUrl, dataDirectory: '/srv/candor' });
  assert.match(at('postgres://us%er:pw@db.example/x')!, /the PostgreSQL at db\.example does not let us%er in/);
  assert.match(at('postgres:///candor?host=/run/postgresql')!, /the PostgreSQL at \/run\/postgresql does not let/);
});

test('a port that is taken in the last moment is said, whichever process wanted it', () => {
  for (const error of [
    new Error('Error: listen EADDRINUSE: address already in use 127.0.0.1:9100'),
    new Error('listen EADDRINUSE: address already in use 127.0.0.1:9100'),
  ])
    for (const place of [embedded, external])
      assert.match(explainStart(error, place)!, /^127\.0\.0\.1:9100 is in use by another program.*METRICS_PORT/);
});

test('a fault of ours is not explained away', () => {
  for (const place of [embedded, external])
    assert.equal(explainStart(new TypeError('x is undefined'), place), undefined);
  assert.equal(explainStart(failed('ECONNREFUSED'), embedded), undefined);
});

test('what nothing explains is shown with its code and its stack, and without rows, statements and passwords', () => {
  const address = 'postgres://candor_app:s3cret@db:5432/candor';
  const cause = Object.assign(new TypeError(`Invalid URL ${address}`), { code: 'ERR_INVALID_URL', input: address });
  const error = Object.assign(new Error('duplicate key value violates unique constraint "accounts_email"', { cause }), {
    code: '23505',
    severity: 'ERROR',
    constraint: 'accounts_email',
    detail: 'Key (email)=(wilma@example.com) already exists.',
    where: 'PL/pgSQL function with wilma',
    internalQuery: `insert into accounts values ('wilma')`,
    parameters: ['wilma'],
    client: { connectionParameters: { connectionString: address } },
  });
  const said = faultWords(error);
  assert.match(
    said,
    /^Error: duplicate key value violates unique constraint "accounts_email"\n {4}at .*explain-start\.test\.ts/,
  );
  for (const shown of [
    /code: '23505'/,
    /constraint: 'accounts_email'/,
    /Invalid URL postgres:\/\/<login>@db:5432/,
    /ERR_INVALID_URL/,
  ])
    assert.match(said, shown);
  assert.doesNotMatch(said, /wilma|s3cret|candor_app/);
  assert.match(faultWords(new TypeError('x is undefined')), /^TypeError: x is undefined\n {4}at [^{]*$/);
  assert.equal(faultWords(undefined), 'undefined');
});
