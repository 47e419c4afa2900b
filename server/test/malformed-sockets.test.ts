// Frames and messages that no client should send, on both sockets of the running server: an error with words or a close with
// a code, nobody else disturbed, nothing changed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import {
  connectMarketFeed,
  feedLimits,
  feedTopics,
  getMarketStatus,
  isRefusalCode,
  marketFeedPath,
  notifyPath,
} from '@candor/wire';
import { WebSocket } from 'ws';
import { got, openRunningApp } from './support/running-app.ts';
import type { Person, RunningApp } from './support/running-app.ts';

let app: RunningApp;
let person: Person;
before(async () => {
  app = await openRunningApp();
  person = await app.person('100');
});
after(() => app.close());

const paths = [marketFeedPath, notifyPath];
const nested = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
const wrongTexts = [
  '', ' ', '{', 'null', '[]', '1', 'true', '"sub"', '{}', 'sub', '\0', nested, '{"sub":null}', '{"sub":5}', '{"sub":{}}', '{"sub":["a"]}',
  '{"sub":""}', '{"sub":"market"}', '{"sub":"market.nope.kline.1min"}', '{"sub":"market.btcusdt.kline.2min"}', '{"sub":"__proto__"}',
  '{"unsub":"market.btcusdt.trade.detail"}', '{"req":"market.btcusdt.nope"}', '{"ping":"x"}', '{"ping":{}}', '{"id":{},"sub":"a"}',
  '{"req":"market.btcusdt.kline.1min","from":-1}', '{"req":"market.btcusdt.kline.1min","from":1e300,"to":"x"}',
  '{"action":"join"}', '{"action":"join","room":5}', '{"action":"join","room":"account:other"}', '{"action":"join","room":"nope"}',
  '{"action":"leave","room":{}}', '{"action":"setPrice"}', '{"action":"join","room":"home","extra":1}', '{"__proto__":{"action":"join"}}',
]; // oxfmt-ignore

interface Heard {
  texts: string[];
  code: number;
}

/** Sends these messages, one after the other, and listens until the socket is closed or has said enough. */
async function converse(
  path: string,
  messages: readonly (string | Buffer)[],
  options: { cookie?: string; pauseMs?: number; endsWithinMs?: number } = {},
): Promise<Heard> {
  const socket = new WebSocket(app.url.replace('http', 'ws') + path, {
    headers: options.cookie ? { cookie: options.cookie } : {},
  });
  const texts: string[] = [];
  socket.on('message', (data: Buffer, isBinary) => void texts.push((isBinary ? gunzipSync(data) : data).toString()));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve));
  for (const message of messages) {
    if (socket.readyState !== WebSocket.OPEN) break;
    socket.send(message);
    await new Promise((resolve) => setTimeout(resolve, options.pauseMs ?? 60));
  }
  // The process does not wait for what was not waited for.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, options.endsWithinMs ?? 200).unref())]);
  const isOpen = socket.readyState === WebSocket.OPEN;
  if (isOpen) socket.close(1000);
  return { texts, code: isOpen ? 0 : await closed };
}

async function wealth(): Promise<unknown> {
  const { rows } = await app.pool.query(
    `select (select count(*) from ledger_moves) as moves, (select count(*) from ledger_commands) as commands,
       (select jsonb_agg(to_jsonb(b) order by account_id, coin) from ledger_balances b) as balances`,
  );
  return rows[0];
}

async function changesNothing(work: () => Promise<void>): Promise<void> {
  const before = await wealth();
  await work();
  assert.deepEqual(await wealth(), before);
  got(await person.client.call(getMarketStatus, {}));
  await app.audit();
}

test('each malformed message gets an answer that says what is wrong, and the connection stays usable', () =>
  changesNothing(async () => {
    const half = wrongTexts.length >> 1;
    const rounds = [wrongTexts.slice(0, half), wrongTexts.slice(half)];
    const heard = await Promise.all(
      paths.flatMap((path) =>
        rounds.map(async (round) => ({ path, ...(await converse(path, round, { cookie: person.client.cookies() })) })),
      ),
    );
    for (const { path, code, texts } of heard) {
      assert.equal(code, 0, `${path} was closed with ${code}`);
      assert.ok(texts.length >= half / 2, `${path} answered only ${texts.length} of ${half}`);
      for (const answer of texts) checkAnswer(path, answer);
    }
  }));

/** An error in the words of the socket's protocol, or one of the few answers that a message of the list deserves. */
function checkAnswer(path: string, answer: string): void {
  const message = JSON.parse(answer) as Record<string, unknown>;
  if ('ping' in message || message['action'] === 'ping') return;
  if (path === marketFeedPath) {
    assert.equal(message['status'], 'error', answer);
    assert.equal(message['err-code'], 'bad-request', answer);
    assert.ok(String(message['err-msg']).length > 0, answer);
    return;
  }
  assert.ok(['refused', 'left'].includes(String(message['action'])), answer);
  if (message['action'] === 'refused') assert.ok(isRefusalCode(String(message['code'])), answer);
}

