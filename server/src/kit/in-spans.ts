// Reads a long period of time in spans, one short statement per span, so that each stays well below the statement timeout even on slow disks.
// If the database fails, only the current span is read again, not the whole period.
import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from './faults.ts';

/** Milliseconds since 1970. The statement decides whether `from` and `to` are included. */
export interface Span {
  from: number;
  to: number;
}

interface SpanTerms<Row> extends Span {
  /** Runs one statement. Called again for the same times after a failure of the database. */
  read: (span: Span) => Promise<readonly Row[]>;
  signal?: AbortSignal | undefined;
}

const minuteMs = 60_000;
const firstMs = 60 * minuteMs;
export const spanLimits = { minMs: minuteMs, maxMs: 4 * 24 * 60 * minuteMs } as const;
/** Target per span: a tenth of the statement timeout, and few enough rows to not block the event loop. */
const sought = { tookMs: 3_000, rows: 2_000 };
/** Consecutive failures before reading is given up, and the pauses between tries, in ms: about half a minute in total. */
const failuresMax = 10;
const [pauseMs, pauseMaxMs] = [50, 8_000];

/** Returns the length of the next span, in ms, given the duration and the number of rows of the last span. */
export function nextSpanMs(spanMs: number, { tookMs, rows }: { tookMs: number; rows: number }): number {
  if (tookMs > sought.tookMs || rows > sought.rows) return Math.max(spanLimits.minMs, Math.floor(spanMs / 2));
  if (tookMs < sought.tookMs / 4 && rows < sought.rows / 4) return Math.min(spanLimits.maxMs, spanMs * 2);
  return spanMs;
}

/** Returns the length after a failed span: shorter, as the statement may have been cancelled by its timeout. */
export const spanMsAfterFailure = (spanMs: number): number => Math.max(spanLimits.minMs, Math.floor(spanMs / 4));

/** Yields the rows of each span in order. Throws if the database fails too many times in a row, on any other error, or when aborted. */
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
