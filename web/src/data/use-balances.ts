// What the person has of each coin.
import { findAccountCoinByTransaction } from '@candor/wire';
import { useUser } from '../session/session.ts';
import { useRead } from './use-read.ts';

/** Asked for while somebody is logged in. */
export function useBalances() {
  const userId = useUser()?.account_id;
  return useRead(
    findAccountCoinByTransaction,
    { user_id: userId ?? '' },
    { isEnabled: userId !== undefined, isStored: true },
  );
}
