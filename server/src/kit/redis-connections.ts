// Two connections to Redis, one that publishes and one that listens. Both come back by themselves; what was to be published or heard
// meanwhile is lost, and nothing is kept for later.
import { Redis } from 'ioredis';
import { log } from './log.ts';

export interface RedisConnections {
  /** Resolves when Redis has it, or will not have it. */
  publish: (channel: string, message: Buffer) => Promise<unknown>;
  /** Opens both anew where they look open: one that carries nothing can do so for hours. */
  reopen: () => void;
  /** Redis carries messages, so that the next fault is a new one and is logged. */
  noteWorking: () => void;
  noteFault: (error: string) => void;
  close: () => void;
}

export interface RedisConnectionsOptions {
  url: string;
  channels: readonly string[];
  onMessage: (channel: string, message: Buffer) => void;
  onListening: () => void;
  onLost: () => void;
  /** How long Redis may take to accept a message. */
  patienceMs: number;
}

const [retryFirstMs, retryMaxMs] = [50, 1_000];

export function openRedisConnections(options: RedisConnectionsOptions): RedisConnections {
  const common = {
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times: number) => Math.min(retryFirstMs * times, retryMaxMs),
  };
  const publisher = new Redis(options.url, { ...common, commandTimeout: options.patienceMs });
  const subscriber = new Redis(options.url, common);
  let isFaultKnown = false;

  function noteFault(error: string): void {
    if (!isFaultKnown) log.warn('Redis does not answer', { error });
    isFaultKnown = true;
  }

  subscriber.on('messageBuffer', (channel: Buffer, message: Buffer) => options.onMessage(channel.toString(), message));
  subscriber.on('ready', () => {
    const refused = (error: unknown): void => noteFault(String(error));
    subscriber.subscribe(...options.channels).then(options.onListening, refused);
  });
  for (const connection of [publisher, subscriber]) {
    connection.on('error', (error: Error) => noteFault(error.message));
    connection.on('close', options.onLost);
  }

  return {
    async publish(channel, message) {
      if (publisher.status === 'ready') await publisher.publish(channel, message).catch(() => undefined);
    },
    reopen() {
      for (const connection of [publisher, subscriber]) if (connection.status === 'ready') connection.disconnect(true);
    },
    noteWorking: () => void (isFaultKnown = false),
    noteFault,
    close() {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
