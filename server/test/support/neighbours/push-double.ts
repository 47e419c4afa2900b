// Test double of a push service, and browsers that read what it passes on, by the standards and without the library that sends. A test sets the
// answer of a path for good with `answer`, or switches a fault on with `turn`.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { ECDH } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushDevice } from '../../../src/kit/push.ts';
import { createSwitches, faults, type Fault, type Neighbour } from './neighbour.ts';

export interface Pushed {
  headers: IncomingHttpHeaders & Record<string, string | undefined>;
  body: Buffer;
}

export interface PushAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/**
 * silent: takes the message and does not answer. cut: takes it and closes the connection. half-answer: closes it within the headers.
 * cut-after-head, endless: sends the status, but the body breaks off or never ends. garbage: the answer is not HTTP.
 */
export type PushFault = 'silent' | 'cut' | 'half-answer' | 'cut-after-head' | 'endless' | 'garbage';

export interface PushService extends Neighbour<'push'> {
  origin: string;
  browser(path: string): { device: PushDevice; decrypt(body: Buffer): string };
  /** Sets the answer to the next requests of a path; the default is 201 without a body. */
  answer(path: string, answer: number | PushAnswer | PushFault): void;
  received(path: string): readonly Pushed[];
  /** Resolves at the next request to this path. */
  asked(path: string): Promise<void>;
  /** Sends 201 to the requests that were left without an answer. */
  answerLate(path: string): void;
  /** The claims of an Authorization header of RFC 8292 that this key signed. */
  verify(authorization: string, publicKey: string): { aud: string; exp: number; sub: string };
}

/** An answer has one part, so that nothing can be reordered, and says nothing of the message, so that an earlier one can't be repeated. */
const possible: readonly Fault[] = faults.filter((fault) => fault !== 'reordered' && fault !== 'repeated');

/** Forms of the fault `other-words`. */
const wordings: readonly (PushAnswer | PushFault)[] = [
  { status: 429, headers: { 'retry-after': '1' } },
  { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>Back soon.</html>' },
  { status: 302 },
  'garbage',
];

const answerWith = (fault: Fault, count: number): PushAnswer | PushFault => {
  if (fault === 'late') return 'silent';
  if (fault === 'partial') return 'half-answer';
  if (fault === 'withdrawn') return { status: 410 };
  return fault === 'empty' ? { status: 200 } : wordings[count % wordings.length]!;
};

export async function openPushService(): Promise<PushService> {
  const answers = new Map<string, PushAnswer | PushFault>();
  const received = new Map<string, Pushed[]>();
  const silent = new Map<string, ServerResponse[]>();
  const asked = new EventEmitter();
  const switches = createSwitches<'push'>();
  let worded = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const pushed = { headers: request.headers as Pushed['headers'], body: Buffer.concat(chunks) };
      received.set(path, [...(received.get(path) ?? []), pushed]);
      const fault = switches.take('push');
      const count = fault === 'other-words' ? worded++ : 0;
      const answer = fault === undefined ? (answers.get(path) ?? { status: 201 }) : answerWith(fault, count);
      if (answer === 'silent') silent.set(path, [...(silent.get(path) ?? []), response]);
      else reply(response, answer);
      asked.emit(path);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    name: 'push',
    steps: ['push'],
    faultsAt: () => possible,
    turn: switches.turn,
    mend: switches.mend,
    faultsGiven: switches.given,
    origin,
    browser(path) {
      const keys = createECDH('prime256v1');
      const [p256dh, auth] = [keys.generateKeys('base64url'), randomBytes(16)];
      const device = { endpoint: origin + path, p256dh, auth: auth.toString('base64url') };
      return { device, decrypt: (body) => decrypt(body, { keys, auth }) };
    },
    answer: (path, answer) => void answers.set(path, typeof answer === 'number' ? { status: answer } : answer),
    received: (path) => received.get(path) ?? [],
    asked: async (path) => void (await once(asked, path)),
    answerLate(path) {
      for (const response of silent.get(path) ?? []) reply(response, { status: 201 });
      silent.delete(path);
    },
    verify: verifyClaims,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reply(response: ServerResponse, answer: PushAnswer | Exclude<PushFault, 'silent'>): void {
  if (typeof answer === 'object') {
    const { status, headers, body } = answer;
    response.writeHead(status, { location: '/elsewhere', ...headers }).end(body);
    return;
  }
  const socket = response.socket!;
  if (answer === 'cut') socket.destroy();
  else if (answer === 'half-answer') socket.end('HTTP/1.1 201 Crea');
  else if (answer === 'garbage') socket.end('250 2.0.0 taken\r\n\r\n');
  else {
    response.writeHead(201, { 'content-length': '1000' }).write('{');
    if (answer === 'cut-after-head') setImmediate(() => socket.destroy());
  }
}

/** RFC 8291 over RFC 8188: one record, as a message that fits into 4 KiB is. */
function decrypt(body: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): string {
  const [salt, idLength] = [body.subarray(0, 16), body[20]!];
  const serverKey = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const shared = keys.computeSecret(serverKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), serverKey]);
  const material = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const contentKey = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  assert.equal(padded[end], 2, 'the last record ends with 2');
  return padded.subarray(0, end).toString('utf8');
}

function verifyClaims(authorization: string, publicKey: string): { aud: string; exp: number; sub: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  assert.equal(key, publicKey);
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: jwk, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isSigned, 'the token is signed with the server key');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string };
}
