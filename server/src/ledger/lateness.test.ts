// Orders that were held up on their way: whoever is told that one came too late can rely on it, whatever arrives later.
import { wad, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newKey, openTestLedger, type TestLedger } from '../../test/support/money.ts';
import { manualClock } from '../kit/clock.ts';
import type { Idempotency } from '../kit/feature.ts';
import { Refusal } from '../kit/refuse.ts';
import { checkInvariants, ledgerInvariants } from './check-invariants.ts';
import type { Command } from './command.ts';
import type { Lanes } from './lanes.ts';

const stake: Command<object, { placed: true }> = {
  name: 'test-stake',
  refusals: [],
  coins: () => ['USDT'],
  house: [],
  decide: (_, { newId }) => ({
    objectId: newId(),
    moves: [{ kind: 'swap-placed', coin: 'USDT', from: 'available', to: 'reserved', amount: wad('1') }],
    reply: { placed: true },
  }),
};

const startMs = Date.UTC(2026, 4, 4);
const clock = manualClock(startMs);
let ledger: TestLedger;
let other: Lanes;
let accountId: Uuid;
before(async () => {
  ledger = await openTestLedger({ clock });
  other = await ledger.openAgain();
  accountId = await ledger.pay('1000');
});
after(async () => {
  await other.close();
  const broken = (await checkInvariants(ledger.serverPool, ledgerInvariants)).filter((report) => report.broken > 0);
  await ledger.close();
  assert.deepEqual(broken, []);
});

const send = (idempotency: Idempotency, lanes: Lanes = ledger.lanes): Promise<string> =>
  lanes
    .submit({ command: stake, accountId, book: 'real', input: {}, idempotency, receivedAt: clock.now() })
    .then(() => 'placed', (error: unknown) => (error instanceof Refusal ? `${error.code} ${JSON.stringify(error.facts)}` : String(error))); // oxfmt-ignore
const placedAgo = (ms: number): Idempotency => ({ ...newKey(), placedAt: clock.now() - ms });

test('an order is placed up to five seconds after its tap, and from then on not at all', async () => {
  const before = await ledger.available(accountId);
  assert.equal(await send(placedAgo(0)), 'placed');
  assert.equal(await send(placedAgo(5_000)), 'placed');
  assert.equal(await send(newKey()), 'placed');
  assert.equal(await send(placedAgo(5_001)), 'placed-too-late {"seconds":"5"}');
  assert.equal(await send(placedAgo(30_000)), 'placed-too-late {"seconds":"30"}');
  assert.equal(Number(before) - Number(await ledger.available(accountId)), 3);
});

test('a tap in the future is none: up to a second, clocks may differ', async () => {
  assert.equal(await send(placedAgo(-1_000)), 'placed');
  assert.equal(await send(placedAgo(-1_001)), 'bad-clock {"now":"2026-05-04T00:00:00.000Z"}');
});

test('whoever repeats an order learns how the first try ended, however late', async () => {
  const done = placedAgo(0);
  assert.equal(await send(done), 'placed');
  const balance = await ledger.available(accountId);
  clock.advance(60_000);
  assert.equal(await send(done), 'placed');
  assert.equal(await send({ ...done, placedAt: clock.now() + 60_000 }), 'placed');
  assert.equal(await ledger.available(accountId), balance);
});

test('what was told to be too late stays so, also when a try of then arrives, or one that says another time', async () => {
  const late = placedAgo(6_000);
  assert.match(await send(late), /^placed-too-late/);
  assert.match(await send({ ...late, placedAt: clock.now() }), /^placed-too-late/);
  assert.match(await send({ ...late, placedAt: undefined }), /^placed-too-late/);
  assert.match(await send({ ...late, placedAt: clock.now() }, other), /^placed-too-late/);
});

test('two tries at once in two processes, one of them late, end alike', async () => {
  // A key of the other process has it look up all keys for a while.
  for (const [first, second] of [
    [ledger.lanes, other],
    [other, ledger.lanes],
  ] as const) {
    // oxfmt-ignore
    const order = placedAgo(0);
    assert.equal(await send(order, first), 'placed');
    assert.equal(await send(order, second), 'placed');
  }
  for (let round = 0; round < 12; round++) {
    const order = placedAgo(5_000);
    const late = { ...order, placedAt: clock.now() - 5_001 };
    const placedLong = placedAgo(6_000);
    const before = Number(await ledger.available(accountId));
    const answers = await Promise.all([send(order), send(late, other), send(late), send(order, other)]);
    assert.equal(new Set(answers).size, 1, answers.join(', '));
    const both = await Promise.all([send(placedLong), send(placedLong, other)]);
    assert.deepEqual(both, [both[0], both[0]]);
    assert.equal(before - Number(await ledger.available(accountId)), answers[0] === 'placed' ? 1 : 0);
  }
});
