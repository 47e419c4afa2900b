// A plain client that knows HTX's documentation only, against /ws and /market as they run: the frames, the conversation, and
// every message beside one that HTX itself once sent.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { liveMarket, openRunningApp } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';
import { longRun } from './support/long-run.ts';

const fixtures = join(import.meta.dirname, '../../../shared/data/htx/fixtures');
const withFixtures = { skip: !existsSync(fixtures) && 'the recorded messages of HTX are not beside the repository' };

type Json = Record<string, unknown>;
interface Conversation {
  heard: Json[];
  say: (message: object) => void;
  /** The first message, past or future, for which this holds. */
  hear: (what: string, isWanted: (message: Json) => boolean) => Promise<Json>;
  isOpen: () => boolean;
  close: () => void;
}

let app: RunningApp;
before(async () => {
  app = await openRunningApp({ settings: { ...liveMarket, SIMULATED_HISTORY: '600' } });
});
after(() => app.close());

test(
  'it says all in binary frames of gzip, pings with a whole number, and keeps who answers with the same',
  longRun('waits for pings'),
  async () => {
    const { say, hear, isOpen, close } = await converse();
    const { ping } = await hear('a ping', (message) => 'ping' in message);
    assert.ok(Number.isSafeInteger(ping), `pings with ${JSON.stringify(ping)}`);
    say({ pong: ping });
    say({ ping: 1492420473027 });
    assert.deepEqual(await hear('a pong', (message) => 'pong' in message), { pong: 1492420473027 });
    assert.ok(isOpen());
    close();
  },
);

test('a topic is subscribed and given up, with the id as it was sent, and refused with a reason', async () => {
  const { heard, say, hear, close } = await converse();
  const topic = 'market.btcusdt.bbo';
  say({ sub: topic, id: 7 });
  const { ts, ...answer } = await hear('an answer', (message) => message['id'] === 7);
  assert.ok(Number.isSafeInteger(ts));
  assert.deepEqual(answer, { id: 7, status: 'ok', subbed: topic });
  await hear('a push', (message) => message['ch'] === topic);
  say({ unsub: topic, id: 'b' });
  assert.equal((await hear('an end', (message) => message['id'] === 'b'))['unsubbed'], topic);
  heard.length = 0;
  say({ sub: 'market.nopeusdt.bbo', id: 'c' });
  const refused = await hear('a refusal', (message) => message['id'] === 'c');
  const wanted = { id: 'c', status: 'error', 'err-code': 'bad-request', 'err-msg': 'invalid symbol nopeusdt' };
  assert.deepEqual(refused, { ...wanted, ts: refused['ts'] });
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.deepEqual(
    heard.filter((message) => message['ch'] === topic),
    [],
    'pushed after its end',
  );
  close();
});

test('candles are asked for by their time, oldest first, 300 at most', async () => {
  const { say, hear, close } = await converse();
  const topic = 'market.btcusdt.kline.1min';
  say({ req: topic, id: 'all' });
  const all = rows(await hear('candles', (message) => message['id'] === 'all'));
  assert.equal(all.length, 300);
  const starts = all.map(({ id }) => id as number);
  assert.ok(starts.every((start, place) => place === 0 || start === starts[place - 1]! + 60));
  await new Promise((resolve) => setTimeout(resolve, 110));
  say({ req: topic, id: 'some', from: starts[10], to: starts[19] });
  const some = rows(await hear('some candles', (message) => message['id'] === 'some'));
  assert.deepEqual(
    some.map(({ id }) => id),
    starts.slice(10, 20),
  );
  close();
});

for (const kind of ['BookTicker', 'Klines', 'OrderBook', 'OrderBookMbp', 'Ticker', 'Trades']) {
  test(`what the socket says has the form of HTX's own: ${kind}`, withFixtures, async () => {
    const [sent, answered, pushed] = readSubscription(`Subscriptions__Spot__${kind}.txt`);
    const { say, hear, close } = await converse();
    say(sent);
    const answer = await hear('an answer', (message) => 'subbed' in message);
    assert.deepEqual({ ...answer, ts: answered['ts'] }, answered);
    sameForm(await hear('a push', (message) => 'ch' in message), pushed, kind);
    close();
  });
}

