// What crosses between two processes of a start: in order, each once, and nothing is waited for that can't come.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bridgeEvents } from './bridge-events.ts';
import { createBus } from './bus.ts';
import { joinLinks } from './join-links.ts';
import { LinkLost } from './link.ts';
import { log } from './log.ts';
import { Refusal } from './refuse.ts';

declare module './link.ts' {
  interface Posts {
    'test.said': { number: number; amount: bigint };
  }
  interface Questions {
    'test.asked': { ask: { bytes: Buffer }; answer: bigint };
  }
}
declare module './bus.ts' {
  interface Events {
    'test.here': { number: number };
    'test.there': { number: number };
  }
}

log.setLevel('silent');
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('messages come in order, with amounts as they are, and an answer after all that was said before it', async () => {
  const { one, other } = joinLinks();
  const heard: number[] = [];
  other.onPost('test.said', ({ number, amount }) => {
    assert.equal(amount, 10n ** 24n + BigInt(number));
    heard.push(number);
  });
  one.onAsk('test.asked', ({ bytes }) => {
    for (const number of [1, 2, 3]) one.post('test.said', { number, amount: 10n ** 24n + BigInt(number) });
    return BigInt(bytes.length);
  });
  assert.equal(await other.ask('test.asked', { bytes: Buffer.from('four') }), 4n);
  assert.deepEqual(heard, [1, 2, 3]);
});

test('a refusal crosses with its code and facts; a failure crosses as one; what nobody answers is lost', async () => {
  const { one, other } = joinLinks();
  await assert.rejects(other.ask('test.asked', { bytes: Buffer.alloc(0) }), LinkLost);
  one.onAsk('test.asked', () => {
    throw new Refusal('busy', { seconds: '3' });
  });
  const refused = await other.ask('test.asked', { bytes: Buffer.alloc(0) }).catch((error: unknown) => error);
  assert.ok(refused instanceof Refusal);
  assert.deepEqual([refused.code, refused.facts], ['busy', { seconds: '3' }]);
  one.onAsk('test.asked', () => Promise.reject(new TypeError('broken')));
  await assert.rejects(other.ask('test.asked', { bytes: Buffer.alloc(0) }), /TypeError: broken/);
  const ofDatabase = { code: '22P02', severity: 'ERROR', detail: 'ann' };
  one.onAsk('test.asked', () => Promise.reject(Object.assign(new Error('invalid input: "ann"'), ofDatabase)));
  await assert.rejects(other.ask('test.asked', { bytes: Buffer.alloc(0) }), {
    message: 'Error: invalid input: <value>',
  });
});

test('the end of the other process ends what waits for it, and the next one is spoken with anew', async () => {
  const { one, other, join, part } = joinLinks();
  let [ups, ends] = [0, 0];
  one.onUp(() => ups++);
  one.onLost(() => ends++);
  const heard: number[] = [];
  other.onPost('test.said', ({ number }) => heard.push(number));
  other.onAsk('test.asked', () => new Promise<never>(() => undefined));
  const waiting = one.ask('test.asked', { bytes: Buffer.alloc(1) });
  waiting.catch(() => undefined);
  await turn();
  part();
  await assert.rejects(waiting, LinkLost);
  assert.equal(one.isUp(), false);
  one.post('test.said', { number: 1, amount: 0n });
  await assert.rejects(one.ask('test.asked', { bytes: Buffer.alloc(1) }), LinkLost);
  join();
  one.post('test.said', { number: 2, amount: 0n });
  await turn();
  assert.deepEqual([heard, ups, ends], [[2], 1, 1]);
});

test('an event of one side is emitted once on the other, and never comes back', async () => {
  const { one, other } = joinLinks();
  const [here, there] = [createBus(), createBus()];
  bridgeEvents(here, one, ['test.here', 'test.there']);
  bridgeEvents(there, other, ['test.here', 'test.there']);
  const heard: string[] = [];
  here.on('test.there', ({ number }) => heard.push(`there ${number}`));
  here.on('test.here', ({ number }) => heard.push(`here ${number}`));
  // Whoever hears of something on the other side says something of its own in the same turn.
  there.on('test.here', ({ number }) => there.emit('test.there', { number: number + 1 }));
  here.emit('test.here', { number: 1 });
  await turn();
  await turn();
  assert.deepEqual(heard, ['here 1', 'there 2']);
});
