import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { connectToClone } from '../../test/support/database.ts';
import {
  ConnectionLost,
  isConnectionLost,
  isForAnother,
  isPassing,
  isUnavailable,
  meaningOf,
  meanings,
  spendsConnection,
  type Meaning,
} from './faults.ts';
import { openConnection, openPool } from './postgres.ts';
import { Refusal } from './refuse.ts';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

test('lost connections are a closed list; what is on none is the fault of what was asked', () => {
  for (const code of ['08006', '08P01', '57P01', '57P03', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']) {
    assert.deepEqual([isConnectionLost(coded(code)), isPassing(coded(code))], [true, true], code);
  }
  assert.ok(isConnectionLost(new ConnectionLost('gone')));
  for (const code of ['53300', '53100', '25006']) {
    assert.deepEqual([isConnectionLost(coded(code)), isUnavailable(coded(code))], [false, true], code);
  }
  for (const code of ['40001', '40P01', '55P03', '57014', '25P02']) {
    assert.deepEqual([isUnavailable(coded(code)), isPassing(coded(code))], [false, true], code);
  }
  const own = [
    new Error('a row is not as expected'),
    new SyntaxError('Cannot convert NaN to a BigInt'),
    new TypeError('x is undefined'),
    new Error('Connection terminated by a joke'),
    new Refusal('busy'),
    coded('23505'),
    coded('42P01'),
    coded('ERR_ASSERTION'),
    coded('ENOENT'),
    'a text',
    undefined,
  ];
  for (const error of own) assert.equal(isPassing(error), false, String(error));
});

test('each SQLSTATE decides whether the connection is used again and whether the command is retried', () => {
  const states: [string, Meaning | undefined][] = [
    ['08P01', 'lost'],
    ['08006', 'lost'],
    ['25000', 'lost'],
    ['25001', 'lost'],
    ['25P01', 'lost'],
    ['25P03', 'lost'],
    ['25P04', 'lost'],
    ['57P01', 'lost'],
    ['57P02', 'lost'],
    ['57P03', 'lost'],
    ['57P04', 'lost'],
    ['57P05', 'lost'],
    ['25006', 'read-only'],
    ['26000', 'forgotten'],
    ['42P05', 'forgotten'],
    ['34000', 'forgotten'],
    ['53100', 'crowded'],
    ['53300', 'crowded'],
    ['58000', 'crowded'],
    ['58030', 'crowded'],
    ['25P02', 'conflict'],
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['55P03', 'conflict'],
    ['57014', 'conflict'],
    ['42501', 'session'],
    ['42P01', 'session'],
    ['42883', 'session'],
    ['42704', 'session'],
    ['42703', 'session'],
    ['3F000', 'session'],
    ['0A000', undefined],
    ['23505', undefined],
    ['22003', undefined],
    ['58P01', undefined],
    ['XX000', undefined],
    ['CE001', undefined],
    ['ENOENT', undefined],
  ];
  for (const [code, meaning] of states) assert.equal(meaningOf(coded(code)), meaning, code);
  const untested = Object.keys(meanings).filter((prefix) => !states.some(([code]) => code.startsWith(prefix)));
  assert.deepEqual(untested, []);
  const rules: [string, (error: unknown) => boolean, Meaning[]][] = [
    ['spendsConnection', spendsConnection, ['lost', 'read-only', 'forgotten', 'session']],
    ['isForAnother', isForAnother, ['read-only', 'forgotten']],
    ['isUnavailable', isUnavailable, ['lost', 'read-only', 'crowded']],
    ['isPassing', isPassing, ['lost', 'read-only', 'forgotten', 'crowded', 'conflict']],
  ];
  for (const [name, rule, yes] of rules)
    for (const [code, meaning] of states)
      assert.equal(rule(coded(code)), meaning !== undefined && yes.includes(meaning), `${name} ${code}`);
  // After an error of the severity FATAL the server closes the connection, whatever the SQLSTATE says. 28P01 is a wrong password.
  assert.equal(meaningOf(Object.assign(coded('28P01'), { severity: 'FATAL' })), 'lost');
  assert.equal(meaningOf(Object.assign(coded('28P01'), { severity: 'ERROR' })), undefined);
});

test('a statement that a session can no longer use runs on another connection', async () => {
  const { ownerUrl, end } = await connectToClone(openConnection);
  const [pool, owner] = [openPool(ownerUrl, 1), openPool(ownerUrl, 1)];
  const prepared = { name: 'all', text: 'select * from changing' };
  await owner.query('create table changing (id int)');
  await owner.query('insert into changing values (1)');
  assert.deepEqual((await pool.query(prepared)).rows, [{ id: 1 }]);
  await owner.query('alter table changing add added int default 2');
  assert.deepEqual((await pool.query(prepared)).rows, [{ id: 1, added: 2 }]);
  // Simulates a pooler in transaction mode: the next session lacks the prepared statements.
  await pool.query('deallocate all');
  assert.deepEqual((await pool.query(prepared)).rows, [{ id: 1, added: 2 }]);
  await Promise.all([pool.end(), owner.end()]);
  await end();
});

test('what the driver says when a connection ends, can not be had or was given up counts as lost', async () => {
  const { url, connection, end } = await connectToClone(openConnection);
  const pool = openPool(url, 1);
  const asked = pool.query('select pg_sleep(20)').catch((error: unknown) => error);
  const pid = async () => {
    const { rows } = await connection.query<{ pid: number }>(
      `select pid from pg_stat_activity where query like 'select pg_sleep%'`,
    );
    return rows[0]?.pid;
  };
  let found = await pid();
  while (found === undefined) found = await pid();
  await connection.query('select pg_terminate_backend($1)', [found]);
  assert.ok(isConnectionLost(await asked));
  await pool.end();
  assert.ok(isConnectionLost(await pool.query('select 1').catch((error: unknown) => error)));
  await end();
  assert.ok(isConnectionLost(await connection.query('select 1').catch((error: unknown) => error)));
  const nowhere = openPool('postgres://nobody@127.0.0.1:1/none', 1);
  assert.ok(isConnectionLost(await nowhere.query('select 1').catch((error: unknown) => error)));
  await nowhere.end();
  assert.ok(isConnectionLost(await openConnection('postgres://nobody@127.0.0.1:1/none').catch((error: unknown) => error))); // oxfmt-ignore
});

test('the driver has no further words for a lost connection', () => {
  const { resolve } = createRequire(import.meta.url);
  const files = [
    resolve('pg'),
    join(dirname(resolve('pg')), 'client.js'),
    join(dirname(resolve('pg')), 'connection.js'),
    resolve('pg-pool'),
  ];
  const words = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/new Error\(\s*'([^']+)'/g)].map(([, text]) => text!),
  );
  const ofConnections = words.filter((text) => /connect|terminat|closed|timeout|end on the pool/i.test(text));
  const others = [
    // They are the program's own mistakes, or end in a ConnectionLost of ours.
    'Client has already been connected. You cannot reuse a client.',
    'There was an error establishing an SSL connection',
    'The server does not support SSL connections',
    'Called end on pool more than once',
  ];
  assert.deepEqual(ofConnections.filter((text) => !others.includes(text) && !isConnectionLost(new Error(text))), []); // oxfmt-ignore
  assert.ok(ofConnections.length > 6);
});
