// The limits of the sockets, each by itself: who gets in, how many of one address and one account, how many messages of one client.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { feedCloseCodes, feedLimits, type Uuid } from '@candor/wire';
import type { WebSocket } from 'ws';
import { manualClock } from '../kit/clock.ts';
import { Connection } from './connection.ts';
import { zeroCounters } from './counters.ts';
import { createDoors, type Visitor } from './doors.ts';
import { createSessionSockets, type SocketSession } from './session-sockets.ts';
import { limitsFor, type SocketLimits } from './socket-limits.ts';
import { createWorkBudget } from './work-budget.ts';

const small: SocketLimits = {
  guests: { places: 6, placesEach: 4 },
  customers: { places: 6, placesEach: 3 },
  workPerTurn: 1_000_000,
};
const sessionOf = (name: string, number = 0): SocketSession => ({
  sessionId: `session ${number} of ${name}` as Uuid,
  accountId: `account ${name}` as Uuid,
});

interface Comes {
  address?: string;
  session?: SocketSession;
  /** How the session of its cookie is found, where that is not at once. */
  findSession?: () => Promise<SocketSession | undefined>;
}

function openDoors(limits = small) {
  const budget = createWorkBudget(limits.workPerTurn);
  const sessions = createSessionSockets<Duplex>();
  const doors = createDoors({ limits, budget, sessions, addressOf: ({ headers }) => String(headers['x-address']) });
  /** Stands at the door: in with its stream, or out with the reason. */
  async function come({ address = 'crowd', session, findSession }: Comes) {
    const stream = new PassThrough();
    const hasCookie = (session ?? findSession) !== undefined;
    const request = { headers: { 'x-address': address, ...(hasCookie && { cookie: 'a=b' }) } } as unknown as IncomingMessage; // oxfmt-ignore
    let outcome: string = 'waits';
    let visitor: Visitor | undefined;
    await doors.knock({
      request,
      stream,
      findSession: findSession ?? (async () => session),
      open: (entered) => ([outcome, visitor] = ['in', entered]),
      refuse: (reason) => (outcome = reason),
    });
    return { outcome, stream, visitor };
  }
  const outcomes = async (count: number, who: (place: number) => Comes): Promise<string[]> => {
    const all: string[] = [];
    for (let place = 0; place < count; place++) all.push((await come(who(place))).outcome);
    return all;
  };
  return { doors, budget, sessions, come, outcomes };
}

test('an address has so many places; one that leaves makes room for the next, and another address is not concerned', async () => {
  const { doors, come, outcomes } = openDoors();
  const first = await come({});
  assert.deepEqual(await outcomes(4, () => ({})), ['in', 'in', 'in', 'address']);
  assert.equal((await come({ address: 'other' })).outcome, 'in');
  first.stream.destroy();
  await turn();
  assert.deepEqual([doors.guests, (await come({})).outcome, (await come({})).outcome], [4, 'in', 'address']);
});

test('an account has so many places, whatever addresses and sessions it comes with, beside those of a full address', async () => {
  const { doors, outcomes } = openDoors();
  assert.deepEqual(await outcomes(5, () => ({})), ['in', 'in', 'in', 'in', 'address']);
  const ann = (place: number): Comes => ({ address: place === 1 ? 'far' : 'crowd', session: sessionOf('ann', place) });
  assert.deepEqual(await outcomes(4, ann), ['in', 'in', 'in', 'account']);
  assert.deepEqual(await outcomes(1, () => ({ session: sessionOf('ben') })), ['in']);
  assert.deepEqual([doors.guests, doors.customers], [4, 4]);
});

test('in a full house the holder of the most gives its newest up; nobody is let in who would have no fewer', async () => {
  const { doors, come, outcomes } = openDoors();
  const crowd = [];
  for (let place = 0; place < 4; place++) crowd.push(await come({ address: 'crowd' }));
  assert.deepEqual(await outcomes(2, () => ({ address: 'two' })), ['in', 'in']);
  assert.equal((await come({ address: 'late' })).outcome, 'in');
  assert.deepEqual(crowd.map(({ stream }) => stream.destroyed), [false, false, false, true]); // oxfmt-ignore
  assert.equal(doors.guests, 6);
  assert.equal((await come({ address: 'crowd' })).outcome, 'full');
  assert.equal((await come({ address: 'crowd', session: sessionOf('ann') })).outcome, 'in');
});

test('whoever has a whole site of IPv6 has a few households’ places, and customers of it have their own', async () => {
  const { doors, come, outcomes } = openDoors({ ...small, guests: { places: 100, placesEach: 4 } });
  const household = (place: number): Comes => ({ address: `2001:db8:1:${place.toString(16)}::/64` });
  const all = await outcomes(60, household);
  assert.deepEqual(all.map((outcome) => outcome === 'in'), all.map((_, place) => place < 32)); // oxfmt-ignore
  assert.deepEqual([doors.guests, all.at(-1)], [32, 'address']);
  assert.deepEqual(await outcomes(2, (place) => ({ address: `2001:db8:${place + 2}:0::/64` })), ['in', 'in']);
  assert.equal((await come({ ...household(99), session: sessionOf('ann') })).outcome, 'in');
});

