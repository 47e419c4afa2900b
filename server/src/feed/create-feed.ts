// The two sockets of the server: who may connect, who is connected, and the hub that the rest of the server speaks through.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { bookFeedPath, marketFeedPath, notifyPath, type RefusalCode } from '@candor/wire';
import { addressKey } from '../kit/address-key.ts';
import type { Clock } from '../kit/clock.ts';
import { connectionsAllowed } from '../kit/descriptors.ts';
import { log } from '../kit/log.ts';
import { createAnswerCache } from './answer-cache.ts';
import { Audiences } from './audiences.ts';
import type { Connection } from './connection.ts';
import { zeroCounters, type Counters } from './counters.ts';
import { createHub, type Listeners } from './create-hub.ts';
import { createDoors, type Visitor } from './doors.ts';
import { createFlushSlots } from './flush-slots.ts';
import { createHandshake, type Upgrade } from './handshake.ts';
import type { Hub } from './hub.ts';
import { countRefused, countSockets, type SocketRefusal } from './meters.ts';
import { openConnection, type SocketKind } from './open-connection.ts';
import { createSessionSockets, type SocketSession } from './session-sockets.ts';
import { createSnapshots } from './snapshots.ts';
import { limitsFor, noLimits, type SocketLimits } from './socket-limits.ts';
import { createWorkBudget } from './work-budget.ts';
import { takeTurns } from './work-turns.ts';

export interface FeedOptions {
  clock: Clock;
  /** The session that a request carries, if any. */
  sessionOf: (request: IncomingMessage) => Promise<SocketSession | undefined>;
  isOriginAllowed: (origin: string | undefined, host: string) => boolean;
  /** Whom a request counts for; the address that it came from unless given. */
  addressOf?: (request: IncomingMessage) => string;
  /** By what this process may have open, unless given. */
  limits?: SocketLimits | 'off';
}

export interface FeedStats extends Counters {
  marketConnections: number;
  notifyConnections: number;
  /** Topics and rooms that somebody listens to. */
  topics: number;
  rooms: number;
  /** Pairs of a connection and a topic. */
  subscriptions: number;
  /** What waits for clients that read slower than they are sent to. */
  waitingBytes: number;
  /** What left and may not have been read yet. */
  unreadBytes: number;
  /** Connections without a session, and with one. */
  guests: number;
  customers: number;
  /** Work of messages that is not paid yet, µs. */
  workOwed: number;
}

export interface Feed {
  hub: Hub;
  /** For the 'upgrade' event of the http server. */
  handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  stats(): FeedStats;
  /** Ends all connections with this reason and takes no more; resolves when the last is gone. */
  close(reason: string): Promise<void>;
}

// How long a client may take to answer a close frame before its connection is cut.
const closeTimeoutMs = 2_000;
const goingAway = 1001;
const answersBytesMax = 16 * 1024 * 1024;

export function createFeed(options: FeedOptions): Feed {
  const { clock, sessionOf, isOriginAllowed, addressOf = remoteAddress } = options;
  const limits = options.limits === 'off' ? noLimits : (options.limits ?? limitsFor(connectionsAllowed().forSockets));
  const counters = zeroCounters();
  const slots = createFlushSlots(clock);
  const listeners: Listeners = { topics: new Audiences(), rooms: new Audiences(), sessions: createSessionSockets() };
  const { hub, provider } = createHub({ clock, counters, slots, ...listeners });
  const turns = takeTurns(createWorkBudget(limits.workPerTurn));
  const { budget } = turns;
  const doors = createDoors({ limits, budget, sessions: listeners.sessions, addressOf });
  const [answers, snapshots] = [createAnswerCache(clock, answersBytesMax), createSnapshots(clock)];
  const handshake = createHandshake(closeTimeoutMs);
  const connections: Record<SocketKind, Set<Connection>> = { market: new Set(), notify: new Set() };
  const shared = { clock, counters, slots, budget, answers, snapshots, provider, ...listeners };
  let whenGone: (() => void) | undefined;
  let closing: Promise<void> | undefined;

  function open(kind: SocketKind, upgrade: Upgrade, visitor: Visitor): void {
    if (whenGone) return handshake.refuse(upgrade.stream, 'busy');
    handshake.accept(upgrade, (webSocket) => {
      const onClosed = (connection: Connection): void => {
        connections[kind].delete(connection);
        countSockets('open', -1);
        if (connections.market.size + connections.notify.size === 0) whenGone?.();
      };
      connections[kind].add(openConnection({ ...shared, kind, webSocket, stream: upgrade.stream, visitor, onClosed }));
      countSockets('open', 1);
    });
  }

  function refuse({ stream }: Upgrade, reason: SocketRefusal): void {
    counters.refused++;
    countRefused(reason);
    handshake.refuse(stream, refusalCodes[reason]);
  }

  async function handle(upgrade: Upgrade): Promise<void> {
    const { request } = upgrade;
    const kind = kindOfPath(request.url ?? '');
    if (!kind) return refuse(upgrade, 'path');
    if (!isOriginAllowed(request.headers.origin, request.headers.host ?? '')) return refuse(upgrade, 'origin');
    await doors.knock({
      ...upgrade,
      // Prices are public all the same when it can't be found.
      findSession: () => (kind === 'notify' ? sessionOf(request) : sessionOf(request).catch(() => undefined)),
      open: (visitor) => open(kind, upgrade, visitor),
      refuse: (reason) => refuse(upgrade, reason),
    });
  }

  async function closeAll(reason: string): Promise<void> {
    const open = [...connections.market, ...connections.notify];
    const gone = new Promise<void>((resolve) => (whenGone = resolve));
    turns.stop();
    for (const connection of open) connection.end(goingAway, reason, 'closing');
    if (open.length > 0) await gone;
    slots.stop();
  }

  function sum(read: (connection: Connection) => number): number {
    return [...connections.market, ...connections.notify].reduce((total, each) => total + read(each), 0);
  }

  return {
    hub,
    handleUpgrade(request, stream, head) {
      stream.on('error', () => stream.destroy());
      countSockets('opening', 1);
      handle({ request, stream, head })
        .catch((error: unknown) => {
          // Whoever left meanwhile is no failure, and is not written down: it would fill the log as fast as one can leave.
          if (stream.destroyed) return;
          log.error('opening a socket failed', { error });
          refuse({ request, stream, head }, 'failed');
        })
        .finally(() => countSockets('opening', -1));
    },
    stats: () => ({
      ...counters,
      marketConnections: connections.market.size,
      notifyConnections: connections.notify.size,
      topics: listeners.topics.names,
      rooms: listeners.rooms.names,
      subscriptions: listeners.topics.memberships,
      waitingBytes: sum((each) => each.waitingBytes),
      unreadBytes: sum((each) => each.unreadBytes),
      guests: doors.guests,
      customers: doors.customers,
      workOwed: budget.owed(),
    }),
    close: (reason) => (closing ??= closeAll(reason)),
  };
}

function kindOfPath(url: string): SocketKind | undefined {
  const path = url.split('?', 1)[0];
  if (path === marketFeedPath || path === bookFeedPath) return 'market';
  return path === notifyPath ? 'notify' : undefined;
}

const remoteAddress = ({ socket }: IncomingMessage): string => addressKey(socket.remoteAddress ?? '');

const refusalCodes: Record<SocketRefusal, RefusalCode> = {
  path: 'not-found',
  origin: 'foreign-origin',
  address: 'too-many-requests',
  account: 'too-many-requests',
  full: 'busy',
  failed: 'busy',
};
