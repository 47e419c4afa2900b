// Codes leave through a real SMTP server and a real webhook, or not at all.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { register, sendEmailCode, sendSms } from '@candor/wire';
import { SMTPServer } from 'smtp-server';
import { manualClock } from '../../kit/clock.ts';
import { smtpMail } from '../../kit/mail.ts';
import { idMaker } from '../../kit/new-id.ts';
import { smsWebhook } from '../../kit/sms.ts';
import { isFloodedBy } from './code-areas.ts';
import { accountsForTests, codeOf, startMs } from '../../../test/support/accounts.ts';
import { openMailRelay } from '../../../test/support/neighbours/mail-double.ts';
import { longRun } from '../../../test/support/long-run.ts';
import { toldPatience } from '../../../test/support/told-patience.ts';

const mails: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      mails.push(Buffer.concat(parts).toString());
      done();
    });
  },
});

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
const received: Received[] = [];
let answers: number[] = [];
const patience = toldPatience();
const gateway = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    const status = answers.shift() ?? 200;
    // 0 stands for a gateway that never answers.
    if (status > 0) response.writeHead(status).end();
    else patience.end();
  });
});

const key = randomBytes(32);
const clock = manualClock(startMs);
let world: Awaited<ReturnType<typeof accountsForTests>>;
before(async () => {
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', () => listening()));
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', () => listening()));
  const smtpPort = (smtp.server.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`;
  world = await accountsForTests({
    mail: smtpMail({ url: `smtp://127.0.0.1:${smtpPort}`, from: 'Candor <no-reply@example.com>' }),
    sms: smsWebhook({ url, key, clock, newId: idMaker(clock), patience: patience.patience }),
  });
});
after(async () => {
  world.options.mail.close();
  await world.end();
  gateway.closeAllConnections();
  gateway.close();
  await new Promise<void>((closed) => smtp.close(() => closed()));
});

test('a code by mail opens an account', async () => {
  const browser = world.visitor();
  await browser.call(sendEmailCode, { email: 'ada@example.com', language: 'en' });
  const mail = mails.at(-1)!;
  assert.match(mail, /^From: Candor <no-reply@example\.com>\r$/m);
  assert.match(mail, /^To: ada@example\.com\r$/m);
  const authCode = /^(\d{6}) is your Candor code\.\r$/m.exec(mail)?.[1];
  assert.ok(authCode, mail);
  await browser.call(register, { user_name: 'ada@example.com', user_password: 'correct horse', authCode });
});

test('to a mail server elsewhere nothing is said before the line is encrypted', async () => {
  // Another address than those of this machine that a mail server is usually reached by.
  const elsewhere = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: () => assert.fail('it was told who writes'),
  });
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.2', () => listening()));
  const { port } = elsewhere.server.address() as AddressInfo;
  const mail = smtpMail({ url: `smtp://127.0.0.2:${port}`, from: 'Candor <no-reply@example.com>' });
  const code = { to: 'ada@example.com', kind: 'register-code', subject: 'Code', text: '123456' };
  await assert.rejects(mail.send(code), { failure: 'later', message: /ETLS/ });
  mail.close();
  await new Promise<void>((closed) => elsewhere.close(() => closed()));
});

test('mail in another script arrives whole', async () => {
  await world.visitor().call(sendEmailCode, { email: 'arabic@example.com', language: 'ar' });
  const encoded = mails.at(-1)!.split('\r\n\r\n')[1]!;
  const isBase64 = /^content-transfer-encoding: base64/im.test(mails.at(-1)!);
  const text = isBase64
    ? Buffer.from(encoded, 'base64').toString()
    : Buffer.from(
        encoded
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, '%$1')
          .replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString();
  assert.match(text.split(/\r?\n/)[0]!, /^\d{6} هو رمز Candor الخاص بك\.$/);
});

test('the SMS webhook is signed, and its signature covers time and body', async () => {
  received.length = 0;
  await world.visitor().call(sendSms, { mobile: '+46701234567', source: 1, language: 'sv' });
  assert.equal(received.length, 1);
  const { headers, body } = received[0]!;
  const timestamp = String(headers['x-candor-timestamp']);
  assert.equal(timestamp, String(startMs));
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  assert.equal(headers['x-candor-signature'], sign(`${timestamp}.${body}`));
  assert.notEqual(headers['x-candor-signature'], sign(`${timestamp}.${body} `));
  const message = JSON.parse(body) as Record<string, string>;
  assert.equal(message['to'], '+46701234567');
  assert.match(message['text']!, /^\d{6} är din Candor-kod\./);
});

