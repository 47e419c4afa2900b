// Writes log lines to a descriptor without waiting. A full disk, a reader that ended and a reader that stopped reading cost log lines, never
// the process or its work. pino's own destination retries for ever on a full disk when the process exits, and blocks on a full pipe.
import { write, writeSync } from 'node:fs';

export interface LogOutput {
  write(line: string): void;
}

/** Bytes that wait for a slow reader or a full disk; lines beyond that are dropped and counted. */
const waitingMax = 8 * 1024 * 1024;
/** A pipe takes so many bytes whole or not at all (PIPE_BUF), so lines of processes that share it stay whole. */
const chunkMax = 4_096;
/** Node opens a pipe so that a full one refuses to be written to; its reader may be ready at any moment. */
const retryMs = { fullPipe: 20, other: 1_000 };
/** At exit a slow reader is waited for this long. */
const exitMaxMs = 1_000;
/** A write that takes longer than this is stuck: the reader does not read, and the thread that writes can't be ended. */
const stuckMs = 500;

/** `onResumed` gets the number of dropped lines once lines are written again. */
export function openLogOutput(fd: number, onResumed: (dropped: number) => void): LogOutput {
  const lines = createWaitingLines();
  let state: 'idle' | 'writing' | 'pausing' | 'without a reader' = 'idle';
  let chunk = Buffer.alloc(0);
  let startedAt = 0;

  function send(): void {
    if (chunk.length === 0) chunk = lines.take(chunkMax);
    if (chunk.length === 0) return lines.reportDropped(onResumed);
    state = 'writing';
    startedAt = performance.now();
    write(fd, chunk, 0, chunk.length, null, (error, written) => {
      state = 'idle';
      if (error) return afterError(error);
      chunk = chunk.subarray(written);
      send();
    });
  }

  function afterError(error: NodeJS.ErrnoException): void {
    if (error.code === 'EPIPE') return void (state = 'without a reader');
    state = 'pausing';
    const pauseMs = isFull(error) ? retryMs.fullPipe : retryMs.other;
    setTimeout(() => {
      state = 'idle';
      send();
    }, pauseMs).unref();
  }

  // Without this the last lines of a process that exits at once, often the ones that say why, would be missing.
  process.on('exit', () => {
    if (state === 'without a reader') return;
    // Node waits for its threads when it exits, so a stuck write would keep the process for ever.
    if (state === 'writing' && performance.now() - startedAt > stuckMs) process.kill(process.pid, 'SIGKILL');
    if (state !== 'writing') writeAtOnce(fd, chunk);
    writeAtOnce(fd, lines.take(waitingMax));
  });

  return {
    write(line) {
      if (state === 'without a reader') return;
      lines.add(line);
      if (state === 'idle') send();
    },
  };
}

function createWaitingLines() {
  let waiting: Buffer[] = [];
  let from = 0;
  let length = 0;
  let dropped = 0;
  return {
    add(line: string): void {
      const bytes = Buffer.from(line);
      if (length + bytes.length > waitingMax) return void dropped++;
      waiting.push(bytes);
      length += bytes.length;
    },
    /** The oldest lines, one at least, and no more than so many bytes besides it. */
    take(bytesMax: number): Buffer<ArrayBuffer> {
      const first = from;
      let taken = 0;
      while (from < waiting.length && (from === first || taken + waiting[from]!.length <= bytesMax))
        taken += waiting[from++]!.length;
      const chunk = Buffer.concat(waiting.slice(first, from));
      length -= taken;
      if (from === waiting.length) [waiting, from] = [[], 0];
      return chunk;
    },
    reportDropped(report: (count: number) => void): void {
      const count = dropped;
      dropped = 0;
      if (count > 0) report(count);
    },
  };
}

function writeAtOnce(fd: number, chunk: Buffer): void {
  const deadline = performance.now() + exitMaxMs;
  for (let from = 0; from < chunk.length;) {
    try {
      from += writeSync(fd, chunk, from);
    } catch (error) {
      // What can't be written can't be reported either.
      if (!isFull(error) || performance.now() > deadline) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs.fullPipe);
    }
  }
}

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/** What is printed beside the log may fail like the log: a process does not end for it. */
export function keepStandardStreams(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
