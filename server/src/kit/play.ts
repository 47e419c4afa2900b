// How customers use a product, drawn at random: what model tests and harnesses play.
import type { Endpoint, Uuid, WireId } from '@candor/wire';
import type { z } from 'zod';

/** By its identity. */
type Played = { name: string };

/** Who plays, and what is known to them. */
export interface Player {
  accountId: WireId;
  /** A whole number from 0 to below this. */
  random: (below: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
  /** The newest price of a pair, as text. */
  price: (symbol: string) => string;
  /** What the product's calls answered, oldest first. */
  replies: readonly unknown[];
}

export interface Play {
  /** That it leads to, at once or in time. */
  commands: readonly Played[];
  /** Nobody calls what a server does by itself. */
  call?: Endpoint;
  /** Undefined when there is nothing to play with yet. */
  payload: (player: Player) => unknown;
  /** Whose commands these are, where it is not the player. */
  accountOf?: (playerId: Uuid) => Uuid;
}

export const play = <Call extends Endpoint>(
  call: Call,
  commands: readonly Played[],
  payload: (player: Player) => z.input<Call['payload']> | undefined,
): Play => ({ call, commands, payload });

export const playedByItself = (commands: readonly Played[]): Play => ({ commands, payload: () => undefined });
