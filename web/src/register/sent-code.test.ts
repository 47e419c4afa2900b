import { expect, test } from 'vitest';
import { nextCodeAt, parseSentCode, sentFromWait } from './sent-code.ts';

const now = 1_000_000;
const sent = { channel: 'email', recipient: 'ada@example.com', at: now - 20_000 } as const;

test('survives a reload', () => expect(parseSentCode(JSON.stringify(sent), now)).toEqual(sent));

test.each([
  null,
  '',
  '{',
  'null',
  '{"at":1}',
  JSON.stringify({ ...sent, at: now + 600_000 }),
  JSON.stringify({ ...sent, at: now - 600_000 }),
])('%s is none', (text) => expect(parseSentCode(text, now)).toBeUndefined());

test('survives a reload where the device is behind the server', () => {
  const ahead = { ...sent, at: now + 180_000 };
  expect(parseSentCode(JSON.stringify(ahead), now)).toEqual(ahead);
});

test('the same recipient waits a minute, another one does not', () => {
  expect(nextCodeAt(sent, sent.recipient)).toBe(now + 40_000);
  expect(nextCodeAt(sent, '')).toBe(now + 40_000);
  expect(nextCodeAt(sent, 'bob@example.com')).toBe(0);
  expect(nextCodeAt(undefined, sent.recipient)).toBe(0);
});

test('the wait that the server names becomes a time of sending', () => {
  expect(nextCodeAt({ ...sent, at: sentFromWait(25, now) }, sent.recipient)).toBe(now + 25_000);
  expect(sentFromWait(999, now)).toBe(now);
});
