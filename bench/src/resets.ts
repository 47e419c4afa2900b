// What sockets leave behind that are lost while answers wait for them: the real server, so many connections that subscribe and
// are reset at once, and its resident memory before and after.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { feedTopics } from '@candor/wire';
import { textFrameOf } from './feed/read-frames.ts';
import type { BenchResult } from './bench-result.ts';
import { inspectedOptions, openInspectors } from './memory/ask-inspector.ts';
import { onEarlyEnd, own, progress } from './own-processes.ts';
import { freePort } from '../../server/src/kit/free-ports.test-support.ts';
import { residentBytesOfServer } from '../../server/src/kit/processes.test-support.ts';
import { killAll, startServer, stopServer } from './server-process.ts';

const usualResets = 20_000;
const atOnce = 100;
/** Before the first look: what every process takes once for a crowd, and keeps. */
const warmUpResets = 4_000;
const settleMs = 5_000;
const growthMaxMb = 40;

interface Memory {
  /** By what is alive, buffers included. */
  heldMb: number;
  residentMb: number;
}

export async function benchResets({ rounds = usualResets }: { rounds?: number | undefined }): Promise<BenchResult> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-bench-resets-'));
  const port = await freePort();
  const server = await startServer({
    dataDirectory: directory,
    port,
    environment: {
      MARKET_SOURCE: 'simulated',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: inspectedOptions,
    },
  });
  own(server.child);
  const clean = async (): Promise<void> => {
    killAll(server, directory);
    rmSync(directory, { recursive: true, force: true });
  };
  onEarlyEnd(clean);
  try {
    const inspector = await openInspectors(server.logFile);
    const look = async (): Promise<Memory> => {
      await pause(settleMs);
      const heldMb = inMb(await inspector.heldBytes());
      return { heldMb, residentMb: inMb(residentBytesOfServer(server.child.pid!)) };
    };
    await loseMany(port, warmUpResets);
    const before = await look();
    for (let lost = 0; lost < rounds; lost += usualResets / 10) {
      await loseMany(port, Math.min(usualResets / 10, rounds - lost));
      progress(`${lost} lost: ${inMb(residentBytesOfServer(server.child.pid!))} MB`);
    }
    const after = await look();
    inspector.close();
    return report(rounds, before, after);
  } finally {
    await stopServer(server);
    await clean();
  }
}

function report(lost: number, before: Memory, after: Memory): BenchResult {
  const faults = (['heldMb', 'residentMb'] as const)
    .filter((part) => after[part] - before[part] > growthMaxMb)
    .map((part) => `${part} grew from ${before[part]} to ${after[part]}`);
  return {
    text: `${lost} sockets were lost. Before: ${JSON.stringify(before)}, after: ${JSON.stringify(after)}\n`,
    json: { resets: { lost, before, after } },
    faults,
  };
}

async function loseMany(port: number, count: number): Promise<void> {
  for (let lost = 0; lost < count; lost += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, count - lost) }, () => loseOne(port)));
  }
}

const subscriptions = Buffer.concat(
  [feedTopics.depth('btcusdt'), feedTopics.kline('btcusdt', '1min'), feedTopics.sources('btcusdt')].map((sub) =>
    textFrameOf(JSON.stringify({ sub, id: 'r' })),
  ),
);

async function loseOne(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const closed = once(socket, 'close');
  socket.on('error', () => socket.destroy());
  socket.write(
    'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  socket.once('data', () => socket.write(subscriptions, () => socket.resetAndDestroy()));
  await closed;
}

const inMb = (bytes: number): number => Math.round(bytes / 1e6);
