// All SQL of the catalogue.
import type { CoinCode, Wad } from '@candor/wire';
import { arrayOf, arrayOfText, numericColumn, numericParameter } from '../kit/postgres.ts';
import type { Pool } from '../kit/postgres.ts';
import type { CoinListing } from './read-listing.ts';

export type StoredListing = CoinListing & { asOf: number };

interface ListingRow {
  coin: CoinCode;
  rank: number | null;
  circulating: string | null;
  total: string | null;
  max: string | null;
  as_of: number;
}

/** A figure that the listing does not give any more keeps its last value; the day is that of the newest answer. */
export async function upsertListings(pool: Pool, listings: readonly CoinListing[], at: number): Promise<void> {
  const supplies = (each: (listing: CoinListing) => Wad | null) =>
    arrayOfText(listings, (listing) => {
      const supply = each(listing);
      return supply === null ? null : numericParameter(supply);
    });
  await pool.query(
    `insert into coin_listings (coin, rank, circulating, total, max, as_of)
     select u.*, $6::timestamptz from unnest($1::text[], $2::int[], $3::numeric[], $4::numeric[], $5::numeric[]) as u
     on conflict (coin) do update set
       rank = coalesce(excluded.rank, coin_listings.rank),
       circulating = coalesce(excluded.circulating, coin_listings.circulating),
       total = coalesce(excluded.total, coin_listings.total),
       max = coalesce(excluded.max, coin_listings.max),
       as_of = excluded.as_of`,
    [
      arrayOf(listings, ({ coin }) => coin),
      arrayOf(listings, ({ rank }) => rank ?? 'NULL'),
      supplies(({ circulating }) => circulating),
      supplies(({ total }) => total),
      supplies(({ max }) => max),
      new Date(at),
    ],
  );
}

export async function readListings(pool: Pool): Promise<StoredListing[]> {
  const { rows } = await pool.query<ListingRow>('select coin, rank, circulating, total, max, as_of from coin_listings');
  const amount = (text: string | null): Wad | null => (text === null ? null : numericColumn(text));
  return rows.map((row) => ({
    coin: row.coin,
    rank: row.rank,
    circulating: amount(row.circulating),
    total: amount(row.total),
    max: amount(row.max),
    asOf: row.as_of,
  }));
}
