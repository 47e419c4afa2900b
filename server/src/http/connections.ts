// How many connections there may be, from whom, and for how long an answer may wait to be read.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, placesOfSite, siteKey } from '../kit/address-key.ts';
import type { Clock } from '../kit/clock.ts';
import type { ConnectionsAllowed } from '../kit/descriptors.ts';
import { counter } from '../kit/metrics.ts';
import { createAddressBuckets } from './rate-limits.ts';
import type { Limit } from './rate-limits.ts';

export interface ConnectionLimits {
  /** Of HTTP and WebSockets together; the system must have descriptors for more. */
  total: number;
  /** That speak HTTP. */
  forHttp: number;
  /** That speak HTTP, from one address; a site of IPv6 has a few times as many. */
  perAddress: number;
  /** That one address may open. */
  opened: Limit;
  /** Nothing of an answer was taken for this long: its reader is gone. It is looked at once or twice, so it takes up to twice as long. */
  stallMs: number;
  /** An answer that was not taken by then is not waited for. */
  answerMs: number;
  /** Of a request that is let take its time to come: its answer is waited for from then on. */
  isComing?: (socket: Socket) => boolean;
  /** A connection that is kept open and not used; the server's own time counts for proxies. */
  idleMs: number;
  /** Addresses and networks, e.g. `10.0.0.0/8`, that speak for many: they are not counted by address. */
  isProxy: (address: string) => boolean;
}

export interface Connections {
  /** It became a WebSocket, which others count. */
  release(socket: object): void;
}

/** Requests that may wait on a connection while one is answered; who sends more ahead is let go. */
const aheadMax = 16;

const dropped = counter({
  name: 'candor_connections_dropped_total',
  help: 'HTTP connections that were not taken or were let go, by reason.',
  labelNames: ['reason'],
});

export function guardConnections(server: Server, limits: ConnectionLimits, clock: Clock): Connections {
  const { total, stallMs } = limits;
  const perSite = placesOfSite(limits.forHttp, limits.perAddress);
  /** Connections with what they count for. */
  const open = new Map<object, readonly string[]>();
  const counts = countByKey();
  const counted = new WeakSet<Socket>();
  const opened = createAddressBuckets(limits.opened, clock);
  const { isProxy } = limits;
  /** With those that became a WebSocket. */
  let held = 0;

  const release = (socket: object): void => {
    counts.add(open.get(socket) ?? [], -1);
    open.delete(socket);
  };
  /** `keys`: none of a proxy, else an address and its site if it has one. */
  const reasonAgainst = ([address, site]: readonly string[]): string | undefined => {
    if (held >= total || open.size >= limits.forHttp) return 'too many in all';
    if (address === undefined) return undefined;
    if (counts.of(address) >= limits.perAddress || counts.of(site) >= perSite) return 'too many of one address';
    return opened.take(address) > 0 ? 'too often opened' : undefined;
  };

  server.maxConnections = total;
  server.on('drop', () => dropped.inc({ reason: 'too many in all' }));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const isCounted = !isProxy(remoteAddress);
    const keys = isCounted ? keysOf(remoteAddress) : [];
    const reason = reasonAgainst(keys);
    if (reason !== undefined) {
      dropped.inc({ reason });
      return void socket.resetAndDestroy();
    }
    held++;
    open.set(socket, keys);
    counts.add(keys, 1);
    if (isCounted) counted.add(socket);
    socket.once('close', () => {
      held--;
      release(socket);
    });
  });
  const answerOf = answerInTurn(server, {
    answerMs: limits.answerMs,
    isComing: limits.isComing ?? (() => false),
    idle: (socket) => void (counted.has(socket) && socket.setTimeout(limits.idleMs)),
  });
  // Also reported of a connection that was kept open and not used, and of one whose answer takes its time.
  server.setTimeout(stallMs, (socket) => {
    const answer = answerOf(socket);
    if (answer?.headersSent === false) return void socket.setTimeout(stallMs);
    if (answer) dropped.inc({ reason: 'nothing was read' });
    socket.destroy();
  });
  return { release };
}

