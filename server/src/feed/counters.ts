// What the feed has done since it started, for operations and for tests.

export interface Counters {
  /** Messages turned into a frame; each once, however many receive it. */
  encoded: number;
  /** Frames written to clients. */
  frames: number;
  /** Writes that carried them. */
  writes: number;
  bytes: number;
  /** Connections ended because their queue was full. */
  tooSlow: number;
}

export const zeroCounters = (): Counters => ({ encoded: 0, frames: 0, writes: 0, bytes: 0, tooSlow: 0 });
