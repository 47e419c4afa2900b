// New ids: UUID version 7, strictly increasing within a process, so that ids sort in the order they were made.
import { randomBytes } from 'node:crypto';
import type { Uuid } from '@candor/wire';
import type { Clock } from './clock.ts';

/** The digits whose upper two bits are 10. */
const variants = '89ab';

/** Makes the ids of one process. The 12 bits behind the milliseconds count; the rest is random. */
export function idMaker(clock: Clock): () => Uuid {
  let lastMs = 0;
  let counter = 0;
  let time = '';
  let random = '';
  let used = 0;
  return () => {
    const now = clock.now();
    if (now > lastMs || ++counter > 0xfff) {
      lastMs = Math.max(now, lastMs + 1);
      counter = 0;
      const digits = lastMs.toString(16).padStart(12, '0');
      time = `${digits.slice(0, 8)}-${digits.slice(8)}`;
    }
    if (used + 16 > random.length) {
      random = randomBytes(4096).toString('hex');
      used = 0;
    }
    const variant = variants[parseInt(random[used]!, 16) & 0x3]!;
    const count = counter.toString(16).padStart(3, '0');
    const id = `${time}-7${count}-${variant}${random.slice(used + 1, used + 4)}-${random.slice(used + 4, used + 16)}`;
    used += 16;
    return id as Uuid;
  };
}
