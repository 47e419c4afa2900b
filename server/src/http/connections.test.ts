// Connections that are held and not used as they should be: too many, unread, and with requests sent ahead.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { connect, Server as AnyServer } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { PassThrough } from 'node:stream';
import { manualClock } from '../kit/clock.ts';
import { until } from '../kit/until.test-support.ts';
import { connectionLimits, guardConnections, type ConnectionLimits } from './connections.ts';
import { trustedProxies } from '../kit/trusted-proxies.ts';
import { one, openTestDoor } from './http.test-support.ts';
import type { TestDoorOptions } from './http.test-support.ts';
import { longRun } from '../../test/support/long-run.ts';

async function openDoor(connections: Partial<ConnectionLimits>, options: TestDoorOptions = {}) {
  const door = await openTestDoor({ calls: [one], connections, ...options });
  const { port } = await door.listen({ host: '127.0.0.1', port: 0 });
  const dial = (localAddress = '127.0.0.1') => track(connect({ port, host: '127.0.0.1', localAddress }));
  return { ...door, dial };
}

interface Dialled {
  socket: Socket;
  text: string;
  isClosed: boolean;
}

function track(socket: Socket): Dialled {
  const dialled = { socket, text: '', isClosed: false };
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => (dialled.text += bytes.toString()));
  socket.on('close', () => (dialled.isClosed = true));
  return dialled;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const statusesIn = ({ text }: Dialled): string[] =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status!);

test('an address has its share of the connections, all together theirs, and both come back', async () => {
  const door = await openDoor({ total: 100, forHttp: 6, perAddress: 3 });
  const ofOne = Array.from({ length: 5 }, () => door.dial());
  await until('the surplus is gone', () => ofOne.filter(({ isClosed }) => isClosed).length === 2);
  const others = ['127.0.2.1', '127.0.2.2', '127.0.2.3', '127.0.2.4', '127.0.2.5'].map((address) => door.dial(address));
  await until('the surplus of all is gone', () => others.filter(({ isClosed }) => isClosed).length === 2);
  for (const { socket } of [...ofOne, ...others]) socket.write(get('/livez'));
  const answered = (all: Dialled[]): number => all.filter((dialled) => statusesIn(dialled).length > 0).length;
  await until('those that are left are answered', () => answered(ofOne) === 3 && answered(others) === 3);
  assert.deepEqual(ofOne.filter(({ isClosed }) => !isClosed).map(statusesIn), [['200'], ['200'], ['200']]);
  assert.equal(others.filter((dialled) => statusesIn(dialled)[0] === '200').length, 3);
  for (const { socket } of [...ofOne, ...others]) socket.destroy();
  await until('there is room again', async () => {
    const again = door.dial();
    again.socket.write(get('/livez'));
    await until('it is answered or let go', () => again.isClosed || statusesIn(again).length > 0);
    again.socket.destroy();
    return statusesIn(again)[0] === '200';
  });
  await door.close();
});

test('a proxy speaks for many, and who opens connections all the time is not let in at each', async () => {
  const proxied = await openDoor({ forHttp: 50, perAddress: 2 }, { trustedProxies: trustedProxies(['127.0.3.0/24']) });
  const many = Array.from({ length: 10 }, () => proxied.dial('127.0.3.7'));
  for (const { socket } of many) socket.write(get('/livez'));
  await until('all are answered or let go', () => many.every((each) => each.isClosed || statusesIn(each).length > 0));
  assert.equal(many.filter(({ isClosed }) => isClosed).length, 0);
  for (const { socket } of many) socket.destroy();
  await proxied.close();

  const door = await openDoor({ opened: { perSecond: 1, burst: 5 } });
  let refused = 0;
  for (let count = 0; count < 12; count++) {
    const dialled = door.dial();
    dialled.socket.write(get('/livez'));
    await until('it is answered or let go', () => dialled.isClosed || statusesIn(dialled).length > 0);
    if (statusesIn(dialled).length === 0) refused++;
    dialled.socket.destroy();
  }
  // Time stands still.
  assert.equal(refused, 7);
  await door.close();
});

