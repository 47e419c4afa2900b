// Experience accounts beyond the demo's shortcut, through HTTP on a real server: who may open one, that it comes with its money and once,
// and whoever wants bonus money without right or out of its book.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  addWithdraw,
  approveAct,
  createClient,
  findCoinAddressByAccount,
  listOutbox,
  openExperience,
  operatorRoles,
  orderTicket,
  previewAct,
  proposeAct,
  queryBills,
  queryExperience,
  queryLogin,
  queryNotifications,
  queryOpeningEquity,
  submitBorrow,
  submitOptionsOrder,
  toInstant,
  tryRole,
  verifyMe,
  wireId,
  type ActKind,
  type ConsoleClient,
  type OperatorRole,
  type Uuid,
} from '@candor/wire';
import { chooseProfile } from '../src/conduct/choose-profile.ts';
import { experienceNotices } from '../src/experience/notices.ts';
import type { OpenedExperience } from '../src/experience/open-experience.ts';
import type { Subject } from '../src/kit/notice.ts';
import { openPool } from '../src/kit/postgres.ts';
import { until } from '../src/kit/until.test-support.ts';
import { approvedProposal } from './support/acts.ts';
import { runAsOwner } from './support/database.ts';
import { isLongRun } from './support/long-run.ts';
import { consoleClient } from './support/operators.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => (app = await openRunningApp({ liveCoins: ['BTC'] })));
after(() => app.close());

const password = 'lark wren and heron';
const open = ({ client }: Person, how = {}) => client.call(openExperience, { user_password: password }, how);
const stateOf = async ({ client }: Person) => got(await client.call(queryExperience, {}));

async function verified(): Promise<Person> {
  const person = await app.person();
  got(await person.client.call(verifyMe, {}));
  return person;
}
let inviter: Person | undefined;
async function invited(isVerified = true): Promise<Person> {
  const person = await (isVerified ? verified() : app.person());
  inviter ??= await app.person();
  await app.pool.query('update accounts set referrer_id = (select account_id from accounts where number = $1) where number = $2', [inviter.user.user_number, person.user.user_number]); // oxfmt-ignore
  return person;
}

let version = 1;
/** As two operators would have changed them. */
async function setTerms(amount: string, dailyMax: number): Promise<void> {
  await runAsOwner(app, `insert into experience_terms (version, amount, daily_max) values (${++version}, ${amount}, ${dailyMax})`); // oxfmt-ignore
  await app.readSettings();
}

async function as(role: OperatorRole, person = 1): Promise<ConsoleClient> {
  const client = consoleClient(app);
  got(await client.call(tryRole, { role, person }));
  return client;
}
async function decide(kind: ActKind, body: Record<string, unknown>, maker: OperatorRole) {
  const [first, second] = [await as(maker), await as('risk')];
  const { proposal_id, version: at } = got(await first.call(proposeAct, { kind, body, why: 'a test' }));
  const { state, reason } = got(await second.call(approveAct, { proposal_id, version: at }));
  return [state, reason];
}
const house = async (book: 'real' | 'bonus', bucket = 'bankroll'): Promise<string> => {
  const { rows } = await app.pool.query<{ sum: string }>(`select trim_scale(sum(balance))::text as sum from ledger_house where bucket = $1 and book = $2 and coin = 'USDT'`, [bucket, book]); // oxfmt-ignore
  return rows[0]!.sum;
};
const opened = async (): Promise<number> =>
  (await app.pool.query(`select from accounts where account_type = '0'`)).rowCount!;

test('the owner pays into the book that two operators name, and the other one is left alone', async () => {
  const [real, bonus] = [await house('real'), await house('bonus')];
  const body = { coin: 'USDT', amount: '250', reference: 'a budget' };
  const treasurer = await as('treasurer');
  const seen = got(await treasurer.call(previewAct, { kind: 'house-money-in', body: { ...body, book: 'bonus' } })).facts; // oxfmt-ignore
  assert.deepEqual([seen['book'], seen['bankroll'], seen['paid_in']], ['bonus', bonus, (await house('bonus', 'capital')).slice(1)]); // oxfmt-ignore
  for (const bucket of ['lending', 'shop-funds']) {
    const refused = await treasurer.call(proposeAct, { kind: 'house-money-in', body: { ...body, book: 'bonus', bucket }, why: 'x' }); // oxfmt-ignore
    assert.equal(refusalOf(refused), 'bucket-real-only');
  }
  assert.deepEqual(await decide('house-money-in', { ...body, book: 'bonus' }, 'treasurer'), ['done', null]);
  assert.deepEqual([await house('real'), await house('bonus')], [real, String(BigInt(bonus) + 250n)]);
  assert.deepEqual(await decide('house-money-out', { ...body, amount: '249', book: 'bonus' }, 'treasurer'), ['done', null]); // oxfmt-ignore
  assert.deepEqual([await house('real'), await house('bonus')], [real, String(BigInt(bonus) + 1n)]);
  const more = { ...body, amount: String(BigInt(bonus) + 2n), book: 'bonus' };
  assert.deepEqual(await decide('house-money-out', more, 'treasurer'), ['failed', 'house-short']);
  // A proposal of before there was a choice.
  const maker = ['demo-treasurer-1', 'treasurer'] as const;
  await approvedProposal(app.consolePool, { kind: 'house-money-in', body: { ...body, amount: '3' }, facts: {}, maker, checker: ['demo-risk-1', 'risk'] }); // oxfmt-ignore
  await app.runJob('carry-out-acts');
  await until('it is carried out', async () => (await house('real')) === String(BigInt(real) + 3n));
  assert.equal(await house('bonus'), String(BigInt(bonus) + 1n));
  await app.audit();
});

