// The flood, in a process of its own so that it does not measure itself: sockets that ask as much as the limits allow, and
// readers of the documentation and of the archive beside them. node <file> <plan as JSON>
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { candlePeriods, coins, feedLimits } from '@candor/wire';
import { createFrameReader, pingFrame, pongFrameOf, textFrameOf } from '../feed/read-frames.ts';
import type { FloodOrder, FloodPlan, FloodReport } from './plan.ts';

const plan = JSON.parse(process.argv[2]!) as FloodPlan;
const counts: FloodReport = { open: 0, refused: 0, ended: 0, asked: 0, answered: 0, pages: 0 };
const sockets = new Set<Socket>();
/** Those that have subscribed to all that they may. */
const askers = new Set<Socket>();
let isAsking = false;
let asked = 0;

/** Just within what is allowed: 9 requests a second, and pings up to 18 messages. */
const roundMs = 112;
/** A socket that was refused or ended comes again. */
const comesAgainMs = 5_000;
/** `{"ping":1795300000000}` has this length, compressed or not; longer and shorter messages are not looked into. */
const [pingBytesMin, pingBytesMax] = [38, 48];
const topics = coins.flatMap(({ symbol }) => [
  ...candlePeriods.map((period) => `market.${symbol}.kline.${period}`),
  ...['depth.step0', 'trade.detail', 'detail', 'bbo', 'sources'].map((name) => `market.${symbol}.${name}`),
]);

process.on('message', (order: FloodOrder) => {
  if (order === 'report') return void process.send!({ ...counts, open: sockets.size } satisfies FloodReport);
  isAsking = order === 'ask';
});
process.once('disconnect', () => process.exit());

const nameOf = (number: number): string => `127.0.${1 + Math.floor(number / 200)}.${1 + (number % 200)}`;
for (let place = 0; place < plan.fromOne; place++) setTimeout(() => open('127.0.0.2', place), place / 2);
for (let place = 0; place < plan.fromMany; place++) {
  setTimeout(() => open(nameOf(place % plan.addresses), place), place / 2);
}
setInterval(askAll, roundMs);
for (let place = 0; place < plan.readers; place++) {
  void read(nameOf(place % plan.addresses), () => '/docs/openapi.json');
  void read(
    nameOf(place % plan.addresses),
    () => `/market/ticks?coin=BTC&from=${Date.now() - 90_000}&to=${Date.now()}`,
  );
}

function open(address: string, place: number): void {
  const socket = connect({ port: plan.port, host: '127.0.0.1', localAddress: address });
  const frames = createFrameReader();
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    if (sockets.delete(socket)) counts.ended++;
    askers.delete(socket);
    setTimeout(() => open(address, place), comesAgainMs * (0.5 + Math.random()));
  });
  socket.once('data', (head) => {
    if (!head.toString('latin1', 0, 12).includes('101')) {
      counts.refused++;
      return void socket.destroy();
    }
    sockets.add(socket);
    socket.on('data', (chunk) => frames.take(chunk, (payload, opcode) => answer(socket, payload, opcode)));
    subscribe(socket, place);
  });
  socket.write(
    'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
}

/** As many topics as one may have, and not the same as the others have. */
function subscribe(socket: Socket, place: number): void {
  let [next, left] = [(place * 37) % topics.length, feedLimits.topicsPerConnection];
  const some = setInterval(() => {
    for (let now = 0; now < 15 && left > 0; now++, left--) {
      socket.write(textFrameOf(`{"sub":"${topics[next++ % topics.length]}"}`));
    }
    if (left > 0 && !socket.destroyed) return;
    clearInterval(some);
    if (!socket.destroyed) askers.add(socket);
  }, 1_000);
}

function answer(socket: Socket, payload: Buffer, opcode: number): void {
  if (opcode === pingFrame) return void socket.write(pongFrameOf(payload));
  counts.answered++;
  if (payload.length < pingBytesMin || payload.length > pingBytesMax) return;
  const ping = /^\{"ping":(\d+)\}/.exec(gunzipSync(payload).toString())?.[1];
  if (ping !== undefined) socket.write(textFrameOf(`{"pong":${ping}}`));
}

function askAll(): void {
  if (!isAsking) return;
  const to = Math.floor(Date.now() / 1000);
  for (const socket of askers) {
    const topic = topics[asked % topics.length]!;
    const period = topic.includes('.kline.') ? topic : 'market.btcusdt.kline.1min';
    counts.asked += 2;
    socket.write(
      Buffer.concat([
        textFrameOf(`{"req":"${period}","id":"r","from":${to - 90_000 - (asked++ % 5_000)},"to":${to}}`),
        textFrameOf('{"ping":1}'),
      ]),
    );
  }
}

async function read(localAddress: string, path: () => string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const status = await new Promise<number>((resolve) => {
      const request = get({ host: '127.0.0.1', port: plan.port, path: path(), agent, localAddress }, (response) => {
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
        response.resume();
      });
      request.on('error', () => resolve(0));
    });
    if (status === 200) counts.pages++;
    // Who asks more than it may waits as long as it must.
    await new Promise((resolve) => setTimeout(resolve, status === 200 && isAsking ? 0 : 300));
  }
}