test('a gateway that fails or stays silent once is tried again with the same message id', async () => {
  for (const [place, first] of [500, 0].entries()) {
    received.length = 0;
    answers = [first, 200];
    await world.visitor().call(sendSms, { mobile: `+4670123457${place}`, source: 1 });
    assert.equal(received.length, 2);
    const [one, two] = received.map(({ body }) => (JSON.parse(body) as { message_id: string }).message_id);
    assert.equal(one, two);
  }
});

test('a code that cannot be sent is said so, does not count, and leaves no code behind', async () => {
  const mobile = '+46701234599';
  for (const statuses of [[500, 503], [400], [0, 0]]) {
    received.length = 0;
    answers = [...statuses];
    assert.equal(await codeOf(world.visitor().call(sendSms, { mobile, source: 1 })), 'code-not-sent');
    assert.equal(received.length, statuses.length);
  }
  const left = await world.pool.query('select from codes');
  answers = [];
  await world.visitor().call(sendSms, { mobile, source: 1 });
  assert.equal((await world.pool.query('select from codes')).rowCount, (left.rowCount ?? 0) + 1);
});

test('an unreachable mail server is a refusal, not a crash', async () => {
  const unreachable = smtpMail({ url: 'smtp://127.0.0.1:1', from: 'Candor <no-reply@example.com>' });
  const other = await accountsForTests({ mail: unreachable });
  assert.equal(await codeOf(other.visitor().call(sendEmailCode, { email: 'a@example.com' })), 'code-not-sent');
  await other.end();
});

test('a relay that is slow does not keep the request: it is told that the code is late, and the code is good when it arrives', async () => {
  const relay = await openMailRelay();
  const told = toldPatience();
  const mail = smtpMail({ url: relay.url, from: 'Candor <no-reply@example.com>' });
  const other = await accountsForTests({ mail, codePatience: told.patience });
  const email = 'eve@example.com';
  relay.answer({ ends: 'silent' });
  const silent = relay.silence();
  const asked = codeOf(other.visitor().call(sendEmailCode, { email, language: 'en' }));
  await silent;
  told.end();
  assert.equal(await asked, 'code-late');
  const authCode = /^(\d{6}) is your Candor code\.\r$/m.exec(relay.taken[0]!)?.[1];
  await other.visitor().call(register, { user_name: email, user_password: 'correct horse', authCode: authCode! });
  relay.answerLate('250 taken');
  await other.end();
  mail.close();
  await relay.close();
});

test(
  'who fills an area with unused codes is stopped alone: newcomers of other networks and of other areas get theirs',
  longRun('an area full of codes'),
  async () => {
    const other = await accountsForTests({ mode: 'production' });
    const send = (mobile: string, ip: string) => codeOf(other.visitor(ip).call(sendSms, { mobile, source: 1 }));
    const answers = new Map<string, number>();
    for (let network = 0; network < 9; network++) {
      for (let place = 0; place < 30; place++) {
        const code = await send(`+4179${network}${100_000 + place}`, `198.51.100.${network}`);
        answers.set(code, (answers.get(code) ?? 0) + 1);
      }
    }
    // The first seven addresses bring the area past its number; of those after them two codes each are sent.
    assert.deepEqual(Object.fromEntries(answers), { accepted: 200 + 2 * 2, 'code-limit': 270 - 204 });
    assert.equal(await send('+41798888888', '198.51.100.0'), 'code-limit');
    const { user } = await other.person('+41797777777', { ip: '203.0.113.20' });
    assert.equal(user.user_phone, '+41797777777');
    assert.equal(await send('+41797777778', '203.0.113.20'), 'accepted', 'used codes do not count');
    assert.equal(await send('+46701234567', '198.51.100.0'), 'code-limit', 'its 30 codes of the day are sent');
    assert.equal(await send('+46701234567', '198.51.100.8'), 'accepted');
    other.clock.advance(24 * 3_600_000);
    assert.equal(await send('+41798888888', '198.51.100.0'), 'accepted');
    await other.end();
  },
);

test('how many unused codes are too many follows from how many are used', () => {
  assert.equal(isFloodedBy({ unused: 199, usedOfWeek: 0 }, 200), false);
  assert.equal(isFloodedBy({ unused: 200, usedOfWeek: 0 }, 200), true);
  assert.equal(isFloodedBy({ unused: 200, usedOfWeek: 7_000 }, 200), false);
  assert.equal(isFloodedBy({ unused: 3_000, usedOfWeek: 7_000 }, 200), true);
});
