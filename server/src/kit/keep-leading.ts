// What a process does in each of its terms as the engine: begun when it takes the lease, ended when it has lost it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease, Term } from './lease.ts';
import { log } from './log.ts';

export interface Leading {
  /** Resolves when the term that runs has begun; at once while the lease is another's. */
  started(): Promise<void>;
  /** Ends what runs, and begins nothing any more. */
  stop(): Promise<void>;
}

export function keepLeading(parts: {
  lease: Lease;
  /** Resolves with what ends it. One that fails in the first term is the caller's to know; later ones are tried again. */
  begin: (term: Term) => Promise<() => Promise<void>>;
  /** Told the epoch before a term begins, and undefined before it ends or when it could not begin. */
  onDeciding?: (epoch: number | undefined) => void;
  /** From a term that could not begin to the next try. */
  retryMs?: number;
}): Leading {
  const { lease, onDeciding, retryMs = 500 } = parts;
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  let beginning: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!isStopped) {
      const term = await Promise.race([lease.taken().catch(() => undefined), stopped.promise]);
      if (!term || isStopped) return;
      const begun = Promise.withResolvers<void>();
      begun.promise.catch(() => undefined);
      beginning = begun.promise;
      try {
        await lead(term, begun.resolve);
      } catch (error) {
        log.error('this process can not decide yet', { epoch: term.epoch, error });
        begun.reject(error as Error);
        await Promise.race([sleep(retryMs), stopped.promise]);
      }
    }
  }

  async function lead(term: Term, begun: () => void): Promise<void> {
    let end: () => Promise<void>;
    onDeciding?.(term.epoch);
    try {
      end = await parts.begin(term);
      begun();
      await Promise.race([term.lost, stopped.promise]);
    } finally {
      onDeciding?.(undefined);
    }
    await end();
  }

  const running = run();
  return {
    async started() {
      if (!lease.term()) return;
      await new Promise(setImmediate);
      await beginning;
    },
    async stop() {
      isStopped = true;
      stopped.resolve();
      await running;
    },
  };
}
