// A file that comes with a request: streamed, never held as a whole.
import type { Readable } from 'node:stream';

export interface Upload {
  /** Ends early where the file is longer than its call takes. */
  bytes: Readable;
  /** Once the bytes have ended: whether that was the whole file. */
  isWhole: () => boolean;
}
