// What becomes of orders is pushed to their owners, also when another process decided it or the connection was lost meanwhile.
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Pool } from '../kit/postgres.ts';
import { tellOwners } from '../ledger/tell-owners.ts';
import { orderMessage, partMessage } from './order-message.ts';
import { findNewestPart, findOrder } from './read-store.ts';

/** Returns the function that ends it. */
export function pushOrders(parts: { pool: Pool; bus: Bus; hub: Hub }): () => void {
  const { hub } = parts;
  const ends = [
    tellOwners(parts, {
      names: ['contracts.placed', 'contracts.changed'],
      what: 'an order',
      find: findOrder,
      push: (order) =>
        hub.notify(`account:${order.accountId}`, () => ({ action: 'contract', notify: orderMessage(order) })),
    }),
    tellOwners(parts, {
      names: ['contracts.part-closed'],
      what: 'a part',
      find: findNewestPart,
      push: (part) =>
        hub.notify(`account:${part.accountId}`, () => ({ action: 'contract-part', notify: partMessage(part) })),
    }),
  ];
  return () => ends.forEach((end) => end());
}
