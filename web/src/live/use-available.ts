// What of the person's USDT can be spent, and what of it is at stake already.
import type { CoinBalance } from '@candor/wire';
import { useBalances } from '../data/use-balances.ts';

type Amounts = Omit<CoinBalance, 'coin_code' | 'version'>;
const nothing: Amounts = { qty: '0', reserved: '0', margin: '0', staked: '0' };

/** Undefined while it is not known. */
export function useUsdt(): Amounts | undefined {
  const balances = useBalances();
  if (balances.data === undefined) return undefined;
  return balances.data.RESULT_LIST.find(({ coin_code }) => coin_code === 'USDT') ?? nothing;
}

export const useAvailable = (): string | undefined => useUsdt()?.qty;
