// The acceptance of the terms through HTTP on a real server: kept with the account, and asked anew when there is a new version.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  acceptLegal,
  cancelExchange,
  createClient,
  openExperienceAccount,
  parseWireId,
  queryLegalAcceptance,
  queryLogin,
  takeTestMoney,
  type Client,
  type Uuid,
} from '@candor/wire';
import { publishTexts } from '../src/content/publish-texts.ts';
import { readWrittenDocuments, type WrittenDocument } from '../src/content/read-texts.ts';
import { readUntil } from '../src/kit/until.test-support.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC'] });
});
after(() => app.close());

/** As a program that comes with other texts does it. */
const publish = (slug: string): Promise<number> => {
  const known = readWrittenDocuments().find((each) => each.kind === 'legal' && each.slug === slug)!;
  const changed: WrittenDocument = { ...known, digest: Buffer.from(randomUUID().padEnd(64, '0').slice(0, 32)) };
  return publishTexts(app.pool, [changed], Date.now());
};
const state = async ({ client }: Person) => got(await client.call(queryLegalAcceptance, {}));
const spend = ({ client }: Person) => client.call(takeTestMoney, { coin: 'USDT', amount: '10' }, { idempotencyKey: randomUUID() as Uuid }); // oxfmt-ignore
/** Until its session is refused what is new with money. */
const untilOwed = (client: Client) => readUntil('the terms are asked for', () => client.call(takeTestMoney, { coin: 'USDT', amount: '1' }), (answer) => !answer.ok && answer.code === 'legal-not-accepted', { everyMs: 200 }); // oxfmt-ignore

test('opening an account keeps which versions were accepted, and nobody changes that afterwards', async () => {
  const ann = await app.person('100');
  const { rows } = await app.pool.query('select slug, version from legal_acceptances where account_id = $1 order by slug', [parseWireId('account', ann.user.account_id)]); // oxfmt-ignore
  assert.deepEqual(rows, [
    { slug: 'privacy', version: 1 },
    { slug: 'terms', version: 1 },
  ]);
  const own = { current: 1, accepted: 1 };
  assert.deepEqual(await state(ann), { terms: own, privacy: own, is_owed: false });
  await assert.rejects(app.pool.query('delete from legal_acceptances'), /permission denied|append-only/);
  await assert.rejects(app.pool.query('update legal_acceptances set version = 9'), /permission denied|append-only/);
});

test('new terms are accepted before anything new is done with money, once, in every session, and by each alone', async () => {
  const [ben, cat] = [await app.person('100'), await app.person('100')];
  const elsewhere = createClient({ baseUrl: app.url, keepsCookies: true });
  got(await elsewhere.call(queryLogin, { user_name: ben.email, user_password: ben.password }));
  await publish('privacy');
  assert.equal((await state(ben)).is_owed, false, 'a new privacy policy asks nobody');
  await publish('terms');
  assert.deepEqual(await state(ben), { terms: { current: 2, accepted: 1 }, privacy: { current: 2, accepted: 1 }, is_owed: true }); // oxfmt-ignore
  // A session that was looked up before is trusted for two seconds.
  for (const client of [ben.client, elsewhere, cat.client]) await untilOwed(client);
  const closing = await ben.client.call(cancelExchange, { exchange_id: 'swp_none' }, { idempotencyKey: randomUUID() as Uuid }); // oxfmt-ignore
  assert.notEqual(refusalOf(closing), 'legal-not-accepted', 'what is open can be closed');
  for (const stale of [
    { terms: 1, privacy: 1 },
    { terms: 3, privacy: 2 },
    { terms: 2, privacy: 1 },
  ])
    assert.equal(refusalOf(await ben.client.call(acceptLegal, stale)), 'terms-changed');
  const shown = { terms: 2, privacy: 2 };
  const accepted = await Promise.all([1, 2, 3].map(() => ben.client.call(acceptLegal, shown)));
  for (const each of accepted) assert.equal(got(each).is_owed, false);
  got(await spend(ben));
  got(await elsewhere.call(takeTestMoney, { coin: 'USDT', amount: '1' }));
  assert.equal(refusalOf(await spend(cat)), 'legal-not-accepted', 'nobody accepts for somebody else');
  const { rows } = await app.pool.query('select count(*)::int as count from legal_acceptances where account_id = $1', [parseWireId('account', ben.user.account_id)]); // oxfmt-ignore
  assert.deepEqual(rows, [{ count: 4 }]);
  await app.audit();
});

test('an experience account goes by what its owner has accepted', async () => {
  const dan = await app.person('100');
  got(await dan.client.call(openExperienceAccount, { user_password: 'another pass word' }));
  assert.deepEqual(await state(dan), { terms: { current: 2, accepted: 2 }, privacy: { current: 2, accepted: 2 }, is_owed: false }); // oxfmt-ignore
  await publish('terms');
  assert.equal((await state(dan)).is_owed, true);
  got(await dan.client.call(acceptLegal, { terms: 3, privacy: 2 }));
  const { rows } = await app.pool.query(
    `select count(*)::int as count from legal_acceptances l join accounts a using (account_id) where a.experience_of is not null`,
  );
  assert.deepEqual(rows, [{ count: 0 }], 'what is accepted is kept with the owner');
});
