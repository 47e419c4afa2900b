// Notifications: nothing is missed and nothing is told twice, whatever fails; what customers switch off stays off; and what may not be
// missed can't be switched off.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  changeNoticeSwitch,
  changeQuietHours,
  parseWireId,
  queryNoticeSettings,
  queryNotifications,
  readNotifications,
  type Uuid,
} from '@candor/wire';
import { manualClock } from '../src/kit/clock.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { keepHappening } from '../src/kit/keep-happening.ts';
import type { Mail } from '../src/kit/mail.ts';
import { idMaker } from '../src/kit/new-id.ts';
import type { NoticeSource, NoticeWords, Subject } from '../src/kit/notice.ts';
import { startPart, stopPart } from '../src/kit/part.ts';
import { languages } from '../src/kit/texts.ts';
import { until } from '../src/kit/until.test-support.ts';
import { catalogueOf } from '../src/notifications/catalogue.ts';
import { deliverNotices } from '../src/notifications/deliver-notices.ts';
import { createUnsubscribeLinks } from '../src/notifications/unsubscribe-links.ts';
import { writeNotices } from '../src/notifications/write-notices.ts';
import { pledgeNotices } from '../src/staking/notices.ts';
import { hearRoom } from './support/hear-room.ts';
import { got, openRunningApp, refusalOf, setTradePassword, type RunningApp } from './support/running-app.ts';
import { openStakingStage } from './support/staking-stage.ts';
import { longRun } from './support/long-run.ts';

let app: RunningApp;
before(async () => void (app = await openRunningApp({ liveCoins: [] })));
after(() => app.close());

const told = { language: 'en' };

test('what happens to an account is in its list, told live, in each language, and read up to where it was seen', async () => {
  const ann = await app.person();
  const { events, close } = await hearRoom(app.url, ann.client);
  await setTradePassword(ann, '482913');
  const list = async (language: string) => got(await ann.client.call(queryNotifications, { language }));
  await until('it is told', async () => (await list('en')).TOTAL === 1);
  const { RESULT_LIST, unread } = await list('en');
  assert.equal(unread, 1);
  const [one] = RESULT_LIST;
  assert.deepEqual([one!.kind, one!.category, one!.path, one!.is_read], ['security-event', 'security', '/security', false]); // oxfmt-ignore
  assert.match(one!.title, /trade password/);
  assert.match((await list('ja')).RESULT_LIST[0]!.title, /取引パスワード/);
  const read = got(await ann.client.call(readNotifications, { up_to: one!.notification_id }));
  assert.equal(read.unread, 0);
  assert.equal(refusalOf(await ann.client.call(readNotifications, { up_to: 'ntf_nothing' })), 'not-found');
  const stranger = await app.person();
  assert.equal(got(await stranger.client.call(queryNotifications, told)).TOTAL, 0);
  const counts = () => events.flatMap((event) => (event.action === 'notification' ? [event.notify.unread] : []));
  await until('it was heard, and then that it was read', () => counts().join() === '1,0');
  close();
});

test('switches and quiet hours are the customer’s; what nobody may miss has no switch', async () => {
  const ben = await app.person();
  const settings = got(await ben.client.call(queryNoticeSettings, told));
  const of = (kinds: typeof settings.kinds, kind: string) => kinds.find((each) => each.kind === kind)!;
  assert.deepEqual([of(settings.kinds, 'pledge-ended').mail, of(settings.kinds, 'identity-decided').mail], ['on', 'always']); // oxfmt-ignore
  assert.equal(settings.quiet_hours, null);
  const change = (kind: string, wanted: 'on' | 'off') =>
    ben.client.call(changeNoticeSwitch, { kind, channel: 'mail', wanted, ...told });
  assert.equal(of(got(await change('pledge-ended', 'off')).kinds, 'pledge-ended').mail, 'off');
  assert.equal(refusalOf(await change('identity-decided', 'off')), 'not-found');
  assert.equal(refusalOf(await change('security-event', 'on')), 'not-found');
  assert.equal(refusalOf(await change('nothing', 'on')), 'not-found');
  const quiet = (from: number, to: number, time_zone: string) =>
    ben.client.call(changeQuietHours, { from, to, time_zone, ...told });
  const hours = { from: 1320, to: 420, time_zone: 'Asia/Tokyo' };
  assert.deepEqual(got(await quiet(1320, 420, 'Asia/Tokyo')).quiet_hours, hours);
  assert.equal(refusalOf(await quiet(1320, 420, 'Moon/Base')), 'malformed');
  assert.equal(got(await quiet(0, 0, 'Asia/Tokyo')).quiet_hours, null);
});

