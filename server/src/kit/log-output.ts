// Writes log lines to a file descriptor without blocking. A full disk, or a reader that ended or stopped reading, costs log lines but never
// stops the process. pino's own destination retries for ever on a full disk when the process exits, and blocks on a full pipe.
import { fstatSync, write, writeSync } from 'node:fs';

export interface LogOutput {
  write(line: string): void;
}

/** Maximum number of buffered bytes while the reader is slow or the disk is full. Further lines are dropped and counted. */
const waitingMax = 8 * 1024 * 1024;
/** Writes to a pipe are atomic up to this size (PIPE_BUF), so lines of several processes do not mix. */
const chunkMax = 4_096;
/** Pauses before a retry, in ms. A full pipe returns EAGAIN, as Node opens pipes in non-blocking mode; its reader may be ready soon. */
const retryMs = { fullPipe: 20, other: 1_000 };
/** Maximum wait for a slow reader at exit. */
const exitMaxMs = 1_000;
/** A write that takes longer is stuck: the reader does not read, and the thread that writes can't be stopped. */
const stuckMs = 500;

/** Opens a log output. `onResumed` is called with the number of dropped lines once lines can be written again. */
export function openLogOutput(fd: number, onResumed: (dropped: number) => void): LogOutput {
  const lines = createWaitingLines();
  const isPipe = isPipeOrSocket(fd);
  let state: 'idle' | 'writing' | 'pausing' | 'without a reader' = 'idle';
  let chunk = Buffer.alloc(0);
  let startedAt = 0;

  function send(): void {
    if (isPipe) return sendNow();
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

  /** A pipe takes bytes at once or refuses them, so no write is under way when the process exits. */
  function sendNow(): void {
    try {
      while (chunk.length > 0 || (chunk = lines.take(chunkMax)).length > 0)
        chunk = chunk.subarray(writeSync(fd, chunk));
    } catch (error) {
      return afterError(error as NodeJS.ErrnoException);
    }
    lines.reportDropped(onResumed);
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

  // Writes the last lines, which often tell why the process exits.
  process.on('exit', () => {
    if (state === 'without a reader') return;
    // Node waits for its threads at exit, so a stuck write would keep the process alive for ever.
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

function isPipeOrSocket(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isFIFO() || stats.isSocket();
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
    /** Removes and returns the oldest lines: as many as fit into `bytesMax`, but at least one. */
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
      // A failed write to the log can't be reported in the log.
      if (!isFull(error) || performance.now() > deadline) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs.fullPipe);
    }
  }
}

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/** Ignores write errors of stdout and stderr, so that a failed print does not end the process. */
export function keepStandardStreams(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
