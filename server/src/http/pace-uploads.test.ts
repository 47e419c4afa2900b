// An upload may be late as long as it comes; nothing else may, and nobody holds a place with it.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { defineEndpoint, isEndpoint } from '@candor/wire';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ann, cookieOf, openTestDoor } from './http.test-support.ts';
import { createUploads } from './pace-uploads.ts';

const call = {
  method: 'POST',
  summary: 'Takes it.',
  payload: z.strictObject({}),
  reply: z.object({ bytes: z.number() }),
  refusals: [],
} as const;
const upload = defineEndpoint({ ...call, path: '/api/upload', who: 'self', takesFile: { bytesMax: 1_000_000 } });
const plain = defineEndpoint({ ...call, path: '/api/plain', who: 'anyone' });

/** Any request has 0.2 s; an upload 0.8 s, with at least 500 bytes a second, two at once. */
const door = await openTestDoor({
  calls: [upload, plain],
  requests: { withinMs: 200, everyMs: 40 },
  uploads: { everyMs: 150, leastPerSecond: 500, totalMs: 800, lateMax: 2, perAddress: 2, perSite: 2 },
  connections: { answerMs: 300 },
  async handle({ call: asked, context }) {
    let bytes = 0;
    if (isEndpoint(asked) && asked.takesFile)
      for await (const part of (await context.openUpload!()).bytes) bytes += (part as Buffer).length;
    return { bytes };
  },
});
let port: number;
before(async () => void ({ port } = await door.listen({ host: '127.0.0.1', port: 0 })));
after(() => door.close());

const turnMs = 20;
/** What is sent is all there by then. */
const wholeMs = 100 * turnMs;
const partHead = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
const otherHead = partHead.replace('"file"', '"else"');
const partEnd = '\r\n--x--\r\n';

interface Sent {
  status: string;
  text: string;
  ms: number;
}

/**
 * That many bytes each 20 ms, a hundred times that in all or as many as it takes; answers with what came back and when it was over. With
 * `turnsAfter` the file is whole by then, and as many bytes that belong to no part go on coming, whatever is answered.
 */
function drip(
  bytes: number,
  { turns = 100, turnsAfter = 0, head: part = partHead, path = '/api/upload', cookie = cookieOf(ann), isHalfOpen = false } = {}, // oxfmt-ignore
): Promise<Sent> {
  const startedAt = performance.now();
  const length = part.length + bytes * (turns + turnsAfter) + partEnd.length;
  const type = path === '/api/plain' ? 'application/json' : 'multipart/form-data; boundary=x';
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
  return new Promise((resolve) => {
    let [text, left] = ['', turns + turnsAfter];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: isHalfOpen });
    socket.write(head + part);
    const dripping = setInterval(() => {
      if (left === 0) return;
      socket.write('a'.repeat(bytes));
      if (--left === turnsAfter) socket.write(partEnd);
    }, turnMs);
    const end = (): void => {
      clearInterval(dripping);
      socket.destroy();
      resolve({ status: /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? '', text, ms: performance.now() - startedAt });
    };
    socket.on('error', () => undefined).on('close', end);
    socket.on('data', (answer) => {
      text += answer.toString();
      if (text.includes('"bytes"') && turnsAfter === 0) end();
    });
  });
}

test('one that keeps coming is taken, however long its answer takes by the rule for all', async () => {
  const { status, text, ms } = await drip(100, { turns: 26 });
  assert.equal(status, '200', text);
  assert.match(text, /"bytes":2600\b/);
  assert.ok(ms > 500, `${Math.round(ms)} ms`);
});

test('one that is silent, that drips, or that has no end is let go', async () => {
  const [silent, dripping, endless, deaf] = await Promise.all([drip(0), drip(1), drip(100), drip(1, { isHalfOpen: true })]); // oxfmt-ignore
  for (const [what, { status, ms }] of Object.entries({ silent, dripping, deaf, endless })) {
    assert.notEqual(status, '200', what);
    assert.ok(ms < wholeMs, `${what}: ${Math.round(ms)} ms`);
  }
  assert.ok(endless.ms > 700, `endless: ${Math.round(endless.ms)} ms`);
});

test('no other request may be late, nor an upload of somebody who is not logged in', async () => {
  const toPlain = { path: plain.path };
  const others = await Promise.all([drip(100, toPlain), drip(100, { ...toPlain, isHalfOpen: true }), drip(100, { cookie: '' })]); // oxfmt-ignore
  for (const { status, ms } of others) {
    assert.notEqual(status, '200');
    assert.ok(ms < wholeMs, `${Math.round(ms)} ms`);
  }
});

test('once those are gone, others may be late; no more at once than may be, the rest end as any request does', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => drip(100, { turns: 17 })));
  assert.deepEqual(all.map(({ status }) => status).sort(), ['200', '200', '400', '400']); // oxfmt-ignore
});

test('whoever is answered already holds no place, whether refused at once or let in and going on', async () => {
  const attacks = [
    drip(100, { head: otherHead }),
    drip(100, { head: otherHead, isHalfOpen: true }),
    drip(100, { turns: 20, turnsAfter: 80 }),
    drip(100, { turns: 20, turnsAfter: 80, isHalfOpen: true }),
  ];
  await new Promise((resolve) => setTimeout(resolve, 500));
  const honest = await Promise.all([1, 2].map(() => drip(100, { turns: 20 })));
  assert.deepEqual(honest.map(({ status }) => status), ['200', '200']); // oxfmt-ignore
  const ends = await Promise.all(attacks);
  assert.deepEqual(ends.map(({ status }) => status), ['400', '400', '200', '200']); // oxfmt-ignore
  for (const { ms } of ends) assert.ok(ms < wholeMs, `${Math.round(ms)} ms`);
  assert.match(ends[0]!.text, /one file is expected/);
});

test('those of one address, and those of one site, leave places to others', () => {
  const uploads = createUploads({ everyMs: 60_000, leastPerSecond: 1, totalMs: 60_000, lateMax: 6, perAddress: 2, perSite: 3 }); // oxfmt-ignore
  const tooLate = Object.assign(new Error('too late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  const raws: EventEmitter[] = [];
  const mayBeLate = (ip: string): boolean => {
    const socket = { bytesRead: 0 } as Socket;
    const raw = Object.assign(new EventEmitter(), { socket, closed: false });
    raws.push(raw);
    uploads.begin({ ip, raw } as unknown as FastifyRequest);
    return uploads.goesOn(tooLate, socket);
  };
  const steps: [ip: string, may: boolean][] = [
    ['192.0.2.1', true],
    ['192.0.2.1', true],
    ['192.0.2.1', false],
    ['2001:db8:1:1::1', true],
    ['2001:db8:1:1::2', true],
    ['2001:db8:1:1::3', false],
    ['2001:db8:1:2::1', true],
    ['2001:db8:1:3::1', false],
    ['2001:db8:2:1::1', true],
    ['192.0.2.2', false],
  ];
  for (const [ip, may] of steps) assert.equal(mayBeLate(ip), may, ip);
  raws[0]!.emit('close');
  assert.ok(mayBeLate('192.0.2.1'));
  for (const raw of raws) raw.emit('close');
});
