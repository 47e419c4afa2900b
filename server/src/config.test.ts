import assert from 'node:assert/strict';
import { test } from 'node:test';
import { venueNames } from '@candor/wire';
import { readConfig } from './config.ts';

const namesOf = (environment: NodeJS.ProcessEnv) => readConfig(environment).venues.map(({ name }) => name);

test('all exchanges make the index unless some are named; what is not named is off', () => {
  assert.deepEqual(namesOf({}), [...venueNames]);
  assert.deepEqual(namesOf({ MARKET_VENUES: 'okx, kraken,okx' }), ['okx', 'kraken']);
  assert.throws(() => readConfig({ MARKET_VENUES: 'okx,mtgox' }), /MARKET_VENUES/);
  assert.throws(() => readConfig({ MARKET_VENUES: '' }), /MARKET_VENUES/);
});

test('whoever plays HTX at another address means that one alone, unless venues are named', () => {
  const HTX_WS = 'ws://127.0.0.1:7070/ws';
  assert.deepEqual(namesOf({ HTX_WS }), ['htx']);
  assert.deepEqual(namesOf({ HTX_WS, MARKET_VENUES: 'htx,okx' }), ['htx', 'okx']);
});

test('each exchange is reached where its setting says', () => {
  const { venues } = readConfig({
    MARKET_VENUES: 'htx,bybit',
    BYBIT_WS: 'ws://127.0.0.1:1/x',
    HTX_WS: 'ws://127.0.0.1:2/ws',
  });
  assert.deepEqual(
    venues.map(({ websocketUrl }) => websocketUrl),
    ['ws://127.0.0.1:2/ws', 'ws://127.0.0.1:1/x'],
  );
});

test('a process has all roles unless some are named; what is no role is refused', () => {
  assert.deepEqual(readConfig({}).roles, ['web', 'engine', 'console']);
  const apart = { DATABASE_URL: 'postgres://127.0.0.1/candor', MARKET_SOURCE: 'simulated' };
  assert.deepEqual(readConfig({ ...apart, ROLES: 'web' }).roles, ['web']);
  assert.deepEqual(readConfig({ ...apart, ROLES: ' engine, web' }).roles, ['engine', 'web']);
  for (const ROLES of ['', 'Web', 'web,', 'all']) assert.throws(() => readConfig({ ...apart, ROLES }), /ROLES/, ROLES);
});

test('processes that are started apart must agree on their database and on where prices come from', () => {
  const apart = { ROLES: 'engine', DATABASE_URL: 'postgres://127.0.0.1/candor', MARKET_SOURCE: 'simulated' };
  readConfig(apart);
  assert.throws(() => readConfig({ ...apart, DATABASE_URL: undefined }), /set DATABASE_URL/);
  for (const MARKET_SOURCE of [undefined, 'auto']) {
    assert.throws(() => readConfig({ ...apart, MARKET_SOURCE }), /set MARKET_SOURCE to htx or simulated/);
    assert.throws(() => readConfig({ REDIS_URL: 'redis://127.0.0.1', MARKET_SOURCE }), /set MARKET_SOURCE/);
  }
  readConfig({ REDIS_URL: 'redis://127.0.0.1', MARKET_SOURCE: 'simulated' });
  assert.throws(() => readConfig({ ...apart, REDIS_URL: 'http://127.0.0.1' }), /REDIS_URL/);
});

test('each setting that is wrong is said in a line, with what is expected, and no address with its password', () => {
  const said = (environment: NodeJS.ProcessEnv): string => {
    try {
      readConfig(environment);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const PORT of ['abc', '-1', '70000', '3000.5', '0x10', ' '])
    assert.equal(said({ PORT }), `PORT=${PORT}: a whole number from 0 to 65535 is expected.`);
  assert.equal(said({ MARKET_SOURCE: 'kraken' }), 'MARKET_SOURCE=kraken: htx, simulated or auto is expected.');
  for (const DATABASE_URL of ['localhost', 'http://u:s3cret@db/x', 'mysql://u:s3cret@db/x'])
    assert.equal(
      said({ DATABASE_URL }),
      'DATABASE_URL: an address like postgres://user:password@host:5432/candor is expected.',
    );
  assert.equal(said({ PORT: 'x', INVITE_ONLY: 'yes' }).split('\n').length, 2);
  assert.equal(readConfig({ PORT: '3100' }).port, 3_100);
  assert.deepEqual([readConfig({}).port, readConfig({}).isPortGiven], [3_000, false]);
});