test('a mail’s own link ends mails of its kind as RFC 8058 has it, without a login, and no other link does', async () => {
  const eve = await app.person();
  const accountId = parseWireId('account', eve.user.account_id)!;
  const links = createUnsubscribeLinks({ keys: [app.secrets.pepper], origin: app.url });
  const token = links.tokenOf({ accountId, kind: 'pledge-ended' });
  const post = async (url: string, body = 'List-Unsubscribe=One-Click') =>
    (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })).status; // oxfmt-ignore
  assert.equal(await post(links.urlOf(token)), 200);
  const { kinds } = got(await eve.client.call(queryNoticeSettings, told));
  assert.equal(kinds.find(({ kind }) => kind === 'pledge-ended')!.mail, 'off');
  // Nobody ends those of another, of another kind, or what is sent always.
  const forged = [
    token.replace('pledge-ended', 'swap-limit'),
    token.replace(accountId, randomUUID()),
    `${token}x`,
    createUnsubscribeLinks({ keys: [randomBytes(32)], origin: app.url }).tokenOf({ accountId, kind: 'pledge-ended' }),
    links.tokenOf({ accountId, kind: 'identity-decided' }),
  ];
  for (const one of forged) assert.equal(await post(links.urlOf(one)), 400, one);
  assert.equal(await post(links.urlOf(token), 'List-Unsubscribe=Two'), 400);
});

const words = Object.fromEntries(
  languages.map((language) => [language, { 'thing.name': 'Thing', 'thing.title': 'T {n}', 'thing.body': 'B' }]),
) as unknown as NoticeWords;

/** A source of its own over the app's database, whose readings the test steers. */
function sourceOf(read: (subjects: readonly Subject[]) => void): NoticeSource {
  return {
    event: 'demo.thing' as never,
    tells: [],
    kinds: { thing: { category: 'products', says: ['thing'] } },
    words,
    read(_database, subjects) {
      read(subjects);
      return Promise.resolve(
        subjects.map((each) => ({ ...each, kind: 'thing', says: 'thing', facts: { n: { count: 1 } }, path: '/home' })),
      );
    },
  };
}

const clock = manualClock(Date.UTC(2026, 0, 5, 12));
const newId = idMaker(clock);
const happen = (accountId: Uuid, objectId: Uuid) =>
  inTransaction(app.pool, (database) =>
    keepHappening(database, { id: newId(), name: 'demo.thing' as never, accountId, objectId }),
  );
const countOf = async (objectId: Uuid): Promise<number> => {
  const sql = 'select count(*)::int as count from notifications where subject_id = $1';
  return (await app.pool.query<{ count: number }>(sql, [objectId])).rows[0]!.count;
};

test(
  'a source that fails holds nothing up, is tried again, and tells once; two writers tell once',
  longRun('sources that fail by turns'),
  async () => {
    const kim = await app.person();
    const accountId = parseWireId('account', kim.user.account_id)!;
    let fails = true;
    const source = sourceOf(() => {
      if (fails) throw new TypeError('no words today');
    });
    const parts = { pool: app.pool, clock, newId, sources: [source], catalogue: catalogueOf([source]), onWritten: () => {} }; // oxfmt-ignore
    // The app's own writer has another catalogue and passes these by, so it rests meanwhile.
    await app.restart(async () => {
      const ids = [newId(), newId(), newId()];
      for (const id of ids) await happen(accountId, id);
      await happen(accountId, ids[0]!);
      const writers = [writeNotices(parts), writeNotices(parts)];
      await startPart({ jobs: writers });
      const unwritten = async () =>
        (await app.pool.query<{ count: number }>('select count(*)::int as count from unwritten_notices')).rows[0]!
          .count;
      await until('they are kept', async () => (await unwritten()) === 3);
      assert.equal(await countOf(ids[0]!), 0);
      fails = false;
      clock.advance(6_000);
      await until('all are told', async () => (await unwritten()) === 0);
      await until('each once', async () => (await countOf(ids[2]!)) === 1);
      for (const id of ids) assert.equal(await countOf(id), 1);
      await stopPart({ jobs: writers });
    });
  },
);

