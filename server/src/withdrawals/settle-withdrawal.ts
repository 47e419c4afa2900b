// The end of a payment, once the network says that nothing of it changes any more: it is booked as sent, or, where the transaction itself
// failed there, the amount is the customer's again.
import { subtract, zero, type Uuid } from '@candor/wire';
import type { Command, Move } from '../ledger/command.ts';
import { ended, returned, rowsOf, withdrawalOf, type NamedWithdrawal } from './decide-withdrawal.ts';
import type { Withdrawal } from './withdrawal.ts';

/**
 * Does nothing if the withdrawal is already settled, as two engines may see the same block. The database refuses a `txid` that is neither the
 * first transaction of the withdrawal nor a replacement of it.
 */
export const settleWithdrawal: Command<NamedWithdrawal & { txid: string; isGood: boolean }, { withdrawalId: Uuid }> = {
  name: 'settle-withdrawal',
  onlyIn: 'real',
  refusals: [],
  coins: ({ asset }) => [asset],
  house: ['chain-custody', 'fees'],
  rows: rowsOf,
  decide({ withdrawalId, txid, isGood }, state) {
    const withdrawal = withdrawalOf(state, withdrawalId);
    if (withdrawal.state !== 'broadcast') return { objectId: withdrawalId, moves: [], reply: { withdrawalId } };
    const isFirst = withdrawal.currentTxid === null && txid === withdrawal.txid;
    const paid: Withdrawal = { ...withdrawal, currentTxid: isFirst ? null : txid };
    if (!isGood) return returned({ ...paid, state: 'failed', reason: 'not-carried-out' }, state);
    const { asset: coin, amount, fee } = paid;
    const moves: Move[] = [
      { kind: 'withdrawal-sent', coin, from: 'reserved', to: 'chain-custody', amount: subtract(amount, fee) },
    ];
    if (fee > zero) moves.push({ kind: 'withdrawal-fee', coin, from: 'reserved', to: 'fees', amount: fee });
    return ended({ ...paid, state: 'sent' }, state, moves);
  },
};
