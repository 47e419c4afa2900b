// Every event of /notify, as the files of the products declare them.
import * as ledger from './ledger.ts';
import type { EventDefinition, NotifyEventIn } from './product-parts.ts';
import * as products from './products.ts';

export type NotifyEvent = NotifyEventIn<typeof products & typeof ledger>;
export type EventAction = NotifyEvent['action'];

const isEvent = (value: unknown): value is EventDefinition<EventAction> =>
  typeof value === 'object' && value !== null && 'action' in value && 'notify' in value;

export const notifyEvents: readonly EventDefinition<EventAction>[] = (
  Object.values({ ...products, ...ledger }) as unknown[]
).filter(isEvent);
