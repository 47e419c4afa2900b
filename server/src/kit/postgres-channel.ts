// What one process tells the others on the same database: LISTEN and NOTIFY on a connection of its own, which comes back when lost.
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { leastWrite } from './ask-for-write.ts';
import { log } from './log.ts';
import type { Pool } from './postgres.ts';
import { reasonOf } from './reason-of.ts';

/** A name in the database, and the form of what is told there: JSON of at most 8,000 bytes. */
export interface Channel<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
}

export const defineChannel = <Payload>(name: string, payload: z.ZodType<Payload>): Channel<Payload> => {
  if (!/^[a-z_]{1,63}$/.test(name)) throw new Error(`${name} is no name of a channel`);
  return { name, payload };
};

export interface PostgresChannels {
  /** Before `start`. What this process tells is heard by itself too. */
  listen<Payload>(channel: Channel<Payload>, listener: (payload: Payload) => void): void;
  /** Told when it is heard from now on, at first and after each lost connection: what was said meanwhile is lost. */
  onListening(listener: () => void): void;
  tell<Payload>(channel: Channel<Payload>, payload: Payload): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface ChannelTiming {
  /** Between two signs of life; a connection that gives none for as long again is given up. */
  lifeMs: number;
  retryMs: number;
  retryMaxMs: number;
}
const standardTiming: ChannelTiming = { lifeMs: 5_000, retryMs: 100, retryMaxMs: 5_000 };

export function openPostgresChannels(options: {
  url: string;
  /** For telling; any connection does. */
  pool: Pool;
  timing?: Partial<ChannelTiming>;
}): PostgresChannels {
  const { url, pool } = options;
  const timing = { ...standardTiming, ...options.timing };
  const listeners = new Map<string, (text: string) => void>();
  const listening: (() => void)[] = [];
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let current: pg.Client | undefined;

  async function run(): Promise<void> {
    let retryMs = timing.retryMs;
    while (!stopping.signal.aborted) {
      const client = new pg.Client({ connectionString: url, application_name: 'candor channels', connectionTimeoutMillis: 10_000, query_timeout: timing.lifeMs }); // oxfmt-ignore
      current = client;
      client.on('error', () => undefined);
      client.on('notification', ({ channel, payload = '' }) => hear(listeners.get(channel), channel, payload));
      try {
        await client.connect();
        for (const name of listeners.keys()) await client.query(`listen ${name}`);
        retryMs = timing.retryMs;
        for (const listener of listening) attempt('listening', listener);
        await untilDead(client);
      } catch (error) {
        if (!stopping.signal.aborted) log.warn('what other processes tell is not heard', { error: reasonOf(error) });
      }
      await closeSoon(client);
      await pause(retryMs);
      retryMs = Math.min(2 * retryMs, timing.retryMaxMs);
    }
  }

  /** Tests the connection regularly with a write: a dead host sends no error, and a read-only server sends no notifications. Throws on failure. */
  async function untilDead(client: pg.Client): Promise<void> {
    const ended = new Promise<'ended'>((resolve) => client.once('end', () => resolve('ended')));
    while (!stopping.signal.aborted) {
      if ((await Promise.race([ended, pause(timing.lifeMs)])) === 'ended') throw new Error('the connection ended');
      if (!stopping.signal.aborted) await client.query(leastWrite);
    }
  }

  const pause = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  return {
    listen({ name, payload }, listener) {
      if (running) throw new Error('channels are listened to before they are started');
      const before = listeners.get(name);
      listeners.set(name, (text) => {
        before?.(text);
        listener(payload.parse(JSON.parse(text)));
      });
    },
    onListening: (listener) => void listening.push(listener),
    async tell({ name, payload }, said) {
      await pool.query('select pg_notify($1, $2)', [name, JSON.stringify(payload.parse(said))]);
    },
    start: () => void (running ??= run()),
    async stop() {
      stopping.abort();
      if (current) await closeSoon(current);
      await running;
    },
  };
}

function hear(listener: ((text: string) => void) | undefined, channel: string, text: string): void {
  attempt(channel, () => listener?.(text));
}

function attempt(channel: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    log.error('a listener of a channel failed', { channel, error });
  }
}

/** A connection that does not answer is not waited for. */
async function closeSoon(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), 1_000);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
