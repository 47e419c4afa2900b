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
