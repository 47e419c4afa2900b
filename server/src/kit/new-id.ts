// New ids: UUID version 7, strictly increasing within a process, so that ids sort in the order they were made.
import { randomBytes } from 'node:crypto';
import type { Uuid } from '@candor/wire';
import type { Clock } from './clock.ts';

/** Makes the ids of one process. The 12 bits behind the milliseconds count; the rest is random. */
export function idMaker(clock: Clock): () => Uuid {
  let lastMs = 0;
  let counter = 0;
  let pool = Buffer.alloc(0);
  let used = 0;
  return () => {
    const now = clock.now();
    if (now > lastMs) {
      lastMs = now;
      counter = 0;
    } else if (++counter > 0xfff) {
      lastMs++;
      counter = 0;
    }
    if (used + 8 > pool.length) {
      pool = randomBytes(4096);
      used = 0;
    }
    const random = pool.toString('hex', used, used + 8);
    used += 8;
    const time = lastMs.toString(16).padStart(12, '0');
    const variant = ((parseInt(random[0]!, 16) & 0x3) | 0x8).toString(16);
    const count = counter.toString(16).padStart(3, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${random.slice(1, 4)}-${random.slice(4)}` as Uuid;
  };
}
