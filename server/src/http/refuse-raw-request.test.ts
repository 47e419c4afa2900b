import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { refuseRawRequest } from './refuse-raw-request.ts';
import { apiHeaders } from './security-headers.ts';

/** What a connection that has sent so many bytes is told when its request is too slow, and whether it is closed. */
function toldAfter(bytesRead: number): string {
  let told = '';
  const socket = {
    bytesRead,
    writable: true,
    end: (text: string) => (told += text),
    destroy: () => (told += 'closed'),
    destroySoon: () => (told += ' closed'),
  };
  const tooSlow = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  refuseRawRequest(tooSlow, socket as unknown as Socket);
  return told;
}

test('a connection that a browser opened ahead and did not use is closed without an answer that a request could get', () => {
  assert.equal(toldAfter(0), 'closed');
});

test('a request that comes too slowly is told so, and its sender is not listened to any more', () => {
  assert.match(toldAfter(12), /^HTTP\/1\.1 400 [\s\S]*the request came too slowly[\s\S]* closed$/);
});

test('browsers are told of it what they are told of every answer', () => {
  const told = toldAfter(12).toLowerCase();
  for (const [name, value] of Object.entries(apiHeaders(false)))
    assert.ok(told.includes(`\r\n${name}: ${value.toLowerCase()}\r\n`), name);
  assert.match(told, /object-src 'none'; base-uri 'none'/);
});
