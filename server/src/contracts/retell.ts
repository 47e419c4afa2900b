// A command can be committed and its events be lost, with the connection that died before its answer. The live orders of its
// account are then told once more, each in its turn among the account's commands, so that nothing older is told after something newer.
import type { Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { WorkQueue } from '../kit/work-queue.ts';
import type { Command } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { orderAlone } from './order-step.ts';
import { readLiveIds } from './read-store.ts';
import { contractOrders } from './order.ts';

export interface Retelling {
  tell(accountId: Uuid): void;
  /** Resolves when what is being told has been; undefined when all is known. */
  pending(): Promise<unknown> | undefined;
  stop(): Promise<void>;
}

const accountsAtOnce = 64;

export const retellContract: Command<{ orderId: Uuid }, null> = {
  name: 'retell-contract',
  refusals: [],
  coins: () => [],
  house: [],
  rows: orderAlone,
  decide({ orderId }, state) {
    const order = state.row(contractOrders, orderId);
    assert(order, `no contract ${orderId}`);
    return { objectId: orderId, moves: [], reply: null, events: [{ name: 'contracts.changed', payload: order }] };
  },
};

export function openRetelling({ pool, lanes, clock }: { pool: Pool; lanes: Lanes; clock: Clock }): Retelling {
  const underWay = new Set<Promise<void>>();
  /** What is told of these before they are read is in what will be read. */
  const unread = new Set<Uuid>();

  async function retell(accountId: Uuid): Promise<void> {
    unread.delete(accountId);
    try {
      const by = { command: retellContract, accountId, receivedAt: clock.now() };
      const orders = await readLiveIds(pool, accountId);
      await Promise.all(orders.map(({ orderId, book }) => lanes.submit({ ...by, book, input: { orderId } })));
    } catch (error) {
      unread.add(accountId);
      throw error;
    }
  }

  const accounts = new WorkQueue<Uuid>({
    name: 'contracts-retold',
    atOnceMax: accountsAtOnce,
    work: ([accountId]) => retell(accountId!),
  });
  return {
    tell(accountId) {
      if (unread.has(accountId)) return;
      unread.add(accountId);
      const told = accounts.push(accountId).finally(() => underWay.delete(told));
      underWay.add(told);
    },
    pending: () => (underWay.size > 0 ? Promise.all(underWay) : undefined),
    stop: () => accounts.stop(),
  };
}
