// What a customer alone can do with every product, as the products' faces say: a new product is played and killed without a word here.
import { callName, isDoneOnce } from '@candor/wire';
import type { Endpoint, Uuid } from '@candor/wire';
import type { Play } from '../../server/src/kit/play.ts';
import { products } from '../../server/src/products.ts';

export interface PlayedCall {
  product: string;
  name: string;
  call: Endpoint;
  payload: Play['payload'];
  /** Of the commands that it leads to. */
  commands: ReadonlySet<string>;
  /** What is only asked leaves nothing behind. */
  isDoneOnce: boolean;
  /** Whose commands these are. */
  accountOf: (playerId: Uuid) => Uuid;
}

const itself = (playerId: Uuid): Uuid => playerId;

export const playable: readonly PlayedCall[] = products.flatMap(({ name: product, plays }) =>
  plays.flatMap(({ call, commands, payload, accountOf = itself }) =>
    call?.who === 'self'
      ? {
          product,
          name: callName(call),
          call,
          payload,
          commands: new Set(commands.map(({ name }) => name)),
          isDoneOnce: isDoneOnce(call),
          accountOf,
        }
      : [],
  ),
);

export const playableProducts: readonly string[] = [...new Set(playable.map(({ product }) => product))];
export const callsOfProduct = (product: string): PlayedCall[] => playable.filter((each) => each.product === product);
const byName = new Map(playable.map((each) => [each.name, each]));
export const playedCall = (name: string): PlayedCall => byName.get(name)!;

/** What no call of a customer leads to: it is done in time, by an operator, by a chain or by a bank. */
export const unplayed: readonly { product: string; commands: string[] }[] = products.flatMap(
  ({ name: product, commands }) => {
    const played = new Set(callsOfProduct(product).flatMap((each) => [...each.commands]));
    const left = commands.map(({ name }) => name).filter((name) => !played.has(name));
    return left.length > 0 ? [{ product, commands: left }] : [];
  },
);
const byItself = new Set(unplayed.flatMap(({ commands }) => commands));
export const isDoneByItself = (command: string): boolean => byItself.has(command);