const questions: Record<string, Record<string, string>> = {
  GetKlines: { symbol: 'btcusdt', period: '5min', size: '2' },
  GetLastTrade: { symbol: 'btcusdt' },
  GetTradeHistory: { symbol: 'btcusdt', size: '2' },
  GetOrderBook: { symbol: 'btcusdt', type: 'step0', depth: '5' },
  GetSymbolDetails24H: { symbol: 'btcusdt' },
  GetTicker: { symbol: 'btcusdt' },
  GetTickers: {},
};
for (const [kind, question] of Object.entries(questions)) {
  test(`what is answered over HTTP has the form of HTX's own: ${kind}`, withFixtures, async () => {
    const text = readFileSync(join(fixtures, `Endpoints__Spot__ExchangeData__${kind}.txt`), 'utf8');
    const [, path = ''] = text.split('\n', 2);
    const theirs = JSON.parse(text.slice(text.indexOf('{'))) as Json;
    const ours = await ask(path.trim(), question);
    sameForm(ours, theirs, kind);
    assert.equal(ours['ch'], theirs['ch']);
    const wrong = await ask(path.trim(), { ...question, symbol: 'nopeusdt' });
    if (kind !== 'GetTickers') assert.equal(wrong['err-msg'], 'invalid symbol');
  });
}

test('the state of the market, markets and coins have the form that newer clients ask for', withFixtures, async () => {
  const open = readFileSync(join(fixtures, 'Endpoints__Spot__ExchangeData__GetSymbolStatus.txt'), 'utf8');
  assert.deepEqual(await ask('/v2/market-status', {}), JSON.parse(open.slice(open.indexOf('{'))));
  for (const [kind, path, ours] of [
    ['GetSymbols', '/v2/settings/common/symbols', 'tags state sc bcdn qcdn tpp tap fp te sp bc qc ttp dn'],
    ['GetSymbolConfig', '/v1/settings/common/market-symbols', 'symbol state bc qc pp ap sp vp at tags'],
    ['GetAssets', '/v2/settings/common/currencies', 'tags qc wp fn at cc v de wed state dn'],
    ['GetAssetsAndNetworks', '/v2/reference/currencies', 'currency instStatus'],
  ] as const) {
    const text = readFileSync(join(fixtures, `Endpoints__Spot__ExchangeData__${kind}.txt`), 'utf8');
    const theirs = JSON.parse(text.slice(text.indexOf('{'))) as Json & { data: Json[] };
    const row = Object.fromEntries(ours.split(' ').map((field) => [field, theirs.data[0]![field]]));
    assert.ok(
      Object.values(row).every((value) => value !== undefined),
      `${kind} has no such field`,
    );
    sameForm(await ask(path, {}), { ...theirs, data: [row] }, kind);
  }
  const one = (await ask('/v2/reference/currencies', { currency: 'usdt' })) as { data: Json[] };
  assert.deepEqual(one.data, [{ currency: 'usdt', assetType: 1, chains: [], instStatus: 'normal' }]);
});

test('candles by time are the first from an instant on, or the last up to one', async () => {
  const question = { symbol: 'btcusdt', period: '1min' };
  const starts = async (more: Record<string, string>): Promise<number[]> =>
    rows(await ask('/market/history/candles', { ...question, ...more })).map(({ id }) => id as number);
  const all = await starts({ size: '400' });
  assert.ok(all.length === 400 && all.every((start, place) => place === 0 || start === all[place - 1]! - 60));
  assert.equal((await starts({})).length, 150);
  // In the store alone, in memory alone, and across both; newest first.
  for (const first of [399, 310, 20]) {
    const from = String(all[first]!);
    assert.deepEqual(await starts({ from, size: '15' }), all.slice(first - 14, first + 1));
    const upTo = await starts({ to: from, size: '5' });
    assert.deepEqual(upTo.slice(0, 1), all.slice(first, first + 1));
    assert.ok(upTo.length === 5 && upTo.every((start, place) => start === all[first]! - place * 60));
    assert.deepEqual(await starts({ from, to: String(all[first - 3]!) }), all.slice(first - 3, first + 1));
  }
  assert.deepEqual(await starts({ from: String(all[3]!), to: String(all[9]!) }), [], 'an end before the beginning');
  for (const wrong of [{ size: '1001' }, { size: '0' }, { from: 'now' }, { to: '-1' }, { period: '2min' }]) {
    const answer = await ask('/market/history/candles', { ...question, ...wrong });
    assert.deepEqual([answer['status'], answer['err-code']], ['error', 'invalid-parameter'], JSON.stringify(wrong));
  }
});

