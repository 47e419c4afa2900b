// Starred coins: a list of each account, replaced as a whole, so that the last word of any device holds on all.
import { coinOfCode, getFavourites, keepFavourites, type CoinCode } from '@candor/wire';
import { bindSelf, type BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { product } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { readFavourites, writeFavourites } from './store.ts';

export const favourites = product({
  name: 'favourites',
  calls: [{ title: 'Favourites', text: "One's own coins at the top.", self: [getFavourites, keepFavourites] }],
  web: ({ pool }: { pool: Pool }) => ({ calls: favouriteCalls(pool) }),
});

const favouriteCalls = (pool: Pool): BoundCall[] => [
  bindSelf(getFavourites, async (_payload, { session }) => {
    const coins = await readFavourites(pool, session.accountId);
    return { coins: coins ?? [], is_kept: coins !== undefined };
  }),
  bindSelf(keepFavourites, async (payload, { session }) => {
    const coins = codesIn(payload.coins);
    await writeFavourites(pool, session.accountId, coins);
    return { coins, is_kept: true };
  }),
];

function codesIn(list: string): CoinCode[] {
  const codes = list === '' ? [] : list.split(',').map((code) => coinOfCode(code)?.code ?? refuse('unknown-coin'));
  return [...new Set(codes)];
}
