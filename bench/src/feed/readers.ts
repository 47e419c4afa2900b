// Thousands of clients of the feed's benchmark in one process of their own. All count what they get; some read it too: how old
// it is, and whether a trade is missing. Some of those stop reading for a while.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { systemClock } from '../../../server/src/kit/clock.ts';
import { madeTopics } from './made-ticks.ts';
import { closeFrame, createFrameReader, pingFrame, pongFrameOf, textFrameOf } from './read-frames.ts';

export interface ReadersReport {
  /** Messages so far. */
  delivered: number;
  /** Ages of messages since the last report, ms. */
  ages: number[];
  lostTrades: number;
  /** Why connections ended, one text each. */
  endings: string[];
  isReady?: true;
}
/** stop, go-on: of all that read what they get. */
export type ReadersOrder = 'report' | 'stop' | 'go-on';

const port = parseInt(process.argv[2]!, 10);
const count = parseInt(process.argv[3]!, 10);
const sampleEvery = parseInt(process.argv[4]!, 10);
const connectAtOnce = 200;
/** Nothing but pings and answers is shorter. */
const shortBytes = 120;

let [delivered, lostTrades] = [0, 0];
const endings: string[] = [];
let ages: number[] = [];
const sampled: Socket[] = [];

process.on('message', (order: ReadersOrder) => {
  if (order === 'report') {
    tell({ delivered, ages, lostTrades, endings });
    ages = [];
    return;
  }
  for (const socket of sampled) {
    if (order === 'stop') socket.pause();
    else socket.resume();
  }
});
process.once('disconnect', () => process.exit());
await connectAll();
tell({ delivered, ages: [], lostTrades, endings, isReady: true });

function tell(report: ReadersReport): void {
  process.send!(report);
}

async function connectAll(): Promise<void> {
  for (let first = 0; first < count; first += connectAtOnce) {
    const some = Array.from({ length: Math.min(connectAtOnce, count - first) }, (_, place) => open(first + place));
    await Promise.all(some);
  }
}

function open(place: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const isSampled = place % sampleEvery === 0;
    if (isSampled) sampled.push(socket);
    const read = isSampled ? sampleReader() : undefined;
    const frames = createFrameReader();
    let reason = 'without a reason';
    const onFrame = (payload: Buffer, opcode: number): void => {
      if (opcode === closeFrame) return void (reason = payload.toString('utf8', 2));
      if (opcode === pingFrame) return void socket.write(pongFrameOf(payload));
      if (payload.length < shortBytes && answerPing(socket, payload)) return;
      delivered++;
      read?.(payload);
    };
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => endings.push(reason));
    socket.once('data', (head) => {
      const end = head.indexOf('\r\n\r\n') + 4;
      if (!head.toString('latin1', 0, 12).includes('101')) return reject(new Error('not upgraded'));
      socket.on('data', (chunk) => frames.take(chunk, onFrame));
      if (head.length > end) frames.take(head.subarray(end), onFrame);
      socket.write(Buffer.concat(madeTopics.map(({ name }) => textFrameOf(`{"sub":"${name}"}`))));
      resolve();
    });
    socket.write(
      'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
  });
}

/** True for everything that is no push. */
function answerPing(socket: Socket, payload: Buffer): boolean {
  const text = gunzipSync(payload).toString();
  const ping = /^\{"ping":(\d+)\}/.exec(text)?.[1];
  if (ping !== undefined) socket.write(textFrameOf(`{"pong":${ping}}`));
  return !text.startsWith('{"ch"');
}

/** Reads whole messages: how old they are, and whether a trade is missing. */
function sampleReader(): (payload: Buffer) => void {
  const lastTrade = new Map<string, number>();
  return (payload) => {
    const text = gunzipSync(payload).toString();
    const [, topic, ts, id] = /^\{"ch":"([^"]+)","ts":(\d+),"tick":\{(?:"id":(\d+))?/.exec(text) ?? [];
    if (topic === undefined) return;
    ages.push(systemClock.now() - parseInt(ts!, 10));
    if (!topic.endsWith('.trade.detail')) return;
    const trade = parseInt(id!, 10);
    const before = lastTrade.get(topic);
    if (before !== undefined) lostTrades += trade - before - 1;
    lastTrade.set(topic, trade);
  };
}
