// A pushed message leaves for known push services on public addresses alone, and only its browser can read it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manualClock } from './clock.ts';
import { manualTimers } from './manual-timers.test-support.ts';
import { createPushSender, isPushKey, retryAfterMs } from './push.ts';
import type { PushOutcome, PushSender } from './push.ts';
import { isPublicAddress, lookUpPublic } from './public-address.ts';
import { openPushService } from '../../test/support/neighbours/push-double.ts';
import type { PushAnswer, PushService } from '../../test/support/neighbours/push-double.ts';

const key = '2'.padStart(64, '0');
const hosts = ['fcm.googleapis.com', '*.push.apple.com'];
const timers = manualTimers();
let service: PushService;
let sender: PushSender;
before(async () => {
  service = await openPushService();
  const subject = 'mailto:no-reply@example.com';
  const clock = manualClock(Date.UTC(2026, 10, 28, 12));
  sender = createPushSender({ key, subject, hosts, localOrigin: service.origin, clock, timers });
});
after(async () => {
  sender.close();
  await service.close();
});

const message = { payload: '{"title":"BTC has reached 95,000 – 價格"}', topic: 'a'.repeat(32), ttlSeconds: 60 };

test('the browser decrypts what was sent, and the signature is of the key that it subscribed with', async () => {
  const browser = service.browser('/one');
  assert.deepEqual(await sender.send(browser.device, message), { result: 'delivered' });
  const [sent] = service.received('/one');
  assert.ok(sent);
  assert.equal(browser.decrypt(sent.body), message.payload);
  const { headers } = sent;
  assert.equal(headers['content-encoding'], 'aes128gcm');
  assert.equal(headers['ttl'], '60');
  assert.equal(headers['urgency'], 'high');
  assert.equal(headers['topic'], message.topic);
  const claims = service.verify(headers['authorization']!, sender.publicKey);
  assert.equal(claims.aud, service.origin);
  assert.equal(claims.sub, 'mailto:no-reply@example.com');
  assert.ok(claims.exp * 1000 > Date.now() && claims.exp * 1000 <= Date.now() + 24 * 3_600_000);
});

test('a key that is no point of the curve is known, and its device is of no use', async () => {
  const { device } = service.browser('/pointless');
  assert.equal(isPushKey(device.p256dh), true);
  const offCurve = Buffer.from(device.p256dh, 'base64url');
  offCurve[64]! ^= 1;
  const short = Buffer.from(device.p256dh, 'base64url').subarray(0, 33);
  for (const p256dh of ['B'.repeat(87), `BA${'A'.repeat(85)}`, offCurve.toString('base64url'), short.toString('base64url'), '']) {
    assert.equal(isPushKey(p256dh), false, p256dh);
    assert.deepEqual(await sender.send({ ...device, p256dh }, message), { result: 'gone' });
  } // oxfmt-ignore
  assert.equal(service.received('/pointless').length, 0);
});

const outcomes: readonly (readonly [PushAnswer, PushOutcome])[] = [
  [{ status: 201 }, { result: 'delivered' }],
  [{ status: 201, body: '{' }, { result: 'delivered' }],
  [{ status: 200, body: '<html>\0\xff' }, { result: 'delivered' }],
  [{ status: 202 }, { result: 'delivered' }],
  [{ status: 204 }, { result: 'delivered' }],
  [{ status: 404 }, { result: 'gone', status: 404 }],
  [
    { status: 410, body: 'unsubscribed' },
    { result: 'gone', status: 410 },
  ],
  [{ status: 301 }, { result: 'refused', status: 301 }],
  [{ status: 302 }, { result: 'refused', status: 302 }],
  [{ status: 307 }, { result: 'refused', status: 307 }],
  [{ status: 400 }, { result: 'refused', status: 400 }],
  [{ status: 403 }, { result: 'refused', status: 403 }],
  [{ status: 413 }, { result: 'refused', status: 413 }],
  [{ status: 408 }, { result: 'later', status: 408 }],
  [{ status: 429 }, { result: 'later', status: 429 }],
  [
    { status: 429, headers: { 'retry-after': '120' } },
    { result: 'later', status: 429, afterMs: 120_000 },
  ],
  [
    { status: 429, headers: { 'retry-after': 'Sat, 28 Nov 2026 12:10:00 GMT' } },
    { result: 'later', status: 429, afterMs: 600_000 },
  ],
  [
    { status: 503, headers: { 'retry-after': 'soon' } },
    { result: 'later', status: 503 },
  ],
  [{ status: 500 }, { result: 'later', status: 500 }],
  [
    { status: 502, body: 'bad gateway' },
    { result: 'later', status: 502 },
  ],
];

test('the status of the push service decides whether browser and message are kept, whatever the body', async () => {
  for (const [index, [answer, outcome]] of outcomes.entries()) {
    const path = `/answers-${index}`;
    service.answer(path, answer);
    assert.deepEqual(await sender.send(service.browser(path).device, message), outcome, JSON.stringify(answer));
    assert.equal(service.received(path).length, 1);
  }
  assert.equal(service.received('/elsewhere').length, 0, 'a redirect is not followed');
});

test('Retry-After is seconds or a date, a day at most, and nothing else', () => {
  const now = Date.UTC(2026, 10, 28, 12);
  for (const [header, ms] of [
    ['0', 0],
    [' 7 ', 7_000],
    ['999999999', 86_400_000],
    ['Sat, 28 Nov 2026 12:00:05 GMT', 5_000],
    ['Saturday, 28-Nov-26 12:00:05 GMT', 5_000],
    ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e9', undefined],
    ['soon', undefined],
    ['Sat, 28 Foo 2026', undefined],
    [undefined, undefined],
  ] as const)
    assert.equal(retryAfterMs(header, now), ms, header);
});

