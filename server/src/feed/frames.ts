// Whole WebSocket frames (RFC 6455, server side: never masked), built once and written to any number of sockets.
import { gzipSync } from 'node:zlib';
import { deflateOptions, gzipBehind, gzipStored, type Deflated } from './gzip-parts.ts';

const opcodes = { text: 0x1, binary: 0x2, ping: 0x9, pong: 0xa } as const;
const finalFragment = 0x80;

/** Pongs, pings and errors: compressed they would hardly be shorter. */
const shortLength = 150;

/** JSON as HTX clients expect it: one binary frame that holds one gzip member. */
export const gzipFrame = (json: string): Buffer =>
  frame('binary', json.length < shortLength ? gzipStored(json) : gzipSync(json, deflateOptions));

/** The same of a text that was compressed before, behind a head of its own. */
export const gzipFrameBehind = (head: string, text: Deflated): Buffer => frame('binary', ...gzipBehind(head, text));

export const textFrame = (text: string): Buffer => frame('text', Buffer.from(text));

export const pingFrame = (payload: Buffer): Buffer => frame('ping', payload);

/** The answer to a ping frame, which carries the ping's payload back. */
export const pongFrame = (payload: Buffer): Buffer => frame('pong', payload);

/** To leave in one write; a single frame is not copied. */
export const joinFrames = (frames: readonly Buffer[]): Buffer =>
  frames.length === 1 ? frames[0]! : Buffer.concat(frames);

function frame(kind: keyof typeof opcodes, ...parts: Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(headerLength + length);
  bytes[0] = finalFragment | opcodes[kind];
  if (headerLength === 2) {
    bytes[1] = length;
  } else if (headerLength === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  let place = headerLength;
  for (const part of parts) place += part.copy(bytes, place);
  return bytes;
}
