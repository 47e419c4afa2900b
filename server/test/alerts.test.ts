// Price alerts through the door: set once, fired once, told everywhere that was asked for, whatever happens in between.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hashTick } from '@candor/proof';
import {
  addPushDevice,
  alertLimits,
  changeAlertSettings,
  coinOfCode,
  createAlert,
  deleteAlert,
  formatAmount,
  getMarketSummary,
  listOutbox,
  logOut,
  parseWireId,
  queryAlertMessages,
  queryAlerts,
  queryAlertSettings,
  readAlertMessages,
  removePushDevice,
  setAlertAgain,
  wad,
} from '@candor/wire';
import type { AlertEntry, AlertMessage, ArchivedTick, Client, CoinCode, Uuid, Wad } from '@candor/wire';
import { until } from '../src/kit/until.test-support.ts';
import { hearRoom } from './support/hear-room.ts';
import { openPushService } from './support/neighbours/push-double.ts';
import type { PushService } from './support/neighbours/push-double.ts';
import { got, liveMarket, openRunningApp, refusalOf } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';

let app: RunningApp;
let service: PushService;
before(async () => {
  service = await openPushService();
  app = await openRunningApp({ settings: { ...liveMarket, PUSH_LOCAL_ORIGIN: service.origin } });
});
after(async () => {
  await app.close();
  await service.close();
});

test('an alert waits, fires once, tells once, and waits again when it is set again', async () => {
  const { client } = await app.person();
  const heard = await hearRoom(app.url, client);
  const { fired } = await fireOne(client, 'BTC');
  assert.ok(fired.fired);
  const reaches = fired.kind === 'above' ? wad(fired.fired.price) >= wad(fired.target) : wad(fired.fired.price) <= wad(fired.target); // oxfmt-ignore
  assert.ok(reaches, `${fired.kind} ${fired.target} fired at ${fired.fired.price}`);
  await pause(1_200);
  const told = (await messagesOf(client)).filter(({ alert_id }) => alert_id === fired.alert_id);
  assert.equal(told.length, 1);
  assert.deepEqual(told[0], { ...told[0]!, coin: 'BTC', kind: fired.kind, target: fired.target, is_read: false });
  assert.deepEqual(told[0].seen, fired.fired);
  const pushed = heard.events.filter(({ action, notify }) => action === 'alert' && (notify as AlertMessage).alert_id === fired.alert_id); // oxfmt-ignore
  assert.deepEqual(pushed.map(({ notify }) => notify), told); // oxfmt-ignore
  heard.close();

  // Set again where it has been already: refused until the price is back on the other side.
  const again = await client.call(setAlertAgain, { alert_id: fired.alert_id });
  if (again.ok) assert.equal(again.data.fired, null);
  else assert.equal(again.code, 'alert-reached');
  // One that waits stays as it is; what does not exist is not found.
  const far = got(await client.call(createAlert, { coin: 'BTC', kind: 'above', target: '900000' }));
  assert.deepEqual(got(await client.call(setAlertAgain, { alert_id: far.alert_id })), far);
  assert.equal(refusalOf(await client.call(setAlertAgain, { alert_id: 'alt_nonsense' })), 'not-found');
  const stranger = await app.person();
  assert.equal(refusalOf(await stranger.client.call(setAlertAgain, { alert_id: fired.alert_id })), 'not-found');
  assert.equal(refusalOf(await stranger.client.call(deleteAlert, { alert_id: fired.alert_id })), 'not-found');

  got(await client.call(deleteAlert, { alert_id: fired.alert_id }));
  assert.equal(refusalOf(await client.call(deleteAlert, { alert_id: fired.alert_id })), 'not-found');
  assert.ok((await messagesOf(client)).some(({ alert_id }) => alert_id === fired.alert_id));
});

test('an alert set again fires a second time, and tells a second time', async () => {
  const { client } = await app.person();
  const toldOf = async (id: string) => (await messagesOf(client)).filter(({ alert_id }) => alert_id === id).length;
  // A price that walks by chance may stay away from a target for long: then another one is watched too.
  const again: string[] = [];
  await until(
    'one that was set again is told twice',
    async () => {
      const { fired } = await fireOne(client, 'ETH');
      for (let tries = 0; tries < 20; tries++) {
        const answer = await client.call(setAlertAgain, { alert_id: fired.alert_id });
        if (answer.ok) {
          again.push(fired.alert_id);
          break;
        }
        assert.equal(answer.code, 'alert-reached');
        await pause(100);
      }
      return (await Promise.all(again.map(toldOf))).some((times) => times === 2);
    },
    60_000,
  );
});