test('books and candles over HTTP come in the order that HTX gives them in', async () => {
  const candles = rows(await ask('/market/history/kline', { symbol: 'btcusdt', period: '1min', size: '50' }));
  const starts = candles.map(({ id }) => id as number);
  assert.ok(starts.length === 50 && starts.every((start, place) => place === 0 || start < starts[place - 1]!));
  const { tick } = (await ask('/market/depth', { symbol: 'btcusdt', type: 'step0' })) as {
    tick: Record<'bids' | 'asks', [price: number, size: number][]>;
  };
  assert.ok(tick.bids.every(([price], place) => place === 0 || price < tick.bids[place - 1]![0]));
  assert.ok(tick.asks.every(([price], place) => place === 0 || price > tick.asks[place - 1]![0]));
  assert.ok(tick.bids[0]![0] < tick.asks[0]![0]);
  const { data: listed } = (await ask('/v1/common/symbols', {})) as { data: Json[] };
  assert.ok(listed.every((market) => market['symbol'] === `${String(market['base-currency'])}usdt`));
  assert.ok(Number.isSafeInteger((await ask('/v1/common/timestamp', {}))['data']));
});

const rows = (message: Json): Json[] => message['data'] as Json[];

async function ask(path: string, question: Record<string, string>): Promise<Json> {
  const response = await fetch(`${app.url}${path}?${new URLSearchParams(question).toString()}`);
  assert.equal(response.status, 200, path);
  return (await response.json()) as Json;
}

async function converse(): Promise<Conversation> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  const heard: Json[] = [];
  const checks = new Set<() => void>();
  socket.on('message', (data: Buffer, isBinary) => {
    assert.ok(isBinary && data.readUIntBE(0, 3) === 0x1f8b08, 'not a frame of gzip');
    heard.push(JSON.parse(gunzipSync(data).toString()) as Json);
    for (const check of checks) check();
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    heard,
    say: (message) => socket.send(JSON.stringify(message)),
    hear: (what, isWanted) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`did not hear ${what}`)), 10_000);
        const check = (): void => {
          const found = heard.find(isWanted);
          if (!found) return;
          clearTimeout(timer);
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
      }),
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(),
  };
}

/** A file holds what is sent (>), answered (<) and pushed (=), the last over many lines. */
function readSubscription(file: string): [sent: Json, answered: Json, pushed: Json] {
  const text = readFileSync(join(fixtures, file), 'utf8');
  const [sent, answered, pushed] = text.split(/^[><=]/m).slice(1);
  return [sent!, answered!, pushed!].map((part) => JSON.parse(part) as Json) as [Json, Json, Json];
}

/** Every field that HTX gives is there and of the same type, all the way down; lists go by their first entry. */
function sameForm(ours: unknown, theirs: unknown, where: string): void {
  assert.equal(typeof ours, typeof theirs, where);
  if (Array.isArray(theirs)) {
    assert.ok(Array.isArray(ours) && ours.length > 0, `${where} is no list, or an empty one`);
    return sameForm(ours[0], theirs[0], `${where}[0]`);
  }
  if (typeof theirs !== 'object' || theirs === null) return;
  assert.ok(typeof ours === 'object' && ours !== null && !Array.isArray(ours), `${where} is no object`);
  for (const [field, value] of Object.entries(theirs)) {
    assert.ok(field in ours, `${where} has no ${field}`);
    sameForm((ours as Json)[field], value, `${where}.${field}`);
  }
}