test('of a site so many leave as came, also those who gave their place up', async () => {
  const { doors, come, outcomes } = openDoors({ ...small, guests: { places: 4, placesEach: 4 } });
  const home = { address: '2001:db8:1:2::/64' };
  // As often as not one comes from elsewhere for whom the household gives one up.
  for (let round = 0; round < 40; round++) {
    const [first, second] = [await come(home), await come(home)];
    await outcomes(3, (place) => ({ address: `203.0.113.${place}` })); // oxfmt-ignore
    for (const { stream } of [first, second]) stream.destroy();
    await turn();
    assert.notEqual(first.outcome, 'address', `in round ${round}`);
  }
  assert.ok(doors.guests <= 4);
});

test('who is lost before being let in holds nothing; a session that ended meanwhile counts for the address', async () => {
  const { doors, come, sessions } = openDoors();
  const lost = new PassThrough().destroy();
  await turn();
  const request = { headers: { 'x-address': 'a' } } as unknown as IncomingMessage;
  const reasons: string[] = [];
  await doors.knock({ request, stream: lost, findSession: async () => undefined, open: () => assert.fail(), refuse: (reason) => reasons.push(reason) }); // oxfmt-ignore
  assert.deepEqual([reasons, doors.guests], [['failed'], 0]);
  const ann = sessionOf('ann');
  const findSession = async (): Promise<SocketSession> => {
    sessions.end(ann.sessionId);
    return ann;
  };
  await come({ findSession });
  assert.deepEqual([doors.guests, doors.customers], [1, 0]);
});

test('of an address so many sessions are looked up at once, and one that is found frees its place', async () => {
  const { come } = openDoors({ ...small, customers: { places: 100, placesEach: 100 } });
  const found = Promise.withResolvers<SocketSession>();
  const waiting = Array.from({ length: 8 }, () => come({ findSession: () => found.promise }));
  assert.equal((await come({ session: sessionOf('ben') })).outcome, 'address');
  assert.equal((await come({ session: sessionOf('ben'), address: 'other' })).outcome, 'in');
  found.resolve(sessionOf('ann'));
  assert.ok((await Promise.all(waiting)).every(({ outcome }) => outcome === 'in'));
  assert.equal((await come({ session: sessionOf('ben') })).outcome, 'in');
});

test('a guest whose address has cost more than its part is sent away until a turn has paid for it; a customer is not', async () => {
  const { budget, come } = openDoors({ ...small, workPerTurn: 1_000 });
  budget.spend('address crowd', 1_500);
  assert.equal((await come({})).outcome, 'address');
  assert.equal((await come({ session: sessionOf('ann') })).outcome, 'in');
  for (let turns = 0; turns < 3; turns++) budget.turn();
  assert.equal((await come({})).outcome, 'in');
});

test('a process that may hold more has more places, of which a quarter is the customers’, and never more for one', () => {
  for (const [forSockets, guests, customers] of [[1, 12, 4], [1_000, 750, 250], [1_000_000, 15_000, 5_000]] as const) {
    const limits = limitsFor(forSockets);
    assert.deepEqual(limits.guests, { places: guests, placesEach: feedLimits.connectionsPerAddress });
    assert.deepEqual(limits.customers, { places: customers, placesEach: feedLimits.connectionsPerAccount });
  } // oxfmt-ignore
});

/** A connection whose socket says only how it was closed. */
function openConnection() {
  const clock = manualClock(1_000_000);
  const closed: number[] = [];
  const webSocket = {
    OPEN: 1,
    readyState: 1,
    pause: () => undefined,
    resume: () => undefined,
    close(code: number) {
      closed.push(code);
      webSocket.readyState = 2;
    },
  };
  const connection = new Connection({ webSocket: webSocket as unknown as WebSocket, stream: new PassThrough(), clock, counters: zeroCounters() }); // oxfmt-ignore
  const send = (count: number): number => {
    let taken = 0;
    for (let place = 0; place < count; place++) if (connection.mayReceive(clock.now())) taken++;
    return taken;
  };
  return { clock, closed, connection, send };
}

test('a client may send a second’s messages at once and then as many as time gives; one more ends it', () => {
  const { clock, closed, send } = openConnection();
  assert.equal(send(feedLimits.messagesPerSecond), feedLimits.messagesPerSecond);
  clock.advance(500);
  assert.equal(send(feedLimits.messagesPerSecond / 2), feedLimits.messagesPerSecond / 2);
  clock.advance(60_000);
  assert.equal(send(feedLimits.messagesPerSecond), feedLimits.messagesPerSecond, 'a long rest gives no more than a second'); // oxfmt-ignore
  assert.deepEqual(closed, []);
  assert.equal(send(5), 0);
  assert.deepEqual(closed, [feedCloseCodes.tooManyMessages]);
});

test('a client that was not read from has the messages of that time, and a clock that is set back gives none', () => {
  const { clock, closed, connection, send } = openConnection();
  assert.equal(send(20), 20);
  connection.pause();
  clock.advance(3_000);
  connection.resume();
  assert.equal(send(60), 60);
  clock.advance(-10_000);
  assert.equal(send(1), 0);
  assert.deepEqual(closed, [feedCloseCodes.tooManyMessages]);
});