function countByKey() {
  const counts = new Map<string, number>();
  const of = (key: string | undefined): number => (key === undefined ? 0 : (counts.get(key) ?? 0));
  return {
    of,
    add(keys: readonly string[], change: 1 | -1): void {
      for (const key of keys) {
        const count = of(key) + change;
        if (count === 0) counts.delete(key);
        else counts.set(key, count);
      }
    },
  };
}

function keysOf(remoteAddress: string): string[] {
  const address = addressKey(remoteAddress);
  const site = siteKey(address);
  return site === undefined ? [address] : [address, site];
}

/** What a server with these descriptors can hold; one address gets a share of it. */
export function connectionLimits(allowed: ConnectionsAllowed, isProxy: (address: string) => boolean): ConnectionLimits {
  const { total, forHttp } = allowed;
  const perAddress = Math.min(256, forHttp >> 1);
  const opened = { perSecond: 50, burst: 300 };
  return { total, forHttp, perAddress, opened, stallMs: 14_000, answerMs: 60_000, idleMs: 12_000, isProxy };
}

/** For benchmarks and tests that are many people at one address. */
export function withoutAddressLimits(limits: ConnectionLimits): ConnectionLimits {
  return { ...limits, forHttp: limits.total, perAddress: limits.total, opened: { perSecond: 1e6, burst: 1e6 } };
}

interface Turn {
  answering: ServerResponse | undefined;
  /** The sweep since which it is answered. */
  since: number;
  ahead: [IncomingMessage, ServerResponse][];
  /** Made once for all answers of a connection. */
  onAnswered: () => void;
}

/** One request of a connection at a time, in their order: what was sent ahead waits unread until the answer before it has gone. */
function answerInTurn(
  server: Server,
  { answerMs, isComing, idle }: { answerMs: number; isComing: (socket: Socket) => boolean; idle: (socket: Socket) => void }, // oxfmt-ignore
): (socket: Socket) => ServerResponse | undefined {
  const handlers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  const turns = new Map<Socket, Turn>();
  let sweeps = 0;

  function start(turn: Turn, request: IncomingMessage, response: ServerResponse): void {
    turn.answering = response;
    turn.since = sweeps;
    response.on('close', turn.onAnswered);
    for (const handle of handlers) handle(request, response);
  }

  function open(socket: Socket): Turn {
    const turn: Turn = { answering: undefined, since: 0, ahead: [], onAnswered: () => goOn(socket, turn) };
    turns.set(socket, turn);
    socket.once('close', () => turns.delete(socket));
    return turn;
  }

  function goOn(socket: Socket, turn: Turn): void {
    turn.answering = undefined;
    // After an answer that closes the connection nothing more of it is done.
    if (socket.destroyed || socket.writableEnded) return;
    const next = turn.ahead.shift();
    if (next) start(turn, ...next);
    else idle(socket);
  }

  server.on('request', (request, response) => {
    const { socket } = request;
    const turn = turns.get(socket) ?? open(socket);
    if (!turn.answering) return start(turn, request, response);
    if (turn.ahead.length < aheadMax) return void turn.ahead.push([request, response]);
    dropped.inc({ reason: 'too many requests ahead' });
    turn.ahead.length = 0;
    socket.destroy();
  });
  const sweeping = setInterval(() => {
    sweeps++;
    for (const [socket, turn] of turns) {
      if (isComing(socket)) turn.since = sweeps;
      if (!turn.answering || sweeps - turn.since <= sweepsAnAnswer) continue;
      dropped.inc({ reason: 'read too slowly' });
      socket.destroy();
    }
  }, answerMs / sweepsAnAnswer).unref();
  server.once('close', () => clearInterval(sweeping));
  return (socket) => turns.get(socket)?.answering;
}

/** One look at all connections is cheaper than a timer for each answer. */
const sweepsAnAnswer = 4;
