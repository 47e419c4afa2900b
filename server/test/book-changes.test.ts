// Clients of books as changes in sequence, at /feed: no change is missing, everybody gets the same bytes, and the book that a
// request is answered is the one that the changes add up to.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { until } from '../src/kit/until.test-support.ts';
import { openRunningApp } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';

interface Message {
  ch?: string;
  rep?: string;
  id?: string;
  status?: string;
  'err-msg'?: string;
  ping?: number;
  tick: { seqNum: number; prevSeqNum: number; bids: Side; asks: Side };
  data: { seqNum: number; bids: Side; asks: Side };
}
type Side = [price: number, size: number][];

let app: RunningApp;
before(async () => {
  app = await openRunningApp({ settings: { SIMULATED_RESTLESS: 'on', SIMULATED_STEP_MS: '100' }, liveCoins: ['BTC'] });
});
after(() => app.close());

async function connect(path: string) {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}`);
  const heard: { message: Message; bytes: string }[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(gunzipSync(data).toString()) as Message;
    if (message.ping !== undefined) socket.send(JSON.stringify({ pong: message.ping }));
    else heard.push({ message, bytes: data.toString('base64') });
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const pushes = (topic: string) => heard.filter(({ message }) => message.ch === topic);
  const reply = (id: string) => heard.find(({ message }) => message.id === id)?.message;
  return { socket, heard, pushes, reply, say: (message: object) => socket.send(JSON.stringify(message)) };
}

/** The book of a reply with all pushes after it applied. */
function follow(whole: Message['data'], pushes: readonly { message: Message }[]): Message['data'] {
  const sides = { bids: new Map(whole.bids), asks: new Map(whole.asks) };
  let { seqNum } = whole;
  for (const { tick } of pushes.map(({ message }) => message)) {
    if (tick.seqNum <= seqNum) continue;
    assert.equal(tick.prevSeqNum, seqNum, 'a change is missing');
    seqNum = tick.seqNum;
    for (const side of ['bids', 'asks'] as const) {
      for (const [price, size] of tick[side]) {
        if (size === 0) sides[side].delete(price);
        else sides[side].set(price, size);
      }
    }
  }
  const bids = [...sides.bids].toSorted(([left], [right]) => right - left);
  const asks = [...sides.asks].toSorted(([left], [right]) => left - right);
  return { seqNum, bids, asks };
}

for (const depth of [5, 150]) {
  test(`two clients that come at different times follow the ${depth} best levels`, async () => {
    const topic = `market.btcusdt.mbp.${depth}`;
    const first = await connect('/feed');
    first.say({ sub: topic, id: 'sub' });
    first.say({ req: topic, id: 'first' });
    await until('the first has its changes', () => first.pushes(topic).length > 10);
    const second = await connect('/feed');
    second.say({ sub: topic, id: 'sub' });
    second.say({ req: topic, id: 'second' });
    await until('the second has its changes', () => second.pushes(topic).length > 10);

    first.say({ req: topic, id: 'last' });
    await until('the first is answered', () => first.reply('last') !== undefined);
    const last = first.reply('last')!.data;
    const hasAll = (pushes: { message: Message }[]): boolean => pushes.at(-1)!.message.tick.seqNum >= last.seqNum;
    await until('both heard of it', () => hasAll(first.pushes(topic)) && hasAll(second.pushes(topic)));
    for (const [client, id] of [
      [first, 'first'],
      [second, 'second'],
    ] as const) {
      const upTo = client.pushes(topic).filter(({ message }) => message.tick.seqNum <= last.seqNum);
      assert.deepEqual(follow(client.reply(id)!.data, upTo), last);
    }

    const shared = new Map(first.pushes(topic).map(({ message, bytes }) => [message.tick.seqNum, bytes]));
    // The opening of a subscription is its own.
    const theirs = second.pushes(topic).slice(1);
    const both = theirs.filter(({ message }) => shared.has(message.tick.seqNum));
    assert.ok(both.length > 5);
    for (const { message, bytes } of both) assert.equal(bytes, shared.get(message.tick.seqNum));

    first.say({ unsub: topic, id: 'unsub' });
    await until('it was given up', () => first.reply('unsub') !== undefined);
    const before = first.pushes(topic).length;
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(first.pushes(topic).length, before, 'pushed after its end');
    first.socket.close();
    second.socket.close();
  });
}

test('whole books come again whenever they changed, and depths that there are not are refused', async () => {
  const { heard, pushes, reply, say, socket } = await connect('/ws');
  const topic = 'market.btcusdt.mbp.refresh.10';
  say({ sub: topic });
  await until('there are three', () => pushes(topic).length >= 3);
  const sequences = pushes(topic).map(({ message }) => message.tick.seqNum);
  assert.ok(sequences.every((one, place) => place === 0 || one > sequences[place - 1]!));
  assert.ok(pushes(topic).every(({ message: { tick } }) => tick.bids.length === 10 && tick.asks.length === 10));
  for (const [place, wrong] of ['mbp.7', 'mbp', 'mbp.refresh.150', 'mbp.refresh', 'mbp.005', 'ticker.x'].entries()) {
    say({ sub: `market.btcusdt.${wrong}`, id: `wrong ${place}` });
    await until(`${wrong} is answered`, () => reply(`wrong ${place}`) !== undefined);
    assert.equal(reply(`wrong ${place}`)!['err-msg'], `invalid topic market.btcusdt.${wrong}`);
  }
  assert.ok(heard.length > 6);
  socket.close();
});
