// An authenticator as people have it on their phones (RFC 6238, SHA-1, six digits, half a minute).
import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of now for a secret in base 32. */
export function totpOf(secret: string): { code: string } {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const place = digest.at(-1)! & 15;
  const code = (digest.readUInt32BE(place) & 0x7fffffff) % 1_000_000;
  return { code: String(code).padStart(6, '0') };
}