test('none is opened before operators have said what one begins with', async () => {
  const person = await invited();
  assert.equal((await stateOf(person)).state, 'off');
  assert.equal(refusalOf(await open(person)), 'bonuses-off');
  const support = await as('support');
  const body = { account_id: person.user.account_id };
  assert.equal(refusalOf(await support.call(previewAct, { kind: 'offer-experience-account', body })), 'bonuses-off');
  assert.equal(await opened(), 0);
});

let first: { person: Person; mine: OpenedExperience; again: { idempotencyKey: string } };
/** Whoever has one is told so, with the key and without it, and no money goes twice. */
async function expectOpenedOnce(): Promise<void> {
  const { person, mine, again } = first;
  const before = await house('bonus');
  assert.deepEqual(got(await open(person, again)), mine);
  assert.equal(refusalOf(await open(person)), 'experience-exists');
  const { amount, coin, user_number } = mine;
  assert.deepEqual(await stateOf(person), { state: 'opened', coin, amount, user_number });
  assert.equal(await house('bonus'), before);
}

test('of many requests at once, at two servers, one opens it, with its money; the key finds its answer', async () => {
  await setTerms('100', 3);
  const person = await invited();
  assert.deepEqual(await stateOf(person), { state: 'ready', coin: 'USDT', amount: '100', user_number: null });
  const before = await house('bonus');
  const keys = Array.from({ length: isLongRun ? 50 : 8 }, () => randomUUID());
  const beside = await app.openBeside();
  const there = createClient({ baseUrl: beside.url, keepsCookies: true });
  got(await there.call(queryLogin, { user_name: person.email, user_password: person.password }));
  const doors = [person, { ...person, client: there }];
  const outcomes = await Promise.all(keys.map((idempotencyKey, turn) => open(doors[turn % 2]!, { idempotencyKey })));
  await beside.close();
  const place = outcomes.findIndex(({ ok }) => ok);
  assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
  const refused = ['experience-exists', 'busy', 'too-many-refused'];
  for (const outcome of outcomes) assert.ok(outcome.ok || refused.includes(outcome.code), JSON.stringify(outcome));
  const mine = got(outcomes[place]!);
  assert.deepEqual([mine.coin, mine.amount, await opened()], ['USDT', '100', 1]);
  assert.equal(await house('bonus'), String(BigInt(before) - 100n));
  const again = { idempotencyKey: keys[place]! };
  first = { person, mine, again };
  await expectOpenedOnce();
  const other = await person.client.call(openExperience, { user_password: 'another fine password' }, again);
  assert.equal(refusalOf(other), 'key-reused');

  const guest = createClient({ baseUrl: app.url, keepsCookies: true });
  const [user] = got(await guest.call(queryLogin, { user_name: mine.user_number, user_password: password })).RESULT_LIST; // oxfmt-ignore
  assert.deepEqual([user!.account_id, user!.account_type, user!.status], [mine.account_id, '0', '1']);
  const bills = got(await guest.call(queryBills, { user_id: mine.account_id })).RESULT_LIST;
  assert.deepEqual(bills.map(({ kind, amount, from, to }) => [kind, amount, from, to]), [['experience-bonus', '100', 'house', 'available']]); // oxfmt-ignore
  const day = got(await guest.call(queryOpeningEquity, { user_id: mine.account_id, at: toInstant(Date.now() - 3_600_000) })); // oxfmt-ignore
  assert.deepEqual([day.equity, day.transferred], ['0', '100'], 'nobody has gained it');
  assert.equal((await stateOf({ ...person, client: guest })).state, 'own');
  assert.equal(refusalOf(await open({ ...person, client: guest })), 'experience-exists');
  const key = await app.pool.query<{ digest: Buffer }>(`select digest from ledger_commands where name = 'open-experience' and not ledger_is_refusal(reply)`); // oxfmt-ignore
  assert.equal(key.rows.length, 1);
  await app.audit();
});

