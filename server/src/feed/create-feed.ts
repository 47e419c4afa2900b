// The two sockets of the server: who may connect, who is connected, and the hub that the rest of the server speaks through.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { marketFeedPath, notifyPath } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { Audiences } from './audiences.ts';
import type { Connection } from './connection.ts';
import { zeroCounters, type Counters } from './counters.ts';
import { createHub, type Listeners } from './create-hub.ts';
import { createFlushSlots } from './flush-slots.ts';
import { createHandshake, type Upgrade } from './handshake.ts';
import type { Hub } from './hub.ts';
import { openConnection, type SocketKind } from './open-connection.ts';
import { createSessionSockets, type SocketSession } from './session-sockets.ts';

export interface FeedOptions {
  clock: Clock;
  /** The session that a request to /notify carries, if any. */
  sessionOf(request: IncomingMessage): Promise<SocketSession | undefined>;
  isOriginAllowed(origin: string | undefined, host: string): boolean;
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
}

export interface Feed {
  hub: Hub;
  /** For the 'upgrade' event of the http server. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stats(): FeedStats;
  /** Ends all connections with this reason and takes no more; resolves when the last is gone. */
  close(reason: string): Promise<void>;
}

// How long a client may take to answer a close frame before its connection is cut.
const closeTimeoutMs = 2_000;
const goingAway = 1001;

export function createFeed({ clock, sessionOf, isOriginAllowed }: FeedOptions): Feed {
  const counters = zeroCounters();
  const slots = createFlushSlots(clock);
  const listeners: Listeners = { topics: new Audiences(), rooms: new Audiences(), sessions: createSessionSockets() };
  const { hub, provider } = createHub({ clock, counters, slots, ...listeners });
  const handshake = createHandshake(closeTimeoutMs);
  const connections: Record<SocketKind, Set<Connection>> = { market: new Set(), notify: new Set() };
  let whenGone: (() => void) | undefined;
  let closing: Promise<void> | undefined;

  function open(kind: SocketKind, upgrade: Upgrade, session?: SocketSession): void {
    if (whenGone) return handshake.refuse(upgrade.stream, 'busy');
    handshake.accept(upgrade, (webSocket) => {
      const onClosed = (connection: Connection): void => {
        connections[kind].delete(connection);
        if (connections.market.size + connections.notify.size === 0) whenGone?.();
      };
      const { stream } = upgrade;
      const shared = { clock, counters, slots, provider, ...listeners };
      connections[kind].add(openConnection({ kind, webSocket, stream, session, onClosed, ...shared }));
    });
  }

  async function handle(upgrade: Upgrade): Promise<void> {
    const { request, stream } = upgrade;
    const kind = kindOfPath(request.url ?? '');
    if (!kind) return handshake.refuse(stream, 'not-found');
    const isAllowed = isOriginAllowed(request.headers.origin, request.headers.host ?? '');
    if (!isAllowed) return handshake.refuse(stream, 'foreign-origin');
    if (kind === 'market') return open(kind, upgrade);
    await listeners.sessions.lookUp(
      () => sessionOf(request),
      (session) => open(kind, upgrade, session),
    );
  }

  async function closeAll(reason: string): Promise<void> {
    const open = [...connections.market, ...connections.notify];
    const gone = new Promise<void>((resolve) => (whenGone = resolve));
    for (const connection of open) connection.end(goingAway, reason);
    if (open.length > 0) await gone;
    slots.stop();
  }

  return {
    hub,
    handleUpgrade(request, stream, head) {
      stream.on('error', () => stream.destroy());
      handle({ request, stream, head }).catch((error: unknown) => {
        log.error('opening a socket failed', { error });
        handshake.refuse(stream, 'busy');
      });
    },
    stats: () => ({
      ...counters,
      marketConnections: connections.market.size,
      notifyConnections: connections.notify.size,
      topics: listeners.topics.names,
      rooms: listeners.rooms.names,
      subscriptions: listeners.topics.memberships,
      waitingBytes: [...connections.market, ...connections.notify].reduce((sum, each) => sum + each.waitingBytes, 0),
    }),
    close: (reason) => (closing ??= closeAll(reason)),
  };
}

function kindOfPath(url: string): SocketKind | undefined {
  const path = url.split('?', 1)[0];
  return path === marketFeedPath ? 'market' : path === notifyPath ? 'notify' : undefined;
}
