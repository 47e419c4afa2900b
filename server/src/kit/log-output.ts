// Writes log lines to a descriptor without waiting. A full disk, a reader that ended and a reader that stopped reading cost log lines, never
// the process or its work. pino's own destination retries for ever on a full disk when the process exits, and blocks on a full pipe.
import { write, writeSync } from 'node:fs';

export interface LogOutput {
  write(line: string): void;
}

/** Characters that wait for a slow reader or a full disk; lines beyond that are dropped and counted. */
const waitingMax = 8 * 1024 * 1024;
const chunkMax = 64 * 1024;
/** Node opens a pipe so that a full one refuses to be written to; its reader may be ready at any moment. */
const retryMs = { fullPipe: 20, other: 1_000 };
/** At exit a slow reader is waited for this long. */
const exitMaxMs = 1_000;
/** A write that takes longer than this is stuck: the reader does not read, and the thread that writes can't be ended. */
const stuckMs = 500;

/** `onResumed` gets the number of dropped lines once lines are written again. */
export function openLogOutput(fd: number, onResumed: (dropped: number) => void): LogOutput {
  let waiting: string[] = [];
  let waitingLength = 0;
  let chunk = Buffer.alloc(0);
  let dropped = 0;
  let isPausing = false;
  let hasReader = true;
  let startedAt: number | undefined;

  function send(): void {
    if (chunk.length === 0) chunk = nextChunk();
    if (chunk.length === 0) return reportDropped();
    startedAt = performance.now();
    write(fd, chunk, 0, chunk.length, null, (error, written) => {
      startedAt = undefined;
      if (error) return afterError(error);
      chunk = chunk.subarray(written);
      send();
    });
  }

  function nextChunk(): Buffer<ArrayBuffer> {
    let [count, length] = [0, 0];
    while (count < waiting.length && length < chunkMax) length += waiting[count++]!.length;
    const lines = waiting.slice(0, count);
    waiting = waiting.slice(count);
    waitingLength -= length;
    return Buffer.from(lines.join(''));
  }

  function afterError(error: NodeJS.ErrnoException): void {
    if (error.code === 'EPIPE') return endForGood();
    isPausing = true;
    setTimeout(
      () => {
        isPausing = false;
        send();
      },
      isFull(error) ? retryMs.fullPipe : retryMs.other,
    ).unref();
  }

  function endForGood(): void {
    hasReader = false;
    [waiting, waitingLength, chunk] = [[], 0, Buffer.alloc(0)];
  }

  function reportDropped(): void {
    if (dropped === 0) return;
    const count = dropped;
    dropped = 0;
    onResumed(count);
  }

  // Without this the last lines of a process that exits at once, often the ones that say why, would be missing.
  process.on('exit', () => {
    if (!hasReader) return;
    // Node waits for its threads when it exits, so a stuck write would keep the process for ever.
    if (startedAt !== undefined && performance.now() - startedAt > stuckMs) process.kill(process.pid, 'SIGKILL');
    if (startedAt === undefined) writeAtOnce(fd, chunk);
    writeAtOnce(fd, Buffer.from(waiting.join('')));
  });

  return {
    write(line) {
      if (!hasReader) return;
      if (waitingLength + line.length > waitingMax) return void dropped++;
      waiting.push(line);
      waitingLength += line.length;
      if (startedAt === undefined && !isPausing) send();
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
