// Commits whose events reached nobody: with the process that died, with a connection before its answer, on a link that broke. The
// engine takes the orders up, and owners see what became of theirs.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { wad, type NotifyEvent, type Uuid } from '@candor/wire';
import type { Hub } from '../src/feed/hub.ts';
import { createBus, type Bus } from '../src/kit/bus.ts';
import { startPart, stopPart, type Part } from '../src/kit/part.ts';
import { until } from '../src/kit/until.test-support.ts';
import type { Happening } from '../src/ledger/command.ts';
import { openLanes, type Lanes } from '../src/ledger/lanes.ts';
import { ledgerEngine } from '../src/ledger/ledger-engine.ts';
import { ledgerWeb } from '../src/ledger/ledger-web.ts';
import { openConfigs } from '../src/options/configs.ts';
import { placeOptionsOrder } from '../src/options/place-order.ts';
import { openOptionsStage, type OptionsStage } from './support/options-stage.ts';

const startMs = Date.UTC(2026, 2, 1, 12);
let stage: OptionsStage;
let silent: Lanes;
let engine: Part;
before(async () => {
  stage = await openOptionsStage({ startMs });
  const { url: databaseUrl, newId, pool, bus } = stage.ledger;
  silent = await openLanes({
    databaseUrl,
    newId,
    clock: stage.clock,
    bus: createBus(),
    commands: new Set([placeOptionsOrder]),
  });
  engine = ledgerEngine({ pool, bus });
  await startPart(engine);
});
after(async () => {
  await silent.close();
  await stopPart(engine);
  await stage.close();
});

async function placeSilently(accountId: Uuid): Promise<Uuid> {
  const configs = openConfigs(stage.ledger.pool);
  await configs.load();
  const receivedAt = stage.clock.now();
  const { sequence } = stage.market.lastTick('BTC')!;
  const input = { accountId, book: 'real', coin: 'BTC', side: 'up', stake: wad('10'), receivedAt, acceptedSequence: sequence, marketState: 'live', config: configs.offer('1')! } as const; // oxfmt-ignore
  const { orderId } = await silent.submit({ command: placeOptionsOrder, accountId, book: 'real', input, receivedAt });
  return orderId;
}

test('an order that was committed and told by nobody gets its entry from its first tick, long before it is overdue', async () => {
  const accountId = await stage.ledger.pay('100');
  stage.market.publish('BTC', [{ price: '60000', publishedAt: startMs }]);
  await placeSilently(accountId);
  stage.market.publish('BTC', [{ price: '60001', publishedAt: startMs + 300 }]);
  stage.market.publish('BTC', [{ price: '60002', publishedAt: startMs + 400 }]);
  const entered = () => stage.pushes(accountId).find(({ notify }) => (notify as { entry: unknown }).entry !== null);
  await until('its entry is told', () => entered() !== undefined);
  assert.equal((entered()!['notify'] as { entry: { price: string } }).entry.price, '60001');
});

test('what was told is not told again', async () => {
  const accountId = await stage.ledger.pay('100');
  const unheard: Uuid[] = [];
  const stop = stage.ledger.bus.on('ledger.unheard', (event) => void unheard.push(event.accountId));
  await stage.place({ accountId });
  await placeSilently(accountId);
  await until('the silent one is found', () => unheard.length > 0);
  const later = await stage.ledger.pay('100');
  await placeSilently(later);
  await until('a later one is found', () => unheard.includes(later));
  assert.deepEqual(unheard, [accountId, later]);
  stop();
});

test('owners who have a socket at another process see what no event told it; nobody else is looked up', async () => {
  const [here, elsewhere] = [await stage.ledger.pay('100'), await stage.ledger.pay('100')];
  // What was committed before is read by whoever starts with it in the database alone.
  const isBehind = 'select max(transaction) < pg_snapshot_xmin(pg_current_snapshot()) as is_so from outbox';
  await until('all before lies behind', async () => (await stage.ledger.pool.query<{ is_so: boolean }>(isBehind)).rows[0]!.is_so); // oxfmt-ignore
  const bus: Bus = createBus();
  const missed: Happening[] = [];
  bus.on('ledger.missed', (happening) => void missed.push(happening));
  const told: { room: string; event: NotifyEvent }[] = [];
  const hub: Partial<Hub> = {
    openSessions: () => [{ sessionId: here, accountId: here }],
    notify: (room, event) => void told.push({ room, event: event() }),
  };
  const web = ledgerWeb({ pool: stage.ledger.pool, bus, hub: hub as Hub, secrets: { pepper: randomBytes(32) } });
  await startPart(web);
  await stage.place({ accountId: elsewhere });
  const order = await placeSilently(here);
  await until('it is told', () => missed.length > 0);
  assert.deepEqual(missed, [{ name: 'options.placed', accountId: here, objectId: order }]);
  const balance = { coin_code: 'USDT', qty: '90', reserved: '10', margin: '0', staked: '0', version: 2 };
  assert.deepEqual(told, [{ room: `account:${here}`, event: { action: 'balance', notify: balance } }]);
  await stopPart(web);
});
