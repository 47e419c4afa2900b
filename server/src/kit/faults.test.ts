import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { connectToClone } from '../../test/support/database.ts';
import { ConnectionLost, isConnectionLost, isPassing, isUnavailable } from './faults.ts';
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
