import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manualClock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { refuse } from '../kit/refuse.ts';
import { until } from '../kit/until.test-support.ts';
import { endLeftovers, fakeProvider, listen, startFeed, type FeedServer } from './feed-server.test-support.ts';

after(endLeftovers);

const [bbo, trades] = ['market.btcusdt.bbo', 'market.btcusdt.trade.detail'];
const snapshot = '{"seqId":100182534526255757567432481,"bid":9.20E-7}';
let server: FeedServer;

before(async () => {
  log.setLevel('silent');
  server = await startFeed();
  server.hub.serve({
    ...fakeProvider({ [bbo]: snapshot }),
    async request(topic, range) {
      if (topic === 'market.ethusdt.detail') throw new Error('broken');
      if (topic === 'market.ethusdt.bbo') refuse('busy');
      return JSON.stringify({ topic, ...range });
    },
  });
});
after(() => server.stop());

const withoutTime = (text: string): string => text.replace(/"ts":\d{13}/, '"ts":0');

test('sub is acknowledged, then the last known message comes, then new ones, digit for digit', async () => {
  const client = await listen(server, '/ws');
  client.say({ sub: bbo, id: 'id1' });
  await client.heard((text) => text.includes('"ch"'));
  server.hub.publish(bbo, 'state', '{"bid":1.10}');
  await client.heard((text) => text.includes('1.10'));
  assert.deepEqual(client.texts.map(withoutTime), [
    `{"id":"id1","status":"ok","subbed":"${bbo}","ts":0}`,
    `{"ch":"${bbo}","ts":0,"tick":${snapshot}}`,
    `{"ch":"${bbo}","ts":0,"tick":{"bid":1.10}}`,
  ]);
  for (const payload of client.payloads) assert.equal(payload.readUIntBE(0, 3), 0x1f8b08);
  client.socket.close();
});

test('unsub ends a topic at once, also what was already waiting; a second one is an error', async () => {
  const client = await listen(server, '/ws');
  client.say({ sub: bbo, id: 0 });
  for (let round = 0; round < 6; round++) {
    client.texts.length = 0;
    client.say(`{"sub":"${trades}","id":1}`);
    await client.heard((text) => text.includes('subbed'));
    server.hub.publish(trades, 'sequence', '{"n":1}');
    client.say(`{"unsub":"${trades}","id":2}`);
    await client.heard((text) => text.includes('unsubbed'));
    // What waited would come no later than what was said after it.
    server.hub.publish(bbo, 'state', `{"round":${round}}`);
    await client.heard((text) => text.includes(`"round":${round}`));
    const after = client.texts.slice(client.texts.findIndex((text) => text.includes('unsubbed')));
    assert.deepEqual(after.filter((text) => text.includes(`"ch":"${trades}"`)), []); // oxfmt-ignore
  }
  client.say(`{"unsub":"${trades}","id":3}`);
  const error = await client.heard((text) => text.includes('error'));
  assert.equal(
    withoutTime(error),
    '{"ts":0,"status":"error","err-code":"bad-request","err-msg":"unsub with not subbed topic","id":3}',
  );
  client.socket.close();
});

test('a sub to a subscribed topic is acknowledged and changes nothing', async () => {
  const client = await listen(server, '/ws');
  client.say({ sub: trades, id: 1 });
  client.say({ sub: trades, id: 2 });
  await client.heard((text) => text.includes('"id":2'));
  server.hub.publish(trades, 'sequence', '{"n":7}');
  await client.heard((text) => text.includes('"n":7'));
  server.hub.publish(trades, 'sequence', '{"n":8}');
  await client.heard((text) => text.includes('"n":8'));
  assert.equal(client.texts.filter((text) => text.includes('"n":7')).length, 1);
  assert.equal(server.stats().subscriptions, 1);
  client.socket.close();
  await until('no subscription is left', () => server.stats().subscriptions === 0);
});