test(
  'a mail is tried again until it is taken, waits for the end of quiet hours, and names its own way out',
  longRun('waits for further tries'),
  async () => {
    const lea = await app.person();
    const accountId = parseWireId('account', lea.user.account_id)!;
    const source = sourceOf(() => {});
    const catalogue = catalogueOf([source]);
    const sent: Mail[] = [];
    let isDown = true;
    const mail = {
      send: (letter: Mail) => (isDown ? Promise.reject(new Error('no mail server')) : Promise.resolve(void sent.push(letter))), // oxfmt-ignore
      close() {},
    };
    const links = createUnsubscribeLinks({ keys: [app.secrets.pepper], origin: 'https://candor.example' });
    await app.restart(async () => {
      await app.pool.query('delete from notification_deliveries');
      const writer = writeNotices({ pool: app.pool, clock, newId, sources: [source], catalogue, onWritten: () => {} });
      const addressOf = () => Promise.resolve({ email: lea.email, language: 'en' });
      const push = { publicKey: '', accepts: () => true, send: () => Promise.resolve('later' as const), close() {} };
      const job = deliverNotices({ pool: app.pool, clock, mail, push, addressOf, catalogue, links, origin: 'https://candor.example' }); // oxfmt-ignore
      const stateOf = async () =>
      (await app.pool.query<{ state: string; tries: number; reason: string }>('select state, tries, reason from notification_deliveries')).rows[0]; // oxfmt-ignore
      await happen(accountId, newId());
      await startPart({ jobs: [writer, job] });
      await until('it was tried', async () => (await stateOf())?.reason === 'no mail server');
      // 13:00 on the customer's clock.
      await app.pool.query(`insert into notification_quiet_hours values ($1, 720, 800, 'Europe/Zurich')`, [accountId]);
      isDown = false;
      clock.advance(6_000);
      job.wake();
      await until('it waits', async () => (await stateOf())?.reason === 'quiet hours');
      assert.deepEqual([(await stateOf())!.tries, sent.length], [1, 0]);
      clock.advance(60 * 60_000);
      job.wake();
      await until('it was sent', async () => (await stateOf())?.state === 'sent');
      await stopPart({ jobs: [writer, job] });
    });
    assert.equal(sent.length, 1);
    const [letter] = sent;
    assert.match(letter!.unsubscribeUrl!, /^https:\/\/candor\.example\/api\/notifications\/unsubscribe\//);
    assert.match(letter!.text, /https:\/\/candor\.example\/#\/unsubscribe\?token=/);
  },
);

test('a staking term that ended and one that began again are told, and a day’s income is not', async () => {
  const stage = await openStakingStage();
  try {
    const accountId = await stage.ledger.pay('1000');
    const order = await stage.open({ accountId }, { amount: '500', isRenewed: true });
    const read = async () => {
      const { rows } = await stage.ledger.pool.query<Subject>(
        'select account_id as "accountId", pledge_id as "objectId" from pledges where account_id = $1',
        [accountId],
      );
      return pledgeNotices.read(stage.ledger.pool, rows);
    };
    stage.pass(1);
    await stage.catchUp();
    assert.deepEqual(await read(), []);
    stage.pass(order.days - 1);
    await stage.catchUp();
    assert.deepEqual((await read()).map(({ says }) => says).toSorted(), ['pledge-completed', 'pledge-renewed']); // oxfmt-ignore
  } finally {
    await stage.end();
  }
});
