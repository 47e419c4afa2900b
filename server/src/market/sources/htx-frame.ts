// One frame of the HTX websocket: unpacked within bounds, parsed without losing a digit, and told apart by kind.
import { gunzipSync } from 'node:zlib';
import { isObject, parseLossless } from './lossless-json.ts';
import type { LosslessObject, LosslessValue } from './lossless-json.ts';

export type HtxMessage =
  | { kind: 'ping'; digits: string }
  | { kind: 'subscribed' | 'unsubscribed'; topic: string }
  | { kind: 'error'; id: string | undefined; text: string }
  | { kind: 'push'; topic: string; tick: LosslessValue | undefined }
  | { kind: 'other' };

/** A book of 150 levels takes 7 kB; nothing that we subscribe to comes near this. */
const inflatedBytesMax = 4 * 1024 * 1024;

/** Throws if the frame is not what the protocol sends. */
export function readFrame(frame: Buffer): HtxMessage {
  const value = parseLossless(gunzipSync(frame, { maxOutputLength: inflatedBytesMax }).toString('utf8'));
  if (!isObject(value)) throw new Error('not an object');
  return classify(value);
}

function classify(message: LosslessObject): HtxMessage {
  const { ping, ch, subbed, unsubbed, status } = message;
  if (typeof ping === 'string') {
    if (!/^\d{1,20}$/.test(ping)) throw new Error('a ping is a whole number');
    return { kind: 'ping', digits: ping };
  }
  if (typeof ch === 'string') return { kind: 'push', topic: ch, tick: message['tick'] };
  if (status === 'error') {
    const id = typeof message['id'] === 'string' ? message['id'] : undefined;
    return { kind: 'error', id, text: `${String(message['err-code'])}: ${String(message['err-msg'])}`.slice(0, 200) };
  }
  if (typeof subbed === 'string') return { kind: 'subscribed', topic: subbed };
  if (typeof unsubbed === 'string') return { kind: 'unsubscribed', topic: unsubbed };
  return { kind: 'other' };
}
