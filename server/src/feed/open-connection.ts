// Binds a fresh WebSocket to its connection, its protocol and its flush slot, and undoes all of it when it closes.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { AnswerCache } from './answer-cache.ts';
import { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { Listeners } from './create-hub.ts';
import type { Visitor } from './doors.ts';
import type { FlushSlots, Seat } from './flush-slots.ts';
import { gzipFrame, pongFrame, textFrame } from './frames.ts';
import type { TopicProvider } from './hub.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { pingText } from './market-messages.ts';
import { openMarketSocket } from './market-socket.ts';
import { openNotifySocket } from './notify-socket.ts';
import type { ClientProtocol } from './protocol.ts';
import type { Snapshots } from './snapshots.ts';
import type { WorkBudget } from './work-budget.ts';

export type SocketKind = 'market' | 'notify';

export interface OpeningOptions extends Listeners {
  kind: SocketKind;
  webSocket: WebSocket;
  stream: Duplex;
  visitor: Visitor;
  clock: Clock;
  counters: Counters;
  slots: FlushSlots;
  budget: WorkBudget;
  answers: AnswerCache;
  snapshots: Snapshots;
  provider: () => TopicProvider | undefined;
  onClosed(connection: Connection): void;
}

const internalError = 1011;

export function openConnection(options: OpeningOptions): Connection {
  const { kind, webSocket, stream, visitor, clock, counters } = options;
  const connection = new Connection({ webSocket, stream, clock, counters });
  const inbox = createInbox(connection, visitor.debtor, options.budget);
  const seat = options.slots.add(connection, pings[kind]);
  const protocol = protocolOf({ connection, seat, inbox }, options);
  // Public prices need no session; /notify is closed with the one that it was opened with.
  const leaveSession = options.sessions.add(kind === 'notify' ? visitor.session : undefined, connection);
  visitor.place.giveUp = () => connection.letGo('roomNeeded', 'others need the room');

  async function receive(text: string): Promise<void> {
    try {
      if (connection.isOpen) await protocol.receive(text);
    } catch (error) {
      log.error('a socket message failed', { error });
      connection.end(internalError, 'internal error');
    }
  }
  webSocket.on('message', (data: Buffer, isBinary) => {
    if (!connection.mayReceive(clock.now())) return;
    const text = isBinary ? '' : data.toString();
    inbox.take(
      data.length,
      () => void receive(text),
      () => protocol.refuse(text),
    );
  });
  webSocket.on('ping', (payload: Buffer) => {
    if (!connection.mayReceive(clock.now())) return;
    const answer = (): void => connection.answer(pongFrame(payload));
    inbox.take(payload.length, answer, () => undefined);
  });
  webSocket.on('pong', (payload: Buffer) => {
    if (!connection.takePong(payload)) connection.mayReceive(clock.now());
  });
  // A client that breaks the protocol has its connection ended with a code and a reason; it is no error of ours.
  webSocket.on('error', () => {});
  webSocket.on('close', () => {
    connection.release();
    inbox.close();
    seat.leave();
    leaveSession();
    protocol.closed();
    options.onClosed(connection);
  });
  return connection;
}

function protocolOf(
  { connection, seat, inbox }: { connection: Connection; seat: Seat; inbox: Inbox },
  options: OpeningOptions,
): ClientProtocol {
  return options.kind === 'market'
    ? openMarketSocket({ ...options, connection, seat, spend: inbox.spend })
    : openNotifySocket({ connection, rooms: options.rooms, accountId: options.visitor.session?.accountId });
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
