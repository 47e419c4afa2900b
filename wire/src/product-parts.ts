// What the file of a product declares besides its calls: how its movements and its events are called.
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

type ExportOf<Files> = { [File in keyof Files]: Files[File][keyof Files[File]] }[keyof Files];
type KindsOf<Export> = Export extends Movements<infer Kind> ? Kind : never;
type EventOf<Export> =
  Export extends EventDefinition<infer Action, infer Notify> ? { action: Action; notify: z.output<Notify> } : never;

/** Of all the files of a list. */
export type MovementKindIn<Files> = KindsOf<ExportOf<Files>>;
export type NotifyEventIn<Files> = EventOf<ExportOf<Files>>;
