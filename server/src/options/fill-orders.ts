// The entry: the first tick that counts for an order becomes its price, and its seconds start. No money moves, so fills go
// past the ledger's lanes: what is due while one statement is under way is written by the next.
import assert from 'node:assert/strict';
import { log } from '../kit/log.ts';
import { answered, openKeyedConnection, type Connection } from '../kit/postgres.ts';
import type { TickPoint } from '../market/tick-point.ts';
import type { OptionOrder } from './order.ts';
import { expiryOf, isEntryTick } from './rules.ts';
import { writeEntries } from './store.ts';

export interface OrderFills {
  /** Resolves when it is durable: with the order as filled, or undefined if it had its entry, or its end, before. */
  fill(order: OptionOrder, tick: TickPoint): Promise<OptionOrder | undefined>;
  /** Gives up what is not written; it is found again at the next start. */
  stop(): Promise<void>;
}

interface Fill {
  filled: OptionOrder;
  resolve(order: OptionOrder | undefined): void;
}

const batchMax = 2_000;
const retryPauseMs = 100;
/** A statement costs as much as dozens of its rows, so under load each takes what came in this long. */
const gatherMs = 25;

export function openFills({ databaseUrl }: { databaseUrl: string }): OrderFills {
  let connection: Connection | undefined;
  let waiting: Fill[] = [];
  let running: Promise<void> | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    while (waiting.length > 0 && !isStopped) {
      const batch = waiting.slice(0, batchMax);
      try {
        connection ??= await openKeyedConnection(databaseUrl);
        const entries = writeEntries(
          connection,
          batch.map(({ filled }) => filled),
        );
        const written = await answered(connection, entries);
        waiting = waiting.slice(batch.length);
        for (const { filled, resolve } of batch) resolve(written.has(filled.orderId) ? filled : undefined);
        await pause(gatherMs);
      } catch (error) {
        log.warn('entries could not be written yet', { orders: batch.length, error: (error as Error).message });
        connection?.end().catch(() => undefined);
        connection = undefined;
        await pause(retryPauseMs);
      }
    }
    running = undefined;
  }

  return {
    fill(order, { sequence, price, publishedAt }) {
      assert(isEntryTick(order, { sequence, publishedAt }), `tick ${sequence} is no entry for ${order.orderId}`);
      const entry = { sequence, price, publishedAt };
      const filled = { ...order, entry, expiresAt: expiryOf(entry, order.durationMs) };
      return new Promise((resolve) => {
        waiting.push({ filled, resolve });
        running ??= Promise.resolve().then(run);
      });
    },
    async stop() {
      isStopped = true;
      await running;
      await connection?.end().catch(() => undefined);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
