// All products as the model plays them.
import type { NamedCommand } from '../../../src/kit/product.ts';
import { chains } from './chains.ts';
import { contracts } from './contracts.ts';
import { dues } from './dues.ts';
import { experience } from './experience.ts';
import { lending } from './lending.ts';
import { options } from './options.ts';
import { ownMoney } from './own-money.ts';
import { purchases } from './purchases.ts';
import { shop } from './shop.ts';
import { staking } from './staking.ts';
import { swap } from './swap.ts';
import type { ModelProduct } from './stage.ts';

/** Those that bonus money is for as well. */
export const ofBothBooks: readonly ModelProduct[] = [
  ownMoney,
  options,
  contracts,
  swap,
  staking,
  { plays: [], engines: [dues] },
];

export const allProducts: readonly ModelProduct[] = [...ofBothBooks, experience, lending, shop, purchases, chains];

/** By name, the commands that nothing of the model plays. */
export function missingIn(model: readonly ModelProduct[], commands: Iterable<NamedCommand>): string[] {
  const played = new Set<NamedCommand>(
    model.flatMap(({ plays, engines = [] }) => [
      ...plays.map(({ command }) => command),
      ...engines.flatMap((engine) => engine.commands),
    ]),
  );
  return [...commands].filter((command) => !played.has(command)).map(({ name }) => name);
}
