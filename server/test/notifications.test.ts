// Notifications: nothing is missed and nothing is told twice, whatever fails; what customers switch off stays off; and what may not be
// missed can't be switched off.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  changeNoticeSwitch,
  changeQuietHours,
  listDeliveries,
  parseWireId,
  queryNoticeSettings,
  queryNotifications,
  readNotifications,
  retryDeliveries,
  toInstant,
  tryRole,
  type ConsoleClient,
  type OperatorRole,
  type Uuid,
} from '@candor/wire';
import { manualClock } from '../src/kit/clock.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { keepHappening } from '../src/kit/keep-happening.ts';
import type { Mail } from '../src/kit/mail.ts';
import { idMaker } from '../src/kit/new-id.ts';
import type { NoticeSource, NoticeWords, Subject } from '../src/kit/notice.ts';
import type { Job } from '../src/kit/jobs.ts';
import { startPart, stopPart } from '../src/kit/part.ts';
import type { PushOutcome, PushSender } from '../src/kit/push.ts';
import { languages } from '../src/kit/texts.ts';
import { until } from '../src/kit/until.test-support.ts';
import { catalogueOf } from '../src/notifications/catalogue.ts';
import { deliverNotices } from '../src/notifications/deliver-notices.ts';
import { createUnsubscribeLinks } from '../src/notifications/unsubscribe-links.ts';
import { writeNotices } from '../src/notifications/write-notices.ts';
import { pledgeNotices } from '../src/staking/notices.ts';
import { consoleClient } from './support/operators.ts';
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

const origin = 'https://candor.example';
const noBrowser: PushSender['send'] = async () => ({ result: 'gone' });
const noPush = { publicKey: '', accepts: () => true, close() {} };

interface LaneParts {
  mail?: (letter: Mail) => Promise<void>;
  push?: PushSender['send'];
  emailOf?: (accountId: Uuid) => string;
}

/** Writes and delivers notices of `thing` in the app's database, while the app's own jobs are paused. */
async function withLanes(
  { mail = async () => {}, push = noBrowser, emailOf = () => 'ada@example.com' }: LaneParts,
  work: (jobs: Job[]) => Promise<void>,
): Promise<void> {
  const source = sourceOf(() => {});
  const catalogue = catalogueOf([source]);
  const links = createUnsubscribeLinks({ keys: [app.secrets.pepper], origin });
  const addressOf = (accountId: Uuid) => Promise.resolve({ email: emailOf(accountId), language: 'en' });
  await app.restart(async () => {
    await app.pool.query('delete from notification_deliveries');
    const writer = writeNotices({ pool: app.pool, clock, newId, sources: [source], catalogue, onWritten: () => {} });
    const senders = { mail: { send: mail, close() {} }, push: { ...noPush, send: push } };
    const lanes = deliverNotices({ pool: app.pool, clock, ...senders, addressOf, catalogue, links, origin });
    const jobs = [writer, ...lanes];
    await startPart({ jobs });
    try {
      await work(lanes);
    } finally {
      await stopPart({ jobs });
    }
  });
}

interface DeliveryRow {
  accountId: Uuid;
  channel: string;
  state: string;
  tries: number;
  reason: string;
  detail: string;
  waitsMs: number;
}
const deliveryRows = `select account_id as "accountId", channel, state, tries, reason, detail,
  (extract(epoch from due_at - $1::timestamptz) * 1000)::float8 as "waitsMs" from notification_deliveries order by channel, account_id`;
const deliveries = async (): Promise<DeliveryRow[]> =>
  (await app.pool.query<DeliveryRow>(deliveryRows, [toInstant(clock.now())])).rows;
const accountOf = async (): Promise<Uuid> => parseWireId('account', (await app.person()).user.account_id)!;
async function operatorOf(role: OperatorRole): Promise<ConsoleClient> {
  const client = consoleClient(app);
  got(await client.call(tryRole, { role }));
  return client;
}
const addBrowser = (accountId: Uuid, endpoint: string) =>
  app.pool.query(
    `insert into push_devices (endpoint, account_id, session_id, p256dh, auth, language, added_at)
     select $2, $1, session_id, 'key', 'auth', 'en', now() from sessions where account_id = $1 limit 1`,
    [accountId, endpoint],
  );

