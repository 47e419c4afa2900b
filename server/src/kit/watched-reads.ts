// Connections for long reads, which have no statement timeout. Their age is a metric, and stopping their job closes them.
import { gauge } from './metrics.ts';
import type { Connection } from './postgres.ts';

interface OpenRead {
  name: string;
  openedAt: number;
}
const open = new Set<OpenRead>();

gauge({
  name: 'candor_long_read_age_seconds',
  help: 'Age of the oldest connection of each kind of long read that is open',
  labelNames: ['read'],
  collect() {
    this.reset();
    // The oldest connection comes last, so that its age overwrites the others of the same name.
    for (const { name, openedAt } of [...open].toReversed())
      this.set({ read: name }, (performance.now() - openedAt) / 1000);
  },
});

/** Names of the long reads that are open now, the oldest first. */
export const openReads = (): string[] => Array.from(open, ({ name }) => name);

interface ReadTerms {
  /** Label in the metric, such as `data-export`. */
  name: string;
  open: () => Promise<Connection>;
  signal?: AbortSignal | undefined;
}

/** Returns a function that opens connections like `open`. If the signal aborts, they are closed and current and later reads reject. */
export function watchedReads({ name, open: connect, signal }: ReadTerms): () => Promise<Connection> {
  return async () => {
    signal?.throwIfAborted();
    const connection = await connect();
    const read = { name, openedAt: performance.now() };
    const end = (): void => void connection.end().catch(() => undefined);
    open.add(read);
    connection.once('end', () => {
      open.delete(read);
      signal?.removeEventListener('abort', end);
    });
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    return connection;
  };
}
