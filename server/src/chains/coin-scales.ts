// Coins as their networks count them, for checks over a whole database.
import { networks } from '@candor/chain';
import { joined, sql } from '../kit/sql.ts';

/** One unit, in the books. */
const unitOf = (decimals: number): string => (decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`);

const rows = joined(
  Object.values(networks).flatMap(({ name, coins }) =>
    coins.map(
      ({ asset, decimals }) =>
        sql`(${name}::text, ${asset}::text, ${String(10n ** BigInt(decimals))}::numeric, ${unitOf(decimals)}::numeric)`,
    ),
  ),
  ', ',
);

/**
 * A table of `network`, `asset`, `scale` and `unit`: how many units of a coin of a network make one in the books, and what one of them is there.
 * Units are multiplied by the second: PostgreSQL rounds what it divides.
 */
export const coinScales = sql`(values ${rows}) as s (network, asset, scale, unit)`;