test('a key finds its answer after a restart too, and nothing is paid again', async () => {
  await app.restart();
  await expectOpenedOnce();
});

/** Bonus money is traded, and leads to nothing that is not bonus money. */
async function expectBonusStays({ client, user }: Pick<Person, 'client' | 'user'>): Promise<void> {
  const { account_id: id } = user;
  const order = { pair_type: 'btcusdt', trade_user_id: id, trade_num: '10', option_config_id: '1', trade_transaction_type: 1 }; // oxfmt-ignore
  got(await client.call(submitOptionsOrder, order));
  const named = wireId('entry', randomUUID() as Uuid);
  const withdrawal = { withdraw_user: id, coin_code: 'USDT', withdraw_money: '20', withdraw_address: named, withdraw_agree: '1', user_paypass: '123456', code: '123456' } as const; // oxfmt-ignore
  assert.equal(refusalOf(await client.call(addWithdraw, withdrawal)), 'experience-no-withdrawal');
  const loan = { account_id: id, number: '100', cope: '1.2', total_amount: '101.2', month: 1, agreement_sha256: '0'.repeat(64), language: 'en' }; // oxfmt-ignore
  assert.equal(refusalOf(await client.call(submitBorrow, loan)), 'borrow-real-only');
  const ticket = { user_id: id, good_id: 'watch', periods_id: wireId('period', randomUUID() as Uuid) };
  assert.equal(refusalOf(await client.call(orderTicket, ticket)), 'shop-real-only');
  assert.equal(refusalOf(await client.call(findCoinAddressByAccount, { user_id: id })), 'experience-no-deposit');
  const { rows } = await app.pool.query<{ book: string }>('select distinct book from ledger_moves where account_id in (select account_id from experience_openings)'); // oxfmt-ignore
  assert.deepEqual(rows, [{ book: 'bonus' }]);
}

test('who was not invited, or is not verified, opens none; the database holds it too', async () => {
  const [stranger, unverified] = [await verified(), await invited(false)];
  assert.equal((await stateOf(stranger)).state, 'not-invited');
  assert.equal(refusalOf(await open(stranger)), 'experience-not-invited');
  assert.equal((await stateOf(unverified)).state, 'unverified');
  assert.equal(refusalOf(await open(unverified)), 'verification-required');
  const weak = await (await invited()).client.call(openExperience, { user_password: 'password' });
  assert.ok(['password-weak', 'password-length'].includes(refusalOf(weak)));
  const write = (number: string, amount: string) =>
    app.pool.query(`insert into experience_openings (account_id, owner_id, terms_version, amount, opened_on, opened_at)
      select gen_random_uuid(), account_id, ${version}, ${amount}, current_date, now() from accounts where number = '${number}'`);
  await assert.rejects(write(stranger.user.user_number, '100'), /invited and verified/);
  await assert.rejects(write(unverified.user.user_number, '100'), /invited and verified/);
  await assert.rejects(write((await invited()).user.user_number, '101'), /what the terms say/);
  await assert.rejects(app.pool.query('update experience_budget set opened = 0'), /stays counted/);
  await assert.rejects(app.pool.query('insert into experience_terms values (9, 1, 1, now())'), /permission denied/);
  await assert.rejects(app.pool.query('delete from experience_openings'), /permission denied|append-only/);
  assert.equal(await opened(), 1);
});

const toldOf = async ({ client }: Person, language = 'en') =>
  got(await client.call(queryNotifications, { language })).RESULT_LIST.filter(
    ({ kind }) => kind === 'experience-offered',
  );

/** In the app, in each language, and by mail. */
async function expectToldOfOffer(person: Person): Promise<void> {
  await until('it is told', async () => (await toldOf(person)).length === 1);
  const [said] = await toldOf(person);
  assert.deepEqual([said!.path, said!.category, said!.title], ['/personal', 'products', 'You can open an experience account']); // oxfmt-ignore
  assert.match((await toldOf(person, 'ja'))[0]!.title, /体験アカウント/);
  await until('it is mailed', async () => {
    const { messages } = got(await person.client.call(listOutbox, { recipient: person.email }));
    return messages.some(({ kind, text }) => kind === 'experience-offered' && text.includes('/#/personal'));
  });
}

