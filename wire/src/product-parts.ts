// What the file of a product declares besides its calls: how its movements, its events and its orders are called.
import type { z } from 'zod';
import type { IdKind } from './ids.ts';

/** Kinds of movements, as they stand in bills, each with the kind of object that it belongs to. */
export interface Movements<Kind extends string = string> {
  objectOfMovement: Readonly<Record<Kind, IdKind>>;
}

export const defineMovements = <Kind extends string>(objectOfMovement: Record<Kind, IdKind>): Movements<Kind> => ({
  objectOfMovement,
});

/** What the server may send to a room of /notify without being asked: `{action, notify}`. */
export interface EventDefinition<Action extends string = string, Notify extends z.ZodType = z.ZodType> {
  action: Action;
  notify: Notify;
}

export const defineEvent = <Action extends string, Notify extends z.ZodType>(
  event: EventDefinition<Action, Notify>,
): EventDefinition<Action, Notify> => event;

/** What customers order of a product, by the kind of the orders' ids. */
export interface OrdersDefinition<Name extends IdKind = IdKind> {
  ordersCalled: Name;
}

export const defineOrders = <Name extends IdKind>(name: Name): OrdersDefinition<Name> => ({ ordersCalled: name });

type KindsOf<Export> = Export extends Movements<infer Kind> ? Kind : never;
type EventOf<Export> =
  Export extends EventDefinition<infer Action, infer Notify> ? { action: Action; notify: z.output<Notify> } : never;

type OrdersOf<Export> = Export extends OrdersDefinition<infer Name> ? Name : never;

/** Of all that the files of a list export. */
export type MovementKindIn<Exports> = KindsOf<Exports[keyof Exports]>;
export type NotifyEventIn<Exports> = EventOf<Exports[keyof Exports]>;
export type OrderNameIn<Exports> = OrdersOf<Exports[keyof Exports]>;
