// Starred coins belong to the account: kept as a whole, the same wherever it is logged in, and nobody else's business.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient, getFavourites, keepFavourites, queryLogin } from '@candor/wire';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => {
  app = await openRunningApp();
});
after(() => app.close());

test('what one device keeps, another finds; what was kept twice stands once', async () => {
  const { client, email, password } = await app.person();
  assert.deepEqual(got(await client.call(getFavourites, {})), { coins: [], is_kept: false });
  assert.deepEqual(got(await client.call(keepFavourites, { coins: 'SOL,BTC,SOL' })).coins, ['SOL', 'BTC']);
  const other = createClient({ baseUrl: app.url, keepsCookies: true });
  got(await other.call(queryLogin, { user_name: email, user_password: password }));
  assert.deepEqual(got(await other.call(getFavourites, {})), { coins: ['SOL', 'BTC'], is_kept: true });
  got(await other.call(keepFavourites, { coins: '' }));
  assert.deepEqual(got(await client.call(getFavourites, {})), { coins: [], is_kept: true });
  const stranger = await app.person();
  assert.deepEqual(got(await stranger.client.call(getFavourites, {})), { coins: [], is_kept: false });
});

test('a coin that does not exist is refused, and the list stays as it was', async () => {
  const { client } = await app.person();
  got(await client.call(keepFavourites, { coins: 'ETH' }));
  assert.equal(refusalOf(await client.call(keepFavourites, { coins: 'ETH,NOPE' })), 'unknown-coin');
  assert.equal(refusalOf(await client.call(keepFavourites, { coins: 'ETH,' })), 'unknown-coin');
  assert.deepEqual(got(await client.call(getFavourites, {})).coins, ['ETH']);
});
