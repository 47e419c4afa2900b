// Coins as their networks count them, for checks over a whole database.
import { networks } from '@candor/chain';
import { joined, sql } from '../kit/sql.ts';

const rows = joined(
  Object.values(networks).flatMap(({ name, coins }) =>
    coins.map(
      ({ asset, decimals }) => sql`(${name}::text, ${asset}::text, ${String(10n ** BigInt(decimals))}::numeric)`,
    ),
  ),
  ', ',
);

/** A table of `network`, `asset` and `scale`: how many units of a coin of a network make one in the books. */
export const coinScales = sql`(values ${rows}) as s (network, asset, scale)`;