test('whoever has a whole site of IPv6 has a few households’ connections, also to open', () => {
  const limits = connectionLimits({ total: 2_000, forHttp: 1_000, forSockets: 1_000 }, (address) => address === '2001:db8:9::1'); // oxfmt-ignore
  const open = (own: Partial<ConnectionLimits>) => {
    const server = Object.assign(new EventEmitter(), { setTimeout: () => undefined });
    guardConnections(server as unknown as Server, { ...limits, perAddress: 3, ...own }, manualClock(0));
    const sockets: PassThrough[] = [];
    return {
      server,
      sockets,
      come: (remoteAddress: string): boolean => {
        let isTaken = true;
        const socket = Object.assign(new PassThrough(), { remoteAddress, resetAndDestroy: () => (isTaken = false) });
        server.emit('connection', socket);
        sockets.push(socket);
        return isTaken;
      },
    };
  };
  const home = (place: number): string => `2001:db8:1:${place.toString(16)}::1`;
  const taken = (come: (address: string) => boolean, addressOf: (place: number) => string) =>
    Array.from({ length: 100 }, (_, place) => come(addressOf(place))).filter(Boolean).length;
  const held = open({});
  assert.equal(taken(held.come, home), 24);
  assert.equal(taken(held.come, () => '2001:db8:2::1'), 3); // oxfmt-ignore
  assert.equal(taken(held.come, () => '2001:db8:9::1'), 100, 'a proxy speaks for many'); // oxfmt-ignore
  held.sockets[0]!.emit('close');
  assert.deepEqual([held.come(home(200)), held.come(home(201))], [true, false]);
  held.server.emit('close');
  const opened = open({ perAddress: 100, opened: { perSecond: 1, burst: 2 } });
  assert.equal(taken(opened.come, home), 16);
  opened.server.emit('close');
});

test('requests sent ahead wait for the answers before theirs; nothing is begun beside another, and too many end it', async () => {
  let underWay = 0;
  let mostAtOnce = 0;
  const order: number[] = [];
  const door = await openDoor(
    {},
    {
      handle: async ({ payload }) => {
        mostAtOnce = Math.max(mostAtOnce, ++underWay);
        await wait(20);
        underWay--;
        order.push((payload as { n: number }).n);
        return {};
      },
    },
  );
  const post = (n: number): string =>
    `POST /api/one HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${String(n).length + 6}\r\n\r\n{"n":${n}}`;
  const patient = door.dial();
  patient.socket.write(Array.from({ length: 12 }, (_, n) => post(n)).join(''));
  await until('twelve answers', () => statusesIn(patient).length === 12);
  assert.ok(statusesIn(patient).every((status) => status === '200'));
  assert.deepEqual([mostAtOnce, order], [1, Array.from({ length: 12 }, (_, n) => n)]);
  patient.socket.write(post(12));
  await until('one more', () => statusesIn(patient).length === 13);
  patient.socket.destroy();

  order.length = 0;
  const greedy = door.dial();
  greedy.socket.write(Array.from({ length: 200 }, (_, n) => post(n)).join(''));
  await until('it is let go', () => greedy.isClosed);
  await door.close();
  assert.ok(order.length <= 1, `${order.length} were done`);
});

test(
  'who does not read is let go, and so is who reads a drop at a time; who is only slow is not',
  { timeout: 240_000, ...longRun('waits for who does not read') },
  async () => {
    const large = `<!doctype html>${'x'.repeat(8 * 1024 * 1024)}`;
    const pages = { '/large': { contentType: 'text/html', body: () => large } };
    const door = await openDoor({ stallMs: 1_000, answerMs: 3_000 }, { pages });
    // A paused socket does not hear that it was closed, so the server is asked.
    const gone = new Set<number>();
    door.app.server.on('connection', (socket: Socket) => {
      const { remotePort } = socket;
      socket.once('close', () => gone.add(remotePort!));
    });
    const letGo = ({ socket }: Dialled): boolean => gone.has(socket.localPort!);
    const ask = (): Dialled => {
      const dialled = door.dial();
      dialled.socket.write(get('/large'));
      return dialled;
    };
    const slow = ask();
    const silent = ask();
    silent.socket.pause();
    const dripping = ask();
    dripping.socket.pause();
    const drip = setInterval(() => dripping.socket.read(1_000), 200);
    const pacing = setInterval(() => (slow.socket.isPaused() ? slow.socket.resume() : slow.socket.pause()), 100);
    try {
      await until('the silent one is let go', () => letGo(silent), 5_000);
      await until('the dripping one is let go', () => letGo(dripping), 6_000);
      await until('the slow one has it all', () => slow.text.length > large.length || slow.isClosed, 5_000);
      assert.ok(slow.text.length > large.length);
    } finally {
      clearInterval(drip);
      clearInterval(pacing);
      for (const { socket } of [slow, silent, dripping]) socket.destroy();
      await door.close();
    }
  },
);