test('two operators offer one, no role alone, and the customer opens it', async () => {
  const person = await verified();
  const body = { account_id: person.user.account_id };
  for (const role of operatorRoles) {
    const client = await as(role);
    const asked = await client.call(proposeAct, { kind: 'offer-experience-account', body, why: 'alone' });
    assert.equal(asked.ok, role === 'support', role);
    if (!asked.ok) continue;
    const { proposal_id, version: at } = asked.data;
    const alone = await client.call(approveAct, { proposal_id, version: at });
    assert.ok(['own-proposal', 'role-missing'].includes(refusalOf(alone)));
    const colleague = await (await as('support', 2)).call(approveAct, { proposal_id, version: at });
    assert.equal(refusalOf(colleague), 'role-missing');
  }
  assert.equal(refusalOf(await open(person)), 'experience-not-invited');
  assert.deepEqual(await toldOf(person), []);
  assert.deepEqual(await decide('offer-experience-account', body, 'support'), ['done', null]);
  await expectToldOfOffer(person);
  const support = await as('support');
  const preview = (of: string) => support.call(previewAct, { kind: 'offer-experience-account', body: { account_id: of } }); // oxfmt-ignore
  assert.equal(refusalOf(await preview(person.user.account_id)), 'experience-offered');
  const { rows: offers } = await app.pool.query<Subject>('select account_id as "accountId", proposal_id as "objectId" from experience_offers'); // oxfmt-ignore
  assert.equal((await experienceNotices.read(app.pool, offers)).length, 1);
  const { account_id: guest } = got(await open(person));
  assert.deepEqual(await experienceNotices.read(app.pool, offers), [], 'there is nothing to be told any more');
  assert.equal(refusalOf(await preview(person.user.account_id)), 'experience-exists');
  assert.equal(refusalOf(await preview(guest)), 'account-unknown');
  await assert.rejects(app.pool.query('insert into experience_offers select account_id, gen_random_uuid() from accounts limit 1'), /permission denied/); // oxfmt-ignore
  await app.audit();
});

test('no more are opened in a day than the terms say, however many come at once', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => invited()));
  const outcomes = await Promise.all(people.map((person) => open(person)));
  assert.deepEqual(outcomes.map((each) => (each.ok ? 'opened' : each.code)).toSorted(), ['experience-none-left', 'experience-none-left', 'experience-none-left', 'opened']); // oxfmt-ignore
  assert.equal(await opened(), 3);
  await setTerms('100', 10);
  assert.equal(refusalOf(await people[0]!.client.call(openExperience, { user_password: '1' })), outcomes[0]!.ok ? 'experience-exists' : 'password-length'); // oxfmt-ignore
  await app.audit();
});

test('a short bankroll opens nothing, and is enough again once the owner has paid in', async () => {
  const person = await invited();
  const out = { coin: 'USDT', amount: String(BigInt(await house('bonus')) - 99n), reference: 'back', book: 'bonus' };
  assert.deepEqual(await decide('house-money-out', out, 'treasurer'), ['done', null]);
  const before = await opened();
  assert.equal(refusalOf(await open(person)), 'experience-none-left');
  assert.deepEqual([await opened(), (await stateOf(person)).state, await house('bonus')], [before, 'ready', '99']);
  await decide('house-money-in', { coin: 'USDT', amount: '2', reference: 'more', book: 'bonus' }, 'treasurer');
  const { user_number } = got(await open(person));
  assert.deepEqual([await opened(), await house('bonus')], [before + 1, '1']);
  await decide('house-money-in', { coin: 'USDT', amount: '1000', reference: 'more', book: 'bonus' }, 'treasurer');
  const client = createClient({ baseUrl: app.url, keepsCookies: true });
  const [user] = got(await client.call(queryLogin, { user_name: user_number, user_password: password })).RESULT_LIST;
  await expectBonusStays({ client, user: user! });
  await app.audit();
});

test('where conduct offers no bonuses none is opened, and who has one keeps it', async () => {
  const [person, stranger] = [await invited(), await verified()];
  const [support, risk] = [await as('support'), await as('risk')];
  const wanted = { kind: 'offer-experience-account', body: { account_id: stranger.user.account_id } } as const;
  const { proposal_id, version: at } = got(await support.call(proposeAct, { ...wanted, why: 'before' }));
  const owner = openPool(app.ownerUrl, 1);
  await chooseProfile(owner, { jurisdiction: 'strict' });
  await owner.end();
  await app.readSettings();
  assert.equal((await stateOf(person)).state, 'off');
  assert.equal(refusalOf(await open(person)), 'bonuses-off');
  // What was proposed before is offered to nobody now, so that nobody is told of it.
  const { state, reason } = got(await risk.call(approveAct, { proposal_id, version: at }));
  assert.deepEqual([state, reason], ['failed', 'bonuses-off']);
  assert.equal((await app.pool.query('select from experience_offers')).rowCount, 1);
  await app.audit();
});
