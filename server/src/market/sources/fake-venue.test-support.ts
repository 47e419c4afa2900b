// For tests: an exchange that writes down what it is asked, and says and does what the test wants.
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

export interface FakeVenue {
  url: string;
  /** Texts that clients sent, newest last. */
  received: string[];
  connections(): number;
  /** To everyone who is connected. */
  say(text: string): void;
  /** Texts that hold this are not sent. */
  mute(part: string): void;
  cut(): void;
  close(): Promise<void>;
}

/** `answer`: what is said to a client at once for each of its texts. */
export async function startFakeVenue(answer: (text: string) => readonly string[] = () => []): Promise<FakeVenue> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const received: string[] = [];
  const muted: string[] = [];
  let connections = 0;
  server.on('connection', (socket: WebSocket) => {
    connections++;
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      received.push(text);
      for (const reply of answer(text)) socket.send(reply);
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const all = () => [...server.clients];
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    say(text) {
      if (!muted.some((part) => text.includes(part))) all().forEach((socket) => socket.send(text));
    },
    mute: (part) => void muted.push(part),
    cut: () => all().forEach((socket) => socket.terminate()),
    async close() {
      all().forEach((socket) => socket.terminate());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