test('the same request makes one alert, one after the other or all at once; the same key with another body none', async () => {
  const { client } = await app.person();
  const wanted = { coin: 'BTC', kind: 'above', target: '900000' } as const;
  const idempotencyKey = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(createAlert, wanted, { idempotencyKey }))); // oxfmt-ignore
  const ids = new Set(answers.map((answer) => got(answer).alert_id));
  assert.equal(ids.size, 1);
  assert.deepEqual(got(await client.call(createAlert, wanted, { idempotencyKey })), got(answers[0]!));
  const other = await client.call(createAlert, { ...wanted, target: '900001' }, { idempotencyKey });
  assert.equal(refusalOf(other), 'key-reused');
  // Two taps within a moment, without a key, mean one alert.
  const taps = await Promise.all([client.call(createAlert, { ...wanted, target: '900002' }), client.call(createAlert, { ...wanted, target: '900002' })]); // oxfmt-ignore
  assert.ok(new Set(taps.map((tap) => got(tap).alert_id)).size <= 2);
  // Another account's key is another key.
  const stranger = await app.person();
  assert.notEqual(got(await stranger.client.call(createAlert, wanted, { idempotencyKey })).alert_id, [...ids][0]);
});

test('sixty requests at once make fifty alerts and ten refusals', async () => {
  const { client } = await app.person();
  const answers = await Promise.all(
    Array.from(
      { length: alertLimits.alerts + 10 },
      (_, place) =>
      client.call(createAlert, { coin: 'BTC', kind: 'above', target: String(900_000 + place) }, { idempotencyKey: randomUUID() }), // oxfmt-ignore
    ),
  );
  assert.equal(answers.filter(({ ok }) => ok).length, alertLimits.alerts);
  for (const answer of answers.filter(({ ok }) => !ok)) assert.equal(refusalOf(answer), 'alert-limit');
  const { TOTAL, RESULT_LIST } = got(await client.call(queryAlerts, {}));
  assert.equal(TOTAL, alertLimits.alerts);
  got(await client.call(deleteAlert, { alert_id: RESULT_LIST[0]!.alert_id }));
  got(await client.call(createAlert, { coin: 'BTC', kind: 'above', target: '990000' }));
});

test('what cannot be waited for is refused with the reason', async () => {
  const { client } = await app.person();
  const price = await priceOf(client, 'BTC');
  const make = async (coin: string, kind: 'above' | 'below' | 'change', target: string) =>
    refusalOf(await client.call(createAlert, { coin, kind, target }));
  assert.equal(await make('NOPE', 'above', '1'), 'unknown-coin');
  assert.equal(await make('BTC', 'above', '-1'), 'amount-malformed');
  assert.equal(await make('BTC', 'above', '1e9'), 'amount-malformed');
  assert.equal(await make('BTC', 'above', '900000.123'), 'too-many-decimals');
  assert.equal(await make('BTC', 'change', '5.125'), 'too-many-decimals');
  assert.equal(await make('BTC', 'below', '0'), 'alert-target');
  assert.equal(await make('BTC', 'above', '1000000001'), 'alert-target');
  assert.equal(await make('BTC', 'change', '0.05'), 'alert-target');
  assert.equal(await make('BTC', 'change', '101'), 'alert-target');
  assert.equal(
    await make('BTC', 'above', formatAmount(((price / 2n / 10n ** 18n) * 10n ** 18n) as Wad)),
    'alert-reached',
  );
  assert.equal(await make('BTC', 'below', '900000'), 'alert-reached');
  assert.equal(got(await client.call(queryAlerts, {})).TOTAL, 0);
});

