// What the steps of the demo share: where it plays, as whom, and with how much.
import { findAccountCoinByTransaction } from '@candor/wire';
import { need } from '../customer.ts';
import type { Customer } from '../customer.ts';
import type { Terminal } from './terminal.ts';

export interface Stage {
  url: string;
  terminal: Terminal;
  customer: Customer;
}

/** USDT taken from the faucet, and staked. */
export const testMoney = '100';
export const stake = '10';

export async function balanceOf({ client, user }: Customer): Promise<{ available: string; reserved: string }> {
  const balances = need(await client.call(findAccountCoinByTransaction, { user_id: user.account_id }), 'the balances');
  const usdt = balances.RESULT_LIST.find(({ coin_code }) => coin_code === 'USDT');
  return { available: usdt?.qty ?? '0', reserved: usdt?.reserved ?? '0' };
}
