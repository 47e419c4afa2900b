// Every kind of movement that a bill may show, as the files of the products declare them.
import type { IdKind } from './ids.ts';
import type { MovementKindIn, Movements } from './product-parts.ts';
import * as products from './products.ts';

export type MovementKind = MovementKindIn<typeof products>;

/** The kind of object that a movement belongs to: its id is the bill's `object_id`. */
export const objectOfMovement = gatherMovements();
export const movementKinds = namesIn(objectOfMovement);

function gatherMovements(): Readonly<Record<MovementKind, IdKind>> {
  const declared = (Object.values(products) as unknown[]).filter(isMovements);
  return Object.assign({}, ...declared.map((each) => each.objectOfMovement)) as Record<MovementKind, IdKind>;
}

function isMovements(value: unknown): value is Movements {
  return typeof value === 'object' && value !== null && 'objectOfMovement' in value;
}

function namesIn(objects: Readonly<Record<MovementKind, IdKind>>): MovementKind[] {
  return Object.keys(objects) as MovementKind[];
}