const ends = { endsWithinMs: 30_000 };

test('messages too long, too many, or in binary end the one connection with a code, or are answered', () =>
  changesNothing(async () => {
    for (const path of paths) {
      assert.equal((await converse(path, ['x'.repeat(feedLimits.messageBytes + 1)], ends)).code, 1009, path);
      assert.equal((await converse(path, ['x'.repeat(10 * 1024 * 1024)], ends)).code, 1009, path);
      assert.equal((await converse(path, Array(400).fill('{}'), { ...ends, pauseMs: 0 })).code, 4429, path);
      for (const answer of (await converse(path, [randomBytes(64), Buffer.alloc(0)])).texts) checkAnswer(path, answer);
    }
  }));

test('frames that break the protocol end the connection, and the clients beside it notice nothing', () =>
  changesNothing(async () => {
    const feed = connectMarketFeed({ baseUrl: app.url });
    let pushed = 0;
    feed.subscribe(feedTopics.kline('btcusdt', '1min'), () => pushed++);
    const mask = Buffer.from([1, 2, 3, 4]);
    const frames: Record<string, Buffer> = {
      'without a mask': Buffer.from([0x81, 0x02, 0x7b, 0x7d]),
      'with reserved bits': Buffer.concat([Buffer.from([0xf1, 0x80]), mask]),
      'of an unknown kind': Buffer.concat([Buffer.from([0x83, 0x80]), mask]),
      'continuing nothing': Buffer.concat([Buffer.from([0x80, 0x80]), mask]),
      'a ping in parts': Buffer.concat([Buffer.from([0x09, 0x80]), mask]),
      'a ping too long': Buffer.concat([Buffer.from([0x89, 0xfe, 0x00, 0x7e]), mask, Buffer.alloc(126)]),
      'of 2^63 bytes': Buffer.concat([Buffer.from([0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), mask]),
      'of text that is not UTF-8': Buffer.concat([
        Buffer.from([0x81, 0x82]),
        Buffer.alloc(4),
        Buffer.from([0xc3, 0x28]),
      ]),
      'a close without sense': Buffer.concat([Buffer.from([0x88, 0x81]), mask, Buffer.from([0])]),
      noise: randomBytes(300),
    };
    for (const path of paths) {
      for (const [what, frame] of Object.entries(frames)) await endsAfter(path, what, frame);
    }
    const before = pushed;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.ok(pushed > before, 'the other client got nothing any more');
    feed.close();
  }));

async function endsAfter(path: string, what: string, frame: Buffer): Promise<void> {
  const socket = await upgrade(path);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(frame);
  const timer = setTimeout(() => socket.destroy(new Error('late')), 4_000);
  let isLate = false;
  socket.on('error', ({ message }) => void (isLate = message === 'late'));
  await closed;
  clearTimeout(timer);
  assert.ok(!isLate || what === 'noise', `${path}: a frame ${what} was let pass`);
}

/** A bare connection after the handshake. */
function upgrade(path: string): Promise<Socket> {
  const { port } = new URL(app.url);
  const socket = connect(parseInt(port, 10), '127.0.0.1');
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (head: Buffer) => {
      socket.removeListener('error', reject);
      // Data is read and dropped, so that the end of the connection is noticed.
      socket.on('data', () => undefined);
      if (head.toString().startsWith('HTTP/1.1 101')) resolve(socket);
      else reject(new Error(head.toString().slice(0, 100)));
    });
  });
}

test("nobody joins another account's room, and a made-up session joins none", () =>
  changesNothing(async () => {
    const other = await app.pool.query<{ account_id: string }>('select account_id from accounts limit 1');
    const room = `account:${other.rows[0]!.account_id}`;
    const join = (name: string) => JSON.stringify({ action: 'join', room: name });
    const anonymous = await converse(notifyPath, [join('account'), join(room)]);
    const codes = anonymous.texts.map((text) => (JSON.parse(text) as { code?: string }).code);
    assert.deepEqual(codes, ['login-required', 'login-required']);
    const forged = await converse(notifyPath, [join('account')], { cookie: `__Host-candor=${'A'.repeat(43)}` });
    assert.match(forged.texts[0] ?? '', /login-required/);
    const foreign = new WebSocket(app.url.replace('http', 'ws') + notifyPath, {
      headers: { origin: 'https://evil.example' },
    });
    const ended = await new Promise<string>((resolve) => {
      foreign.on('error', ({ message }) => resolve(message));
      foreign.on('open', () => resolve('open'));
      foreign.on('close', () => resolve('closed'));
    });
    if (ended === 'open') assert.equal(await new Promise((resolve) => foreign.on('close', resolve)), 1008);
    else assert.match(ended, /403|400/);
  }));
