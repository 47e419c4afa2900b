// All SQL of the favourites.
import type { CoinCode, Uuid } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';

/** Undefined while none were kept. */
export async function readFavourites(pool: Pool, accountId: Uuid): Promise<string[] | undefined> {
  const { rows } = await pool.query<{ coins: string[] }>('select coins from favourites where account_id = $1', [
    accountId,
  ]);
  return rows[0]?.coins;
}

export async function writeFavourites(pool: Pool, accountId: Uuid, coins: readonly CoinCode[]): Promise<void> {
  await pool.query(
    'insert into favourites (account_id, coins) values ($1, $2) on conflict (account_id) do update set coins = excluded.coins',
    [accountId, coins],
  );
}