test(
  'a mail is tried again until it is taken, waits for the end of quiet hours, and names its own way out',
  longRun('waits for further tries'),
  async () => {
    const accountId = await accountOf();
    const sent: Mail[] = [];
    let isDown = true;
    const noServer = new Error('no mail server');
    const mail = async (letter: Mail) => (isDown ? Promise.reject(noServer) : void sent.push(letter));
    await withLanes({ mail }, async ([lane]) => {
      const stateOf = async () => (await deliveries())[0];
      await happen(accountId, newId());
      await until('it was tried', async () => (await stateOf())?.reason === 'no-answer');
      assert.equal((await stateOf())!.detail, 'no mail server');
      // 13:00 on the customer's clock.
      await app.pool.query(`insert into notification_quiet_hours values ($1, 720, 800, 'Europe/Zurich')`, [accountId]);
      isDown = false;
      clock.advance(6_000);
      lane!.wake();
      await until('it waits', async () => (await stateOf())?.reason === 'quiet-hours');
      assert.deepEqual([(await stateOf())!.tries, sent.length], [1, 0]);
      clock.advance(60 * 60_000);
      lane!.wake();
      await until('it was sent', async () => (await stateOf())?.state === 'sent');
    });
    assert.equal(sent.length, 1);
    const [letter] = sent;
    assert.match(letter!.unsubscribeUrl!, /^https:\/\/candor\.example\/api\/notifications\/unsubscribe\//);
    assert.match(letter!.text, /https:\/\/candor\.example\/#\/unsubscribe\?token=/);
  },
);

test(
  'mails leave while a push service is silent, and pushes while the mail server is; a browser that has gone is forgotten',
  longRun('two channels that hang by turns'),
  async () => {
    const accountId = await accountOf();
    for (const silent of ['mail', 'push'] as const) {
      await addBrowser(accountId, `https://push.example/${silent}`);
      const held = Promise.withResolvers<void>();
      const mail = () => (silent === 'mail' ? held.promise : Promise.resolve());
      const push: PushSender['send'] = async () => {
        if (silent === 'push') await held.promise;
        return { result: 'gone', status: 410 };
      };
      await withLanes({ mail, push }, async () => {
        await happen(accountId, newId());
        const done = silent === 'mail' ? 'dropped' : 'sent';
        await until('the other has ended', async () => (await deliveries()).some(({ state }) => state === done));
        const tried = async () => (await deliveries()).filter(({ state, tries }) => state === 'waiting' && tries === 1);
        await until(
          'this one is under way',
          async () => (await tried()).map(({ channel }) => channel).join() === silent,
        );
        held.resolve();
      });
      const { rows } = await app.pool.query('select from push_devices where account_id = $1', [accountId]);
      assert.equal(rows.length, 0);
    }
  },
);

test(
  'customers whose mail host never answers hold up nobody else, however many mails of theirs wait',
  longRun('mails that are never answered'),
  async () => {
    const [slow, other] = [await accountOf(), await accountOf()];
    const held = Promise.withResolvers<void>();
    let underWay = 0;
    const mail = ({ to }: Mail) => {
      if (!to.endsWith('@tar.example')) return Promise.resolve();
      underWay++;
      return held.promise;
    };
    const emailOf = (accountId: Uuid) => (accountId === slow ? 'mallory@Tar.Example' : 'ada@example.com').toLowerCase();
    await withLanes({ mail, emailOf }, async (lanes) => {
      for (let each = 0; each < 60; each++) await happen(slow, newId());
      await until('they wait for their host', async () => {
        const rows = await deliveries();
        return rows.length === 60 && rows.filter(({ reason }) => reason === 'host-busy').length >= 58;
      });
      assert.equal(underWay, 2);
      await happen(other, newId());
      const stateOf = async (of: Uuid) => (await deliveries()).find(({ accountId }) => accountId === of)?.state;
      await until('the other one has it', async () => (await stateOf(other)) === 'sent');
      assert.equal(underWay, 2);
      // Waiting deliveries are skipped, not claimed again and again.
      const waiting = (await deliveries()).filter(({ reason }) => reason === 'host-busy');
      assert.ok(waiting.every(({ tries }) => tries === 0));
      clock.advance(3_600_000);
      held.reject(new Error('cut'));
      for (const lane of lanes) lane.wake();
      await until('one after the other finds out', () => underWay > 2);
    });
  },
);

test(
  'what a push service asks to be sent later waits as long as it says, and what was given up goes again when an operator says so',
  longRun('waits for further tries'),
  async () => {
    const accountId = await accountOf();
    await addBrowser(accountId, 'https://push.example/busy');
    let outcome: PushOutcome = { result: 'later', status: 429, afterMs: 1_800_000 };
    const topics: string[] = [];
    const push: PushSender['send'] = async (_device, { topic }) => {
      topics.push(topic);
      return outcome;
    };
    const pushed = async () => (await deliveries()).find(({ channel }) => channel === 'push');
    await withLanes({ push }, async (lanes) => {
      await happen(accountId, newId());
      await until('it was tried', async () => (await pushed())?.reason === 'not-now');
      const waiting = (await pushed())!;
      assert.deepEqual([waiting.state, waiting.detail, waiting.waitsMs], ['waiting', '429', 1_800_000]);
      outcome = { result: 'later', status: 503 };
      clock.advance(24 * 3_600_000);
      for (const lane of lanes) lane.wake();
      await until('it was given up', async () => (await pushed())?.state === 'failed');
      assert.equal(topics.length, 2);
    });
    const [support, auditor] = [await operatorOf('support'), await operatorOf('auditor')];
    await app.pool.query(`update notification_deliveries set done_at = now() where state = 'failed'`);
    const [listed] = got(await auditor.call(listDeliveries, { state: 'failed', channel: 'push' })).RESULT_LIST;
    assert.deepEqual([listed?.reason, listed?.detail, listed?.tries], ['not-now', '503', 2]);
    assert.equal(refusalOf(await auditor.call(retryDeliveries, { channel: 'push' })), 'role-missing');
    assert.equal(refusalOf(await support.call(retryDeliveries, { channel: 'mail' })), 'not-found');
    const named = { channel: 'push', notification_id: listed!.notification_id } as const;
    assert.deepEqual(got(await support.call(retryDeliveries, named)), { deliveries: 1 });
    assert.equal(refusalOf(await support.call(retryDeliveries, named)), 'not-found');
    // The server tries the delivery, but does not know this kind of notification.
    await until('it was tried again', async () => (await pushed())?.reason === 'unknown-kind');
    assert.equal((await pushed())!.tries, 3);
    await app.pool.query(`update notification_deliveries set state = 'failed' where channel = 'push'`);
    assert.deepEqual(got(await support.call(retryDeliveries, { channel: 'push' })), { deliveries: 1 });
    const { rows } = await app.pool.query<{ subject: string; detail: string }>(
      `select subject, detail from audit_log where act = 'deliveries-retried' order by seq desc limit 1`,
    );
    assert.deepEqual(rows, [{ subject: 'push', detail: '{"channel":"push","deliveries":1}' }]);
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
