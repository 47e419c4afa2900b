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
  /** The tick becomes the order's entry, soon and together with those of other orders. */
  fill(order: OptionOrder, tick: TickPoint): void;
  /** Gives up what is not written; it is found again at the next start. */
  stop(): Promise<void>;
}

export interface OrderFillsOptions {
  databaseUrl: string;
  /** Called with the order as filled, when that is durable; not `isWritten` if it had its entry, or its end, before. */
  onDone(filled: OptionOrder, isWritten: boolean): void;
}

const batchMax = 2_000;
const retryPauseMs = 100;
/** A statement costs as much as dozens of its rows, so under load each takes what came in this long. */
const gatherMs = 25;

export function openFills({ databaseUrl, onDone }: OrderFillsOptions): OrderFills {
  let connection: Connection | undefined;
  let waiting: OptionOrder[] = [];
  let running: Promise<void> | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    while (waiting.length > 0 && !isStopped) {
      const batch = waiting.slice(0, batchMax);
      try {
        connection ??= await openKeyedConnection(databaseUrl);
        const unwritten = await answered(connection, writeEntries(connection, batch));
        waiting = waiting.slice(batch.length);
        for (const filled of batch) onDone(filled, !unwritten.has(filled.orderId));
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
      const entry = { sequence, price, publishedAt };
      if (!isEntryTick(order, entry)) assert.fail(`tick ${sequence} is no entry for ${order.orderId}`);
      waiting.push({ ...order, entry, expiresAt: expiryOf(entry, order.durationMs) });
      running ??= Promise.resolve().then(run);
    },
    async stop() {
      isStopped = true;
      await running;
      await connection?.end().catch(() => undefined);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
