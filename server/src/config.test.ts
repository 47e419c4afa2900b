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