test('messages are read up to one, and not by anyone else', async () => {
  const { client } = await app.person();
  await fireOne(client, 'BTC');
  await fireOne(client, 'ETH');
  const all = got(await client.call(queryAlertMessages, {}));
  assert.ok(all.unread >= 2 && all.unread === all.TOTAL);
  const oldest = all.RESULT_LIST.at(-1)!;
  const stranger = await app.person();
  got(await stranger.client.call(readAlertMessages, { up_to: all.RESULT_LIST[0]!.message_id }));
  assert.equal(refusalOf(await client.call(readAlertMessages, { up_to: 'msg_nonsense' })), 'not-found');
  const read = got(await client.call(readAlertMessages, { up_to: oldest.message_id }));
  assert.ok(read.unread >= all.unread - 1);
  const now = got(await client.call(queryAlertMessages, { pagesize: 100 })).RESULT_LIST;
  assert.deepEqual(now.filter(({ is_read }) => is_read).map(({ message_id }) => message_id), [oldest.message_id]); // oxfmt-ignore
});

test('mail goes to who wants it and has an address', async () => {
  const { client, email } = await app.person();
  const settings = got(await client.call(queryAlertSettings, {}));
  assert.deepEqual(
    { ...settings, push_key: '' },
    { wants_mail: false, can_mail: true, mails_left: alertLimits.mailsPerDay, push_key: '' },
  );
  assert.equal(Buffer.from(settings.push_key, 'base64url').length, 65);
  const { other } = await fireOne(client, 'BTC');
  got(await client.call(deleteAlert, { alert_id: other.alert_id }));
  assert.equal(got(await client.call(changeAlertSettings, { mail: 'on' })).wants_mail, true);
  const { fired } = await fireOne(client, 'ETH');
  const mails = async () => {
    const { messages } = got(await client.call(listOutbox, { recipient: email }));
    return messages.filter(({ kind }) => kind === 'price-alert');
  };
  await until('a mail', async () => (await mails()).some(({ subject }) => subject.startsWith('ETH')));
  assert.ok(
    (await mails()).every(({ subject }) => subject.startsWith('ETH')),
    'none from before it was wished for',
  );
  assert.ok((await mails()).some(({ subject }) => subject.includes(fired.kind === 'above' ? 'has reached' : 'has fallen to'))); // oxfmt-ignore
  assert.equal(got(await client.call(changeAlertSettings, { mail: 'off' })).wants_mail, false);
});

test('fifty mails a day, the rest in the app alone; the next day starts anew', async () => {
  const { client, user } = await app.person();
  const accountId = parseWireId('account', user.account_id)!;
  got(await client.call(changeAlertSettings, { mail: 'on' }));
  const setMails = (mails: number, day: string) =>
    app.pool.query(`update alert_settings set mails_of_day = $2, mail_day = (now() at time zone 'utc')::date - $3::int where account_id = $1`, [accountId, mails, day]); // oxfmt-ignore
  const mailsOf = async () =>
    (await app.pool.query<{ mails: number }>('select mails_of_day as mails from alert_settings where account_id = $1', [accountId])).rows[0]!.mails; // oxfmt-ignore
  const queued = async () =>
    (await outboxOf(client, user.user_name)).filter(({ kind }) => kind === 'price-alert').length;
  await setMails(alertLimits.mailsPerDay - 1, '0');
  assert.equal(got(await client.call(queryAlertSettings, {})).mails_left, 1);
  const first = await fireOne(client, 'BTC');
  await until('the last mail of the day', async () => (await queued()) === 1);
  assert.equal(got(await client.call(queryAlertSettings, {})).mails_left, 0);
  const { fired, other } = await fireOne(client, 'ETH');
  assert.ok(
    (await messagesOf(client)).some(({ alert_id }) => alert_id === fired.alert_id),
    'told in the app',
  );
  await pause(1_500);
  assert.equal(await queued(), 1);
  // Alerts that still wait could fire at any moment and use up a mail of the next day.
  for (const { alert_id } of [first.other, other]) got(await client.call(deleteAlert, { alert_id }));
  await setMails(1_000, '1');
  assert.equal(got(await client.call(queryAlertSettings, {})).mails_left, alertLimits.mailsPerDay);
  await fireOne(client, 'SOL');
  await until('a mail of the next day', async () => (await queued()) > 1);
  assert.ok((await mailsOf()) >= 1);
});

