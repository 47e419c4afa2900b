// Finds the time of the first movement by searching ranges of sequence numbers, so it needs no index on the time.
import { columns, instant, safeInteger } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

const drawn = columns({ last: safeInteger });
const first = columns({ at: instant.orNull });
const stretch = 1_000;

/** Returns the earliest time in the first range that has movements, in milliseconds since 1970; undefined if the journal is empty. */
export async function firstMoveAt(database: Database): Promise<number | undefined> {
  const last = (await selectOne(database, drawn, 'select last_value as last from ledger_moves_sequence_seq'))!.last;
  for (let after = 0, size = stretch; after < last; after += size, size *= 2) {
    const [found] = await select(
      database,
      first,
      'select min(at) as at from ledger_moves where sequence > $1 and sequence <= $2',
      [after, after + size],
    );
    if (found!.at !== null) return found!.at;
  }
  return undefined;
}
