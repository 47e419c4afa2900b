// Data between the processes of a deployment, over ways that others can write to: whatever they did not sign, or signed long ago for
// somebody to say again, is not read.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { systemClock, type Clock } from './clock.ts';

export interface SignedMessages {
  /** `kind` is signed too, so that nothing can be passed off as something else. */
  seal: (kind: string, body: object) => Buffer;
  /** Undefined for what must not be believed. */
  open: (kind: string, message: Buffer) => unknown;
}

const macBytes = 32;
/** Further apart than the clocks of two hosts that are set. */
const ageMaxMs = 60_000;

/** The key is known to the processes of the deployment alone. */
export function signedMessages(key: Buffer, clock: Clock = systemClock): SignedMessages {
  const macOf = (kind: string, bytes: Buffer): Buffer =>
    createHmac('sha256', key).update(`${kind}\n`).update(bytes).digest();
  return {
    seal(kind, body) {
      const bytes = serialize({ at: clock.now(), body });
      return Buffer.concat([macOf(kind, bytes), bytes]);
    },
    open(kind, message) {
      const [mac, bytes] = [message.subarray(0, macBytes), message.subarray(macBytes)];
      if (mac.length !== macBytes || !timingSafeEqual(mac, macOf(kind, bytes))) return undefined;
      const { at, body } = deserialize(bytes) as { at: number; body: unknown };
      return Math.abs(clock.now() - at) > ageMaxMs ? undefined : body;
    },
  };
}