test('a received status is a reply, even if the connection breaks or the body never ends', async () => {
  for (const fault of ['cut-after-head', 'endless'] as const) {
    service.answer(`/${fault}`, fault);
    assert.deepEqual(await sender.send(service.browser(`/${fault}`).device, message), { result: 'delivered' }, fault);
  }
  assert.equal(timers.planned(), 1, 'the endless one is not cut yet');
  await timers.advance(10_000);
  assert.equal(timers.planned(), 0);
});

test('no reply, half a reply and a reply that is not HTTP reject, as the message may have been accepted', async () => {
  for (const fault of ['cut', 'half-answer', 'garbage'] as const) {
    service.answer(`/${fault}`, fault);
    await assert.rejects(sender.send(service.browser(`/${fault}`).device, message), Error, fault);
    assert.equal(service.received(`/${fault}`).length, 1);
  }
  service.answer('/silent', 'silent');
  const asked = service.asked('/silent');
  const sending = assert.rejects(sender.send(service.browser('/silent').device, message), /silent/);
  await asked;
  await timers.advance(10_000);
  await sending;
});

test('a repeated message after a late reply has the same topic, so it replaces the first', async () => {
  const { device } = service.browser('/late');
  service.answer('/late', 'silent');
  const asked = service.asked('/late');
  const first = assert.rejects(sender.send(device, message), /silent/);
  await asked;
  await timers.advance(10_000);
  await first;
  service.answerLate('/late');
  service.answer('/late', 201);
  assert.deepEqual(await sender.send(device, message), { result: 'delivered' });
  assert.deepEqual(await sender.send(device, message), { result: 'delivered' });
  const topics = service.received('/late').map(({ headers }) => headers['topic']);
  assert.deepEqual(topics, [message.topic, message.topic, message.topic]);
  assert.match(message.topic, /^[\w-]{1,32}$/);
});

test('only named push services are written to, over https and at their own port', () => {
  const bare = createPushSender({ key, subject: 'mailto:a@example.com', hosts });
  for (const endpoint of ['https://fcm.googleapis.com/fcm/send/x', 'https://a.push.apple.com/x']) {
    assert.ok(bare.accepts(endpoint), endpoint);
  }
  for (const endpoint of [
    'http://fcm.googleapis.com/x', 'https://fcm.googleapis.com:8443/x', 'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.example.com/x', 'https://push.apple.com/x', 'https://evilpush.apple.com.example/x',
    'https://127.0.0.1/x', 'https://[::1]/x', 'https://169.254.169.254/latest', 'http://127.0.0.1:3000/x',
    'file:///etc/passwd', 'not a url', '', `${service.origin}/x`,
  ]) assert.ok(!bare.accepts(endpoint), endpoint); // oxfmt-ignore
  const anyAddress = createPushSender({ key, subject: 'mailto:a@example.com', hosts: ['127.0.0.1', '[::1]'] });
  assert.ok(!anyAddress.accepts('https://127.0.0.1/x') && !anyAddress.accepts('https://[::1]/x'));
});

test('an endpoint that is not accepted any more is gone, and nobody is asked', async () => {
  const bare = createPushSender({ key, subject: 'mailto:a@example.com', hosts });
  assert.deepEqual(await bare.send(service.browser('/former').device, message), { result: 'gone' });
  assert.equal(service.received('/former').length, 0);
});

test('a name that leads into our own house is not connected to', async () => {
  const sent = createPushSender({ key, subject: 'mailto:a@example.com', hosts: ['localhost'] });
  await assert.rejects(
    sent.send({ ...service.browser('/x').device, endpoint: 'https://localhost/x' }, message),
    /public/,
  );
  await new Promise<void>((resolve) => {
    lookUpPublic('localhost', {}, (error) => {
      assert.match(String(error), /public/);
      resolve();
    });
  });
  for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111']) assert.ok(isPublicAddress(address), address);
  for (const address of [
    '127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0',
    '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1',
    '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'localhost', '',
  ]) assert.ok(!isPublicAddress(address), address); // oxfmt-ignore
});

test('whatever goes wrong with a push, it counts as delivered only where the service said so, and the next one arrives', async () => {
  for (const fault of service.faultsAt('push')) {
    // Each of the four forms of other words.
    for (let form = 0; form < (fault === 'other-words' ? 4 : 1); form++) {
      const browser = service.browser(`/turned-${fault}-${form}`);
      const path = new URL(browser.device.endpoint).pathname;
      service.turn(fault, 'push');
      const asked = service.asked(path);
      const sending = sender.send(browser.device, message).catch(() => ({ result: 'unknown' as const }));
      await asked;
      if (fault === 'late') await timers.advance(10_000);
      const { result } = await sending;
      service.mend();
      const expected = fault === 'empty' ? 'delivered' : fault === 'withdrawn' ? 'gone' : undefined;
      assert.ok(
        expected === undefined ? result !== 'delivered' && result !== 'gone' : result === expected,
        `${fault} ${result}`,
      );
      assert.deepEqual(await sender.send(browser.device, message), { result: 'delivered' });
      assert.deepEqual(
        service.received(path).map(({ body }) => browser.decrypt(body)),
        [message.payload, message.payload],
      );
    }
  }
});
