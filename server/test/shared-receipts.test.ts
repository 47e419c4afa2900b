// A receipt that its owner shares is anybody's to see under an address that nobody can guess, until it is taken back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createClient,
  getExchangeRate,
  getReceipt,
  getReceiptShare,
  getSharedReceipt,
  shareReceipt,
  submitExchange,
  unshareReceipt,
  verifyMe,
  type Outcome,
} from '@candor/wire';
import { readUntil } from '../src/kit/until.test-support.ts';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { Person, RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC'] });
});
after(() => app.close());

/** A swap, the order that is decided soonest. */
async function swapped({ client, user }: Person): Promise<{ kind: string; id: string }> {
  got(await client.call(verifyMe, {}));
  const pair = { baseCurrency: 'USDT', quoteCurrency: 'BTC' };
  const { quote_id } = got(await client.call(getExchangeRate, { ...pair, amount: '10' }));
  const accepted = { account_id: user.account_id, quote_id, ...pair };
  const { exchange_id } = got(await client.call(submitExchange, accepted));
  return { kind: 'swap', id: exchange_id };
}

/** Shares it as soon as it has ended and its receipt is written. */
async function shared({ client }: Person, of: { kind: string; id: string }): Promise<string> {
  const follows = (outcome: Outcome<unknown>): boolean =>
    !outcome.ok && /^(not-settled|receipt-follows)$/.test(outcome.code);
  const { token } = got(await readUntil('it is shared', () => client.call(shareReceipt, of), (outcome) => !follows(outcome))); // oxfmt-ignore
  return token ?? assert.fail('no token');
}

test('its owner shows it to a guest, byte for byte, and takes it back', async () => {
  const person = await app.person('100');
  const { client } = person;
  const of = await swapped(person);
  assert.deepEqual(got(await client.call(getReceiptShare, of)), { token: null });
  const token = await shared(person, of);
  assert.match(token, /^[\w-]{22}$/);
  assert.equal(got(await client.call(shareReceipt, of)).token, token, 'shared twice, it keeps its address');
  assert.deepEqual(got(await client.call(getReceiptShare, of)), { token });

  const guest = createClient({ baseUrl: app.url });
  const seen = got(await guest.call(getSharedReceipt, { token }));
  assert.deepEqual(seen, got(await client.call(getReceipt, of)));

  got(await client.call(unshareReceipt, of));
  assert.equal(refusalOf(await guest.call(getSharedReceipt, { token })), 'not-found');
  const again = got(await client.call(shareReceipt, of)).token;
  assert.notEqual(again, token, 'what was taken back never comes back under its old address');
  await app.audit();
});

test('nobody shares, unshares or comes upon what is not theirs', async () => {
  const [owner, stranger] = [await app.person('100'), await app.person('100')];
  const of = await swapped(owner);
  const token = await shared(owner, of);
  assert.notEqual((await stranger.client.call(shareReceipt, of)).ok, true);
  assert.deepEqual(got(await stranger.client.call(getReceiptShare, of)), { token: null });
  got(await stranger.client.call(unshareReceipt, of));
  assert.equal(got(await owner.client.call(getReceiptShare, of)).token, token);
  const guest = createClient({ baseUrl: app.url });
  for (const guess of [
    'A'.repeat(22),
    token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
    '%',
    "' or 1=1 --",
  ]) {
    assert.match(
      refusalOf(await guest.call(getSharedReceipt, { token: guess })) ?? '',
      /^(not-found|malformed)$/,
      guess,
    );
  }
  assert.equal(refusalOf(await owner.client.call(shareReceipt, { kind: 'toString', id: of.id })), 'not-found');
});
