// What becomes of orders is pushed to their owners, also when another process decided it or the connection was lost meanwhile.
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Happening } from '../ledger/command.ts';
import { orderMessage, partMessage } from './order-message.ts';
import type { ContractOrder, ContractPart } from './order.ts';
import { findNewestPart, findOrder } from './read-store.ts';

/** Returns the function that ends it. */
export function pushOrders({ pool, bus, hub }: { pool: Pool; bus: Bus; hub: Hub }): () => void {
  const push = (order: ContractOrder): void =>
    hub.notify(`account:${order.accountId}`, () => ({ action: 'contract', notify: orderMessage(order) }));
  const pushPart = (part: ContractPart): void =>
    hub.notify(`account:${part.accountId}`, () => ({ action: 'contract-part', notify: partMessage(part) }));

  async function pushMissed({ name, accountId, objectId }: Happening): Promise<void> {
    if (name === 'contracts.placed' || name === 'contracts.changed') {
      const order = await findOrder(pool, accountId, objectId);
      if (order) push(order);
    } else if (name === 'contracts.part-closed') {
      const part = await findNewestPart(pool, accountId, objectId);
      if (part) pushPart(part);
    }
  }

  const ends = [
    bus.on('contracts.placed', push),
    bus.on('contracts.changed', push),
    bus.on('contracts.part-closed', pushPart),
    bus.on('ledger.missed', (happening) => {
      pushMissed(happening).catch((error: unknown) =>
        log.warn('an order was not told to its owner', { error: reasonOf(error) }),
      );
    }),
  ];
  return () => ends.forEach((end) => end());
}
