// Binds a fresh WebSocket to its connection, its protocol and its flush slot, and undoes all of it when it closes.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { Listeners } from './create-hub.ts';
import type { FlushSlots, Seat } from './flush-slots.ts';
import { gzipFrame, pongFrame, textFrame } from './frames.ts';
import type { TopicProvider } from './hub.ts';
import { pingText } from './market-messages.ts';
import { openMarketSocket } from './market-socket.ts';
import { openNotifySocket } from './notify-socket.ts';
import type { ClientProtocol } from './protocol.ts';
import type { SocketSession } from './session-sockets.ts';

export type SocketKind = 'market' | 'notify';

export interface OpeningOptions extends Listeners {
  kind: SocketKind;
  webSocket: WebSocket;
  stream: Duplex;
  session: SocketSession | undefined;
  clock: Clock;
  counters: Counters;
  slots: FlushSlots;
  provider(): TopicProvider | undefined;
  onClosed(connection: Connection): void;
}

const internalError = 1011;

export function openConnection(options: OpeningOptions): Connection {
  const { kind, webSocket, stream, session, clock, counters } = options;
  const connection = new Connection({ webSocket, stream, now: clock.now(), counters });
  const seat = options.slots.add(connection, pings[kind]);
  const protocol = protocolOf(connection, seat, options);
  const leaveSession = options.sessions.add(session, connection);

  webSocket.on('message', (data: Buffer, isBinary) => {
    if (!connection.mayReceive(clock.now())) return;
    protocol.receive(isBinary ? '' : data.toString()).catch((error: unknown) => {
      log.error('a socket message failed', { error });
      connection.end(internalError, 'internal error');
    });
  });
  webSocket.on('ping', (payload: Buffer) => {
    if (connection.mayReceive(clock.now())) connection.answer(pongFrame(payload));
  });
  webSocket.on('pong', () => connection.mayReceive(clock.now()));
  // A client that breaks the protocol has its connection ended with a code and a reason; it is no error of ours.
  webSocket.on('error', () => {});
  webSocket.on('close', () => {
    seat.leave();
    leaveSession();
    protocol.closed();
    options.onClosed(connection);
  });
  return connection;
}

function protocolOf(connection: Connection, seat: Seat, options: OpeningOptions): ClientProtocol {
  const { kind, topics, rooms, clock, counters, session, provider } = options;
  return kind === 'market'
    ? openMarketSocket({ connection, seat, topics, clock, counters, provider })
    : openNotifySocket({ connection, rooms, accountId: session?.accountId });
}

const notifyPing = textFrame('{"action":"ping"}');
const pings: Record<SocketKind, (now: number) => Buffer> = {
  market: remembering((now) => gzipFrame(pingText(now))),
  notify: () => notifyPing,
};

/** Keeps the last answer: clients whose pings are due in one flush get the same bytes. */
function remembering(make: (now: number) => Buffer): (now: number) => Buffer {
  let last: { now: number; frame: Buffer } | undefined;
  return (now) => {
    if (last?.now !== now) last = { now, frame: make(now) };
    return last.frame;
  };
}
