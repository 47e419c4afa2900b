// Links between engines and web processes over Redis: everything in order, each to whom it is for, whatever is missed is noticed, and
// nobody who can write to Redis can say anything.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, afterEach, test } from 'node:test';
import { Redis } from 'ioredis';
import { openEngineLinks, type EngineLinks } from '../src/kit/engine-links.ts';
import { LinkLost } from '../src/kit/link.ts';
import { log } from '../src/kit/log.ts';
import { until } from '../src/kit/until.test-support.ts';
import { openWebLink, type WebLink } from '../src/kit/web-link.ts';
import { findRedis } from './run/find-redis.ts';
import { startRedis, type RedisServer } from './support/redis-server.ts';

declare module '../src/kit/link.ts' {
  interface Posts {
    'test.number': number;
    'test.event': string;
  }
  interface Questions {
    'test.who': { ask: string; answer: string };
    'test.never': { ask: null; answer: null };
  }
}

log.setLevel('silent');
const program = findRedis();
const skip = program !== undefined ? false : 'there is no Redis here, and none could be installed';

let redis: RedisServer;
let admin: Redis;
before(async () => {
  if (program === undefined) return;
  redis = await startRedis(program);
  admin = new Redis(redis.url);
});
after(async () => {
  if (program === undefined) return;
  admin.disconnect();
  await redis.kill();
});

let key: Buffer;
const open: { close: () => Promise<void> }[] = [];
beforeEach(() => (key = randomBytes(32)));
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

function engineOf(epoch?: number): EngineLinks {
  const engine = openEngineLinks({ url: redis.url, key });
  open.push(engine);
  if (epoch !== undefined) engine.decide(epoch);
  return engine;
}
function webOf(): WebLink {
  const web = openWebLink({ url: redis.url, key });
  open.push(web);
  return web;
}
const untilUp = (...webs: WebLink[]): Promise<void> => until('the links are up', () => webs.every((web) => web.isUp()));

test(
  'what is posted comes to all in order, and an answer to who asked, after all that was posted before it',
  { skip },
  async () => {
    const engine = engineOf(1);
    const webs = [webOf(), webOf()] as const;
    const heard = webs.map(() => [] as number[]);
    webs.forEach((web, place) => web.onPost('test.number', (number) => heard[place]!.push(number)));
    engine.onAsk('test.who', (name) => {
      for (const number of [1, 2, 3]) engine.post('test.number', number);
      return `for ${name}`;
    });
    await untilUp(...webs);
    assert.equal(await webs[0].ask('test.who', 'one'), 'for one');
    assert.deepEqual(heard[0], [1, 2, 3]);
    assert.equal(await webs[1].ask('test.who', 'other'), 'for other');
    await until('the one that did not ask has heard them too', () => heard[0]!.length === 6);
    assert.deepEqual(heard, [[1, 2, 3, 1, 2, 3], [1, 2, 3, 1, 2, 3]]); // oxfmt-ignore
    assert.equal(engine.peers().length, 2);
  },
);

test('the engine asks each web process for itself', { skip }, async () => {
  const engine = engineOf(1);
  const webs = [webOf(), webOf()] as const;
  webs.forEach((web, place) => web.onAsk('test.who', () => `web ${place}`));
  await untilUp(...webs);
  const answers = await Promise.all(engine.peers().map((peer) => peer.ask('test.who', '')));
  assert.deepEqual(answers.toSorted(), ['web 0', 'web 1']);
});

test('what one web process posts comes to the engine and to the other one, not back', { skip }, async () => {
  const engine = engineOf(1);
  const webs = [webOf(), webOf()] as const;
  const heard: string[] = [];
  engine.onPost('test.event', (said) => heard.push(`engine ${said}`));
  webs.forEach((web, place) => web.onPost('test.event', (said) => heard.push(`web ${place} ${said}`)));
  await untilUp(...webs);
  webs[0].post('test.event', 'a');
  await until('it was heard', () => heard.length === 2);
  await engine
    .peers()[0]!
    .ask('test.who', '')
    .catch(() => undefined);
  assert.deepEqual(heard.toSorted(), ['engine a', 'web 1 a']);
});

