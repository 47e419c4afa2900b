// Clients in a process of their own that ask and never read, for tests of what they may hold: node <file> <port> <count>.
import { once } from 'node:events';
import { connect } from 'node:net';

const [port, count] = process.argv.slice(2).map((text) => parseInt(text, 10)) as [number, number];
const askEveryMs = 250;

/** A frame as a client sends it, with a mask of zeros. */
function frameOf(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

async function open(): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(
    'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(socket, 'data');
  socket.pause();
  for (const sub of ['market.btcusdt.trade.detail', 'market.btcusdt.depth.step0']) socket.write(frameOf({ sub }));
  const asking = setInterval(() => {
    if (socket.writable) socket.write(frameOf({ req: 'market.ethusdt.kline.1min', id: 'r' }));
  }, askEveryMs);
  socket.on('close', () => clearInterval(asking));
}

process.once('disconnect', () => process.exit());
await Promise.all(Array.from({ length: count }, open));
process.send!('ready');
