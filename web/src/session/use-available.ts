// What of the person's USDT can be spent, and what of it is at stake already.
import { findAccountCoinByTransaction } from '@candor/wire';
import type { Balance } from './live/push-rules.ts';
import { useUser } from './session.ts';
import { useRead } from './use-read.ts';

const nothing: Omit<Balance, 'coin_code'> = { qty: '0', reserved: '0', margin: '0', staked: '0' };

/** Undefined while it is not known. */
export function useUsdt(): Omit<Balance, 'coin_code'> | undefined {
  const userId = useUser()?.account_id;
  const balances = useRead(
    findAccountCoinByTransaction,
    { user_id: userId ?? '' },
    { isEnabled: userId !== undefined },
  );
  if (balances.data === undefined) return undefined;
  return balances.data.RESULT_LIST.find(({ coin_code }) => coin_code === 'USDT') ?? nothing;
}

export const useAvailable = (): string | undefined => useUsdt()?.qty;