test(
  'a turn takes many of those who wait, so that a crowd at the door keeps nobody out',
  { skip: process.platform !== 'linux' },
  async (context) => {
    const door = await openDoor({ total: 500, forHttp: 500, perAddress: 500, opened: { perSecond: 1e6, burst: 1e6 } });
    let taken = 0;
    door.app.server.on('connection', () => taken++);
    const crowd = Array.from({ length: 160 }, () => door.dial());
    context.after(async () => {
      for (const { socket } of crowd) socket.destroy();
      await door.close();
    });
    const takenInTurns: number[] = [];
    while (taken < crowd.length && takenInTurns.length < 1_000) {
      const before = taken;
      // What a turn has to do besides; meanwhile those who wait have all come.
      for (const until = Date.now() + 2; Date.now() < until;);
      await new Promise(setImmediate);
      takenInTurns.push(taken - before);
    }
    assert.equal(taken, crowd.length);
    assert.ok(Math.max(...takenInTurns) <= 32, `of a turn: ${takenInTurns.join(' ')}, and all else waited`);
    assert.ok(takenInTurns.length < crowd.length / 2, `${takenInTurns.length} turns for ${crowd.length} connections`);
  },
);

test('a port that is in use is said to be so, although its sockets share it', async () => {
  const first = await openTestDoor({ calls: [one] });
  const { port } = await first.listen({ host: '127.0.0.1', port: 0 });
  const second = await openTestDoor({ calls: [one] });
  await assert.rejects(second.listen({ host: '127.0.0.1', port }), { code: 'EADDRINUSE' });
  await Promise.all([first.close(), second.close()]);
});

const onLinux = { skip: process.platform !== 'linux' };

test('a failure of one of its sockets does not end it, and it closes all the same', onLinux, async (context) => {
  const listening = context.mock.method(AnyServer.prototype, 'listen');
  const door = await openTestDoor({ calls: [one] });
  await door.listen({ host: '127.0.0.1', port: 0 });
  const servers = new Set(listening.mock.calls.map(({ this: server }) => server as AnyServer));
  const open = [...servers].filter((server) => server.listening);
  assert.equal(open.length, 16);
  for (const server of open) server.emit('error', Object.assign(new Error('accept ENOMEM'), { code: 'ENOMEM' }));
  await new Promise(setImmediate);
  const closed = door.close();
  for (const server of open) server.emit('error', Object.assign(new Error('accept ENOBUFS'), { code: 'ENOBUFS' }));
  await closed;
});

test('where the system refuses to share a port there is one socket', onLinux, async (context) => {
  const listen = Reflect.get(AnyServer.prototype, 'listen') as AnyServer['listen'];
  for (const code of ['ENOTSUP', 'ENOPROTOOPT', 'EINVAL']) {
    const opened = new Set<AnyServer>();
    context.mock.method(AnyServer.prototype, 'listen', function (this: AnyServer, ...args: Parameters<typeof listen>) {
      opened.add(this);
      const [options] = args as unknown[];
      if (!(options as { reusePort?: boolean }).reusePort) return Reflect.apply(listen, this, args);
      process.nextTick(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
      return this;
    });
    const door = await openTestDoor({ calls: [one] });
    const { port } = await door.listen({ host: '127.0.0.1', port: 0 });
    assert.deepEqual([...opened].filter((server) => server.listening), [door.app.server], code); // oxfmt-ignore
    assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200);
    await door.close();
    context.mock.restoreAll();
  }
});