test('pushed messages reach the browser encrypted, and again after the push service was down', async () => {
  const { client, user } = await app.person();
  const browser = service.browser('/phone');
  service.answer('/phone', 503);
  assert.equal(got(await client.call(addPushDevice, { ...browser.device, language: 'de-CH' })).devices, 1);
  const { fired } = await fireOne(client, 'BTC');
  await until('a push', () => service.received('/phone').length > 0);
  service.answer('/phone', 201);
  const before = service.received('/phone').length;
  await until('the push again', () => service.received('/phone').length > before);
  const accountId = parseWireId('account', user.account_id)!;
  await until('nothing is left to deliver', async () => (await deliveriesOf(accountId)) === 0);
  const arrived = service
    .received('/phone')
    .map(({ body }) => JSON.parse(browser.decrypt(body)) as Record<string, string>);
  const told = await messagesOf(client);
  const tagOf = ({ message_id }: AlertMessage): string => parseWireId('alertMessage', message_id)!;
  const own = told.filter(({ alert_id }) => alert_id === fired.alert_id).map(tagOf);
  assert.equal(own.length, 1);
  const mine = arrived.filter(({ tag }) => tag === own[0]);
  assert.ok(mine.length > 0, JSON.stringify(arrived));
  assert.ok(mine.every(({ title }) => title!.includes(fired.kind === 'above' ? 'erreicht' : 'gefallen')));
  assert.equal(mine[0]!['path'], '/exchange/btcusdt');
  const tags = new Set(arrived.map(({ tag }) => tag!));
  assert.ok(
    [...tags].every((tag) => told.map(tagOf).includes(tag)),
    'a push names its message',
  );
  assert.ok(tags.size < arrived.length, 'a repetition is known by its tag');
});

test('a browser that has unsubscribed is forgotten, and so is one whose session ended', async () => {
  const { client, user } = await app.person();
  const accountId = parseWireId('account', user.account_id)!;
  service.answer('/gone', 410);
  got(await client.call(addPushDevice, { ...service.browser('/gone').device, language: 'en' }));
  await fireOne(client, 'BTC');
  await until(
    'device and deliveries are gone',
    async () => (await devicesOf(accountId)) === 0 && (await deliveriesOf(accountId)) === 0,
  );

  const kept = service.browser('/kept').device;
  got(await client.call(addPushDevice, { ...kept, language: 'en' }));
  // The same browser with the next person: it is theirs from then on.
  const next = await app.person();
  got(await next.client.call(addPushDevice, { ...kept, language: 'en' }));
  assert.equal(await devicesOf(accountId), 0);
  assert.equal(got(await next.client.call(removePushDevice, { endpoint: kept.endpoint })).devices, 0);
  got(await client.call(addPushDevice, { ...kept, language: 'en' }));
  got(await client.call(logOut, {}));
  assert.equal(await devicesOf(accountId), 0);
});

test('an endpoint anywhere else than at a push service is refused; of too many browsers the first makes room', async () => {
  const { client } = await app.person();
  const { device } = service.browser('/x');
  for (const endpoint of ['http://127.0.0.1:1/x', 'https://169.254.169.254/latest/meta-data', 'https://example.com/x', 'file:///etc/passwd', 'x']) {
    assert.equal(refusalOf(await client.call(addPushDevice, { ...device, endpoint, language: 'en' })), 'push-endpoint');
  } // oxfmt-ignore
  assert.equal(refusalOf(await client.call(addPushDevice, { ...device, auth: 'short', language: 'en' })), 'malformed');
  const pointless = { ...device, p256dh: 'B'.repeat(87), language: 'en' };
  assert.equal(refusalOf(await client.call(addPushDevice, pointless)), 'malformed');
  for (let place = 0; place <= alertLimits.pushDevices; place++) {
    const { devices } = got(await client.call(addPushDevice, { ...service.browser(`/many-${place}`).device, language: 'en' })); // oxfmt-ignore
    assert.equal(devices, Math.min(place + 1, alertLimits.pushDevices));
  }
});

