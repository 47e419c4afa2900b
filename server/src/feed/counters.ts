// What the feed has done since it started, for operations and for tests.

export interface Counters {
  /** Messages turned into a frame; each once, however many receive it. */
  encoded: number;
  /** Frames written to clients. */
  frames: number;
  /** Writes that carried them. */
  writes: number;
  bytes: number;
  /** Connections ended because they did not read what was sent. */
  tooSlow: number;
  /** Upgrades that were refused. */
  refused: number;
  /** Connections that are not read from just now, since their address or account asked for more than its part. */
  paused: number;
  /** Answers to requests that were made; all others were at hand. */
  computed: number;
}

export const zeroCounters = (): Counters => ({
  encoded: 0,
  frames: 0,
  writes: 0,
  bytes: 0,
  tooSlow: 0,
  refused: 0,
  paused: 0,
  computed: 0,
});
