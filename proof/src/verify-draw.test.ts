import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { wireId, type DrawDocument, type Uuid } from '@candor/wire';
import { isRoundSigned, ownBeacon, quicknet } from './beacon.ts';
import { canonicalJson } from './canonical-json.ts';
import { drawWinners, proveTicket, randomnessOf, rootOfTickets, roundFrom, ticketLeaf, timeOfRound } from './decide-draw.ts'; // oxfmt-ignore
import { signCheckpoint } from './log-checkpoint.ts';
import { createGrowingTree, hashOfLeaf, isIncluded } from './merkle-tree.ts';
import { publicKeyOf } from './sign-receipt.ts';
import { verifyDraw } from './verify-draw.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const secret = '0b'.repeat(32);
const beacon = ownBeacon('test');
const uuidAt = (place: number): Uuid =>
  createHash('sha256').update(String(place)).digest('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5') as Uuid; // oxfmt-ignore
const idsOf = (count: number): string[] => Array.from({ length: count }, (_, place) => wireId('ticket', uuidAt(place)));
const periodUuid = uuidAt(-1);

const terms = {
  good_id: 'coins',
  number: 3,
  price: '2',
  tickets: 50,
  tickets_min: 1,
  winners: 3,
  rebate: '0.5',
  prize_kind: 'coin',
  prize: '20',
  draw_delay_ms: 60_000,
} as const;
const times = { genesis_ms: 1_700_000_000_000, period_ms: 3_000 };
const closedMs = 1_800_000_000_123;

function honestDraw(count = 20): DrawDocument {
  const list = idsOf(count);
  const root = rootOfTickets(list);
  const round = roundFrom(closedMs + terms.draw_delay_ms, times);
  const own = { name: 'demo', is_demo: true, public_key: beacon.publicKey, ...times };
  const { public_key: key, ...rest } = own;
  const logged = { ...terms, ...Object.fromEntries(Object.entries({ ...rest, key }).map(([name, value]) => [`beacon_${name}`, value])) }; // oxfmt-ignore
  const body = { period_id: periodUuid, size: count, root, round, closed_ms: closedMs, terms: logged };
  const leaf = canonicalJson({ seq: 0, at_ms: closedMs + 500, kind: 'draw-list', body });
  const tree = createGrowingTree();
  tree.push(hashOfLeaf(leaf));
  const checkpoint = signCheckpoint({ origin: 'candor/log/test', size: 1, root: hex(tree.root()) }, secret);
  const signature = beacon.sign(round);
  const periods_id = wireId('period', periodUuid);
  const winners = drawWinners({ periodId: periods_id, root, randomness: randomnessOf(signature), size: count, winners: terms.winners }); // oxfmt-ignore
  return {
    version: 1,
    kind: 'draw',
    period: { periods_id, ...terms },
    beacon: own,
    closed_ms: closedMs,
    list,
    root,
    round,
    log: { leaf, seq: 0, checkpoint, proof: [] },
    signature,
    winners,
  };
}

const verdictOf = (draw: unknown): string => verifyDraw(draw, { trustedKey: publicKeyOf(secret) }).verdict;
const failedIn = (draw: DrawDocument): string[] =>
  verifyDraw(draw, { trustedKey: publicKeyOf(secret) }).checks.filter(({ ok }) => !ok).map(({ name }) => name); // oxfmt-ignore

test('a round of drand’s quicknet verifies, and with another number or key it does not', () => {
  const signature = 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b';
  assert.equal(isRoundSigned(quicknet.public_key, { round: 657_413, signature }), true);
  assert.equal(randomnessOf(signature).slice(0, 8), 'fc1873a1');
  assert.equal(isRoundSigned(quicknet.public_key, { round: 657_414, signature }), false);
  assert.equal(isRoundSigned(beacon.publicKey, { round: 657_413, signature }), false);
  assert.equal(isRoundSigned(quicknet.public_key, { round: 657_413, signature: 'ff'.repeat(48) }), false);
});

test('an honest draw verifies; without the key, or before the round, it is incomplete', () => {
  const draw = honestDraw();
  assert.deepEqual(failedIn(draw), []);
  assert.equal(verdictOf(draw), 'verified');
  assert.equal(verifyDraw(draw).verdict, 'incomplete');
  assert.equal(verdictOf({ ...draw, signature: null, winners: null }), 'incomplete');
});

test('each attack on a draw is found where it is', () => {
  const draw = honestDraw();
  const late = wireId('ticket', uuidAt(99));
  assert.deepEqual(failedIn({ ...draw, list: [...draw.list, late] }), ['list', 'log', 'winners'], 'a ticket after closing'); // oxfmt-ignore
  const list = [...draw.list.slice(0, -1), late];
  assert.deepEqual(failedIn({ ...draw, list, root: rootOfTickets(list) }), ['log', 'winners'], 'a changed list with its root'); // oxfmt-ignore
  assert.deepEqual(failedIn({ ...draw, list: [draw.list[1]!, draw.list[0]!, ...draw.list.slice(2)] }), ['list'], 'another order'); // oxfmt-ignore
  const next = { round: draw.round + 1, signature: beacon.sign(draw.round + 1) };
  assert.ok(failedIn({ ...draw, ...next }).includes('round'), 'another round');
  assert.ok(failedIn({ ...draw, ...next }).includes('log'));
  assert.deepEqual(failedIn({ ...draw, signature: beacon.sign(draw.round + 1) }), ['signature', 'winners'], 'a wrong signature'); // oxfmt-ignore
  assert.deepEqual(failedIn({ ...draw, winners: [...draw.winners!].reverse() }), ['winners']);
  assert.deepEqual(failedIn({ ...draw, period: { ...draw.period, winners: 2 } }), ['terms', 'winners'], 'other terms');
  const claimed = { ...draw.beacon, is_demo: false, name: 'drand quicknet' };
  assert.ok(failedIn({ ...draw, beacon: claimed }).includes('beacon'), 'an own beacon that calls itself quicknet');
});

test('a list that was published after its round is found, whatever its log says', () => {
  const draw = honestDraw();
  const leaf = draw.log.leaf.replace(String(closedMs + 500), String(timeOfRound(draw.round, times)));
  const tree = createGrowingTree();
  tree.push(hashOfLeaf(leaf));
  const checkpoint = signCheckpoint({ origin: 'candor/log/test', size: 1, root: hex(tree.root()) }, secret);
  assert.deepEqual(failedIn({ ...draw, log: { ...draw.log, leaf, checkpoint } }), ['round']);
});

test('each ticket of a list is proven, and no other one', () => {
  for (const count of [1, 2, 3, 7, 64, 65]) {
    const ids = idsOf(count);
    const root = Buffer.from(rootOfTickets(ids), 'hex');
    for (let number = 1; number <= count; number++) {
      const proof = proveTicket(ids, number).map((hash) => Buffer.from(hash, 'hex'));
      const place = { index: number - 1, size: count, root };
      assert.ok(isIncluded(ticketLeaf(number, ids[number - 1]!), place, proof));
      assert.ok(!isIncluded(ticketLeaf(number, wireId('ticket', uuidAt(999))), place, proof));
    }
  }
});

test('no ticket wins twice, and no more win than there are tickets', () => {
  const root = rootOfTickets(idsOf(5));
  const randomness = '00'.repeat(32);
  const all = drawWinners({ periodId: wireId('period', periodUuid), root, randomness, size: 5, winners: 9 });
  assert.deepEqual(
    all.toSorted((left, right) => left - right),
    [1, 2, 3, 4, 5],
  );
});
