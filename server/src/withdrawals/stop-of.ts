// A freeze of the account, or a hold after a security change, stops a payment that was already approved. Each step checks for both, and a
// freeze waits for a step that has started. The database refuses to store bytes for a frozen account (migrations 0105, 0134).
import type { Uuid, WithdrawalTrouble } from '@candor/wire';
import { boolean, columns, instant } from '../kit/columns.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database } from '../kit/postgres.ts';
import { selectOne } from '../kit/select.ts';
import { endOfHold } from './holds.ts';

const stops = columns({ isFrozen: boolean, heldUntil: instant.orNull });

/** Why nothing is sent from this account now; undefined where nothing stops it. */
export async function stopOf(
  accountId: Uuid,
  { pool, clock, mode }: { pool: Database; clock: Clock; mode: 'demo' | 'production' },
): Promise<Extract<WithdrawalTrouble, 'account-frozen' | 'account-held'> | undefined> {
  const found = await selectOne(
    pool,
    stops,
    `select exists (select from account_freezes where account_id = $1 and released_at is null) as is_frozen,
       (select held_until from account_hold_ends where account_id = $1) as held_until`,
    [accountId],
  );
  const { isFrozen, heldUntil } = found!;
  if (isFrozen) return 'account-frozen';
  return heldUntil !== null && endOfHold(heldUntil, mode) > clock.now() ? 'account-held' : undefined;
}
