// A pushed message leaves for known push services on public addresses alone, and only its browser can read it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPushSender, isPushKey } from './push.ts';
import type { PushSender } from './push.ts';
import { isPublicAddress, lookUpPublic } from './public-address.ts';
import { openPushService } from '../../test/support/push-service.ts';
import type { PushService } from '../../test/support/push-service.ts';

const key = '2'.padStart(64, '0');
const hosts = ['fcm.googleapis.com', '*.push.apple.com'];
let service: PushService;
let sender: PushSender;
before(async () => {
  service = await openPushService();
  sender = createPushSender({ key, subject: 'mailto:no-reply@example.com', hosts, localOrigin: service.origin });
});
after(async () => {
  sender.close();
  await service.close();
});

const message = { payload: '{"title":"BTC has reached 95,000 – 價格"}', topic: 'a'.repeat(32), ttlSeconds: 60 };

test('the browser decrypts what was sent, and the signature is of the key that it subscribed with', async () => {
  const browser = service.browser('/one');
  assert.equal(await sender.send(browser.device, message), 'delivered');
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
    assert.equal(await sender.send({ ...device, p256dh }, message), 'gone');
  } // oxfmt-ignore
  assert.equal(service.received('/pointless').length, 0);
});

test('what the push service answers decides what becomes of browser and message', async () => {
  for (const [status, outcome] of [[201, 'delivered'], [404, 'gone'], [410, 'gone'], [400, 'refused'], [413, 'refused'],
    [302, 'refused'], [429, 'later'], [500, 'later'], [503, 'later']] as const) {
    const path = `/answers-${status}`;
    service.answer(path, status);
    assert.equal(await sender.send(service.browser(path).device, message), outcome);
    assert.equal(service.received(path).length, 1);
  } // oxfmt-ignore
  assert.equal(service.received('/elsewhere').length, 0, 'a redirect is not followed');
  service.answer('/silent', 'never');
  const impatient = createPushSender({ key, subject: 'mailto:no-reply@example.com', hosts, localOrigin: service.origin, timeoutMs: 20 }); // oxfmt-ignore
  await assert.rejects(impatient.send(service.browser('/silent').device, message), /silent/);
  impatient.close();
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
  assert.equal(await bare.send(service.browser('/former').device, message), 'gone');
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