test('errors are coded and the connection lives on', async () => {
  const client = await listen(server, '/ws');
  const cases: [string | Buffer, error: string][] = [
    ['{"sub":"market.xyzusdt.bbo","id":"a"}', '"err-msg":"invalid symbol xyzusdt","id":"a"'],
    ['{"sub":"nonsense","id":5}', '"err-msg":"invalid topic","id":5'],
    ['{"sub":5}', '"err-msg":"invalid topic"'],
    ['hello', '"err-msg":"not json string"'],
    [Buffer.from('{"sub":"market.btcusdt.bbo"}'), '"err-msg":"not json string"'],
    ['{"ping":"x"}', '"err-msg":"invalid ping"'],
    ['{"req":"market.btcusdt.kline.1min","from":1,"id":"f"}', '"err-msg":"invalid from","id":"f"'],
  ];
  for (const [message, error] of cases) {
    client.texts.length = 0;
    client.socket.send(message);
    const answer = await client.heard((text) => text.includes('"status":"error"'));
    assert.ok(answer.endsWith(`"err-code":"bad-request",${error}}`), answer);
  }
  client.say({ ping: 149242047302 });
  assert.equal(await client.heard((text) => text.includes('pong')), '{"pong":149242047302}');
  client.socket.close();
});

test("req answers with the provider's data; failures end as errors", async () => {
  const clock = manualClock(1_700_000_000_000);
  const paced = await startFeed({ clock });
  paced.hub.serve({
    ...fakeProvider(),
    async request(topic, range) {
      if (topic === 'market.ethusdt.detail') throw new Error('broken');
      if (topic === 'market.ethusdt.bbo') refuse('busy');
      return JSON.stringify({ topic, ...range });
    },
  });
  const client = await listen(paced, '/ws');
  client.say('{"req":"market.btcusdt.kline.1min","id":"k","from":1501174800,"to":1501174860}');
  client.say('{"req":"market.btcusdt.kline.1min","id":"soon"}');
  assert.equal(
    await client.heard((text) => text.includes('"k"')),
    '{"id":"k","rep":"market.btcusdt.kline.1min","status":"ok","ts":1700000000000,' +
      '"data":{"topic":"market.btcusdt.kline.1min","from":1501174800,"to":1501174860}}',
  );
  assert.match(await client.heard((text) => text.includes('"soon"')), /429 too many request/);
  for (const [topic, error] of [
    ['market.ethusdt.detail', 'request timeout'],
    ['market.ethusdt.bbo', 'busy'],
    ['market.xusdt.bbo', 'invalid symbol xusdt'],
  ]) {
    clock.advance(100);
    client.say({ req: topic, id: topic });
    assert.ok((await client.heard((text) => text.includes(`"id":"${topic}"`))).includes(`"err-msg":"${error}"`));
  }
  client.socket.close();
  await paced.stop();
});

test('64 topics a connection and no more; leaving one makes room', async () => {
  const clock = manualClock(1_700_000_000_000);
  const paced = await startFeed({ clock });
  paced.hub.serve(fakeProvider());
  const client = await listen(paced, '/ws');
  const sub = async (place: number): Promise<string> => {
    clock.advance(50);
    client.say({ sub: `market.coin${place}usdt.bbo`, id: `id${place}` });
    return client.heard((text) => text.includes(`"id${place}"`));
  };
  for (let place = 0; place < 64; place++) assert.match(await sub(place), /"subbed"/);
  assert.match(await sub(64), /too many topics, at most 64/);
  clock.advance(50);
  client.say({ unsub: 'market.coin0usdt.bbo', id: 'u' });
  assert.match(await client.heard((text) => text.includes('"u"')), /unsubbed/);
  assert.match(await sub(65), /"subbed"/);
  assert.equal(paced.stats().subscriptions, 64);
  client.socket.close();
  await paced.stop();
});

test('without subscribers nothing is encoded; with two, once, and both get the same bytes', async () => {
  const [first, second] = [await listen(server, '/ws'), await listen(server, '/ws')];
  for (const client of [first, second]) client.say({ sub: trades });
  await Promise.all([first, second].map((client) => client.heard((text) => text.includes('subbed'))));
  const encodedBefore = server.stats().encoded;
  server.hub.publish('market.ethusdt.bbo', 'state', '{"n":1}');
  assert.equal(server.stats().encoded, encodedBefore);
  for (let place = 0; place < 30; place++) server.hub.publish(trades, 'sequence', `{"n":${place}}`);
  assert.equal(server.stats().encoded, encodedBefore + 30);
  await Promise.all([first, second].map((client) => client.heard((text) => text.includes('"n":29'))));
  assert.equal(first.payloads.length, 31);
  first.payloads.slice(1).forEach((payload, place) => assert.ok(payload.equals(second.payloads[place + 1]!)));
  for (const client of [first, second]) client.socket.close();
});

test('before the market serves its topics there are none', async () => {
  const early = await startFeed();
  const client = await listen(early, '/ws');
  client.say({ sub: bbo });
  assert.match(await client.heard((text) => text.includes('error')), /invalid topic/);
  client.socket.close();
  await early.stop();
});