test('who has missed something knows it: the link is lost and begins anew', { skip }, async () => {
  const engine = engineOf(1);
  const web = webOf();
  const heard: (number | 'lost' | 'up')[] = [];
  web.onPost('test.number', (number) => heard.push(number));
  web.onLost(() => heard.push('lost'));
  web.onUp(() => heard.push('up'));
  await untilUp(web);
  let number = 0;
  const timer = setInterval(() => engine.post('test.number', ++number), 5);
  for (let times = 0; times < 3; times++) {
    await until('some have come', () => typeof heard.at(-1) === 'number');
    await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await until(
      'it was noticed',
      () => heard.at(-1) === 'lost' || heard.filter((each) => each === 'lost').length > times,
    );
    await untilUp(web);
  }
  await until('more have come', () => typeof heard.at(-1) === 'number');
  clearInterval(timer);
  for (const [place, each] of heard.entries()) {
    const before = heard[place - 1];
    if (typeof each === 'number' && typeof before === 'number') assert.equal(each, before + 1, 'no gap without a word');
  }
  assert.equal(heard.filter((each) => each === 'lost').length, 3);
});

test(
  'the engine of the newest epoch is heard, and who waited for the one before knows that it will not answer',
  { skip },
  async () => {
    const old = engineOf(1);
    const web = webOf();
    const heard: number[] = [];
    web.onPost('test.number', (number) => heard.push(number));
    old.onAsk('test.never', () => new Promise<never>(() => undefined));
    await untilUp(web);
    const asked = web.ask('test.never', null);
    asked.catch(() => undefined);
    const next = engineOf();
    next.onAsk('test.who', () => 'next');
    next.decide(2);
    await assert.rejects(asked, LinkLost);
    await untilUp(web);
    assert.equal(await web.ask('test.who', ''), 'next');
    // It stood still, and does not know yet that it decides no more.
    old.post('test.number', 1);
    next.post('test.number', 2);
    await until('it was heard', () => heard.length > 0);
    await until('the old one knows', () => !old.isUp());
    assert.deepEqual(heard, [2]);
  },
);

test('what others write to Redis, or write again, is not heard', { skip }, async () => {
  const engine = engineOf(1);
  const [web, sibling] = [webOf(), webOf()];
  const events: string[] = [];
  const heardBySibling: string[] = [];
  engine.onPost('test.event', (said) => events.push(said));
  sibling.onPost('test.event', (said) => heardBySibling.push(said));
  let losses = 0;
  web.onLost(() => losses++);
  const captured: [channel: string, message: Buffer][] = [];
  const spy = new Redis(redis.url);
  open.push({ close: async () => spy.disconnect() });
  spy.on('pmessageBuffer', (_pattern: Buffer, channel: Buffer, message: Buffer) => captured.push([channel.toString(), message])); // oxfmt-ignore
  await spy.psubscribe('candor:*:web');
  await untilUp(web, sibling);
  web.post('test.event', 'once');
  await until('it was heard', () => events.length === 1 && heardBySibling.length === 1 && captured.length > 0);
  const [channel, message] = captured[0]!;
  const forged = Buffer.from(message);
  const place = forged.lastIndexOf('once');
  forged.write('evil', place);
  await admin.publish(channel, forged);
  await admin.publish(channel, Buffer.from('nothing of ours'));
  await admin.publish(channel, message);
  // A beat's channel does not take what was said on another one.
  await admin.publish(channel.replace('web', 'engine'), message);
  await until('the link begins anew', () => losses > 0 && web.isUp());
  web.post('test.event', 'twice');
  await until('it was heard', () => events.length > 1);
  await until('it was heard beside', () => heardBySibling.length > 1);
  assert.deepEqual([events, heardBySibling], [['once', 'twice'], ['once', 'twice']]); // oxfmt-ignore
});

test('a process with another key hears nothing and is not heard', { skip }, async () => {
  const engine = engineOf(1);
  const web = webOf();
  await untilUp(web);
  const stranger = openWebLink({ url: redis.url, key: randomBytes(32) });
  open.push(stranger);
  // Those of the house that come later have found each other meanwhile.
  for (let turn = 0; turn < 3; turn++) await untilUp(webOf());
  assert.equal(stranger.isUp(), false);
  assert.equal(engine.peers().length, 4);
});
