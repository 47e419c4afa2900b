import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { openReconnectingSocket, type ReconnectingSocket, type SocketState } from './reconnecting-socket.ts';

/** Connects and closes when the test says so. */
class SteeredSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: SteeredSocket[] = [];
  readyState = SteeredSocket.CONNECTING;
  closedAs: number[] = [];
  constructor() {
    super();
    SteeredSocket.all.push(this);
  }
  open(): void {
    this.readyState = SteeredSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  close(): void {
    this.closedAs.push(this.readyState);
  }
}

const real = globalThis.WebSocket;
let states: SocketState[];
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  globalThis.WebSocket = SteeredSocket as unknown as typeof WebSocket;
  SteeredSocket.all = [];
  states = [];
});
afterEach(() => {
  globalThis.WebSocket = real;
  mock.timers.reset();
});

function connect(): { client: ReconnectingSocket; socket: SteeredSocket } {
  const events = { onOpen: () => undefined, onMessage: () => undefined, mayReturn: () => true };
  const client = openReconnectingSocket({ url: 'ws://here', onState: (state) => states.push(state) }, events);
  return { client, socket: SteeredSocket.all.at(-1)! };
}

test('one that is closed while it connects ends as soon as it is there, and is not told as open', () => {
  const { client, socket } = connect();
  client.close();
  assert.deepEqual(socket.closedAs, []);
  socket.open();
  assert.deepEqual(socket.closedAs, [SteeredSocket.OPEN]);
  assert.deepEqual(states, ['connecting', 'closed']);
  mock.timers.tick(60_000);
  assert.equal(SteeredSocket.all.length, 1);
});

test('one that is open is closed at once', () => {
  const { client, socket } = connect();
  socket.open();
  client.close();
  assert.deepEqual(socket.closedAs, [SteeredSocket.OPEN]);
  assert.deepEqual(states, ['connecting', 'open', 'closed']);
});

test('one that may not return is closed for good', () => {
  const events = { onOpen: () => undefined, onMessage: () => undefined, mayReturn: (code: number) => code !== 4_001 };
  openReconnectingSocket({ url: 'ws://here', onState: (state) => states.push(state) }, events);
  const [socket] = SteeredSocket.all;
  socket!.open();
  socket!.dispatchEvent(Object.assign(new Event('close'), { code: 4_001 }));
  mock.timers.tick(3_600_000);
  assert.deepEqual([states, SteeredSocket.all.length], [['connecting', 'open', 'closed'], 1]);
});

test('one that may return does, a while later', () => {
  const events = { onOpen: () => undefined, onMessage: () => undefined, mayReturn: () => true };
  const client = openReconnectingSocket({ url: 'ws://here', onState: (state) => states.push(state) }, events);
  SteeredSocket.all[0]!.open();
  SteeredSocket.all[0]!.dispatchEvent(Object.assign(new Event('close'), { code: 1_006 }));
  assert.deepEqual([states.at(-1), SteeredSocket.all.length], ['waiting', 1]);
  mock.timers.tick(500);
  assert.deepEqual([states.at(-1), SteeredSocket.all.length], ['connecting', 2]);
  client.close();
});