test('a crossing while nobody looked is found in the archive, and what has fired before stays fired', async () => {
  const person = await app.person();
  const { client } = person;
  const { fired: old } = await fireOne(client, 'ETH');
  const spike = ((await priceOf(client, 'SOL')) * 2n) as Wad;
  const { priceDecimals } = coinOfCode('SOL')!;
  const unit = 10n ** BigInt(18 - priceDecimals);
  const spikePrice = ((spike / unit) * unit) as Wad;
  const waiting = got(await client.call(createAlert, { coin: 'SOL', kind: 'above', target: formatAmount(spikePrice) }));
  const never = got(await client.call(createAlert, { coin: 'SOL', kind: 'above', target: formatAmount((spikePrice + unit) as Wad) })); // oxfmt-ignore
  await app.restart(() => archiveSpike('SOL', spikePrice));
  await until('it fired', async () => (await alertOf(client, waiting.alert_id)).fired !== null);
  assert.equal((await alertOf(client, waiting.alert_id)).fired!.price, formatAmount(spikePrice));
  assert.equal((await alertOf(client, never.alert_id)).fired, null);
  assert.deepEqual((await alertOf(client, old.alert_id)).fired, old.fired);
  const told = await messagesOf(client);
  for (const { alert_id } of [waiting, old]) assert.equal(told.filter((one) => one.alert_id === alert_id).length, 1);
  await app.restart();
  await pause(500);
  assert.equal((await messagesOf(client)).filter((one) => one.alert_id === waiting.alert_id).length, 1);
});

const outboxOf = async (client: Client, recipient: string) =>
  got(await client.call(listOutbox, { recipient })).messages;

async function priceOf(client: Client, coin: CoinCode): Promise<Wad> {
  const { coins } = got(await client.call(getMarketSummary, {}));
  return wad(coins.find((one) => one.coin === coin)!.price!);
}

/** Sets an alert a step above the price and one a step below it: a market that moves fires one of them. */
async function fireOne(client: Client, coin: CoinCode): Promise<{ fired: AlertEntry; other: AlertEntry }> {
  const unit = 10n ** BigInt(18 - coinOfCode(coin)!.priceDecimals);
  for (let tries = 0; tries < 20; tries++) {
    const price = await priceOf(client, coin);
    const at = (kind: 'above' | 'below', target: bigint) =>
      client.call(createAlert, { coin, kind, target: formatAmount(target as Wad) }, { idempotencyKey: randomUUID() });
    const made = [await at('above', price + unit), await at('below', price - unit)];
    if (!made.every(({ ok }) => ok)) continue;
    const ids = made.map((answer) => got(answer).alert_id);
    await until('one of them fired', async () => got(await client.call(queryAlerts, {})).RESULT_LIST.some((one) => ids.includes(one.alert_id) && one.fired !== null)); // oxfmt-ignore
    const both = got(await client.call(queryAlerts, {})).RESULT_LIST.filter(({ alert_id }) => ids.includes(alert_id));
    const fired = both.find((one) => one.fired !== null)!;
    return { fired, other: both.find((one) => one !== fired)! };
  }
  return assert.fail('the price moved past every alert before it was set');
}

const messagesOf = async (client: Client): Promise<AlertMessage[]> =>
  got(await client.call(queryAlertMessages, { pagesize: 100 })).RESULT_LIST;

const alertOf = async (client: Client, id: string): Promise<AlertEntry> =>
  got(await client.call(queryAlerts, {})).RESULT_LIST.find(({ alert_id }) => alert_id === id)!;

const countOf = async (table: string, accountId: Uuid): Promise<number> =>
  (await app.pool.query<{ count: number }>(`select count(*) as count from ${table} where account_id = $1`, [accountId])).rows[0]!.count; // oxfmt-ignore
const deliveriesOf = (accountId: Uuid): Promise<number> => countOf('alert_deliveries', accountId);
const devicesOf = (accountId: Uuid): Promise<number> => countOf('push_devices', accountId);

/** Two ticks as another process would have published them: there, and back at once. */
async function archiveSpike(coin: CoinCode, price: Wad): Promise<void> {
  const { rows } = await app.pool.query<{ sequence: number; price: string; published_ms: number; hash: string }>(
    `select sequence, price, published_ms, encode(hash, 'hex') as hash from market_ticks where coin = $1
     order by sequence desc limit 1`,
    [coin],
  );
  let { sequence, hash, published_ms: at } = rows[0]!;
  for (const text of [formatAmount(price), formatAmount(wad(rows[0]!.price))]) {
    sequence++;
    at++;
    const tick: ArchivedTick = [sequence, text, at, at, 'simulated'];
    hash = hashTick(hash, coin, tick);
    await app.pool.query(
      `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
       values ($1, $2, $3, $4, $4, 'simulated', decode($5, 'hex'))`,
      [coin, sequence, text, at, hash],
    );
  }
}
