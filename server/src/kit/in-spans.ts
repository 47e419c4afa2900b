// Reads a long time in spans, each with a statement of its own that stays far inside the limits of requests, whatever the disk is like.
// A span that fails because of the database is read again, so a fail-over costs one span and not a year.
import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from './faults.ts';

/** Milliseconds since 1970. Whether its ends are part of it is for the statement to say. */
export interface Span {
  from: number;
  to: number;
}

interface SpanTerms<Row> extends Span {
  /** One statement. It may run twice. */
  read: (span: Span) => Promise<readonly Row[]>;
  signal?: AbortSignal | undefined;
}

const minuteMs = 60_000;
const firstMs = 60 * minuteMs;
export const spanLimits = { minMs: minuteMs, maxMs: 4 * 24 * 60 * minuteMs } as const;
/** A tenth of what a statement of a request may take; and as many rows as are read without keeping others of the process waiting. */
const sought = { tookMs: 3_000, rows: 2_000 };
/** Spans in a row that fail before the whole is given up, and the pauses between them, in ms: half a minute together. */
const failuresMax = 10;
const [pauseMs, pauseMaxMs] = [50, 8_000];

/** The length of the next span, in ms, after one that took so long and gave so many rows. */
export function nextSpanMs(spanMs: number, { tookMs, rows }: { tookMs: number; rows: number }): number {
  if (tookMs > sought.tookMs || rows > sought.rows) return Math.max(spanLimits.minMs, Math.floor(spanMs / 2));
  if (tookMs < sought.tookMs / 4 && rows < sought.rows / 4) return Math.min(spanLimits.maxMs, spanMs * 2);
  return spanMs;
}

/** After one that failed: a statement that was cancelled by a limit may be inside of it if there is less to read. */
export const spanMsAfterFailure = (spanMs: number): number => Math.max(spanLimits.minMs, Math.floor(spanMs / 4));

/** The rows of one span after another, in order. Rejects once the database has failed for long, at any other error, or when aborted. */
export async function* inSpans<Row>({ from, to, read, signal }: SpanTerms<Row>): AsyncGenerator<readonly Row[]> {
  let [spanMs, failures] = [firstMs, 0];
  for (let at = from; at < to;) {
    signal?.throwIfAborted();
    const end = Math.min(to, at + spanMs);
    const startedAt = performance.now();
    let rows: readonly Row[];
    try {
      rows = await read({ from: at, to: end });
    } catch (error) {
      if (!isPassing(error) || ++failures > failuresMax) throw error;
      spanMs = spanMsAfterFailure(spanMs);
      await sleep(Math.min(pauseMaxMs, pauseMs * 2 ** (failures - 1)), undefined, { signal });
      continue;
    }
    spanMs = nextSpanMs(spanMs, { tookMs: performance.now() - startedAt, rows: rows.length });
    [at, failures] = [end, 0];
    yield rows;
  }
}
