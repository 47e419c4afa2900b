// The end of a payment, once the network says that nothing of it changes any more: it is booked as sent, or, where the transaction itself
// failed there, the amount is the customer's again.
import { subtract, zero, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import type { Command, Move } from '../ledger/command.ts';
import { ended, returned, rowsOf, withdrawalOf, type NamedWithdrawal } from './decide-withdrawal.ts';

/** Nothing is done of one that is settled already: two engines may see the same block. */
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
    assert(withdrawal.txid === txid, `${txid} is not the transaction of ${withdrawalId}`);
    if (!isGood) return returned({ ...withdrawal, state: 'failed', reason: 'not-carried-out' }, state);
    const { asset: coin, amount, fee } = withdrawal;
    const moves: Move[] = [{ kind: 'withdrawal-sent', coin, from: 'reserved', to: 'chain-custody', amount: subtract(amount, fee) }]; // oxfmt-ignore
    if (fee > zero) moves.push({ kind: 'withdrawal-fee', coin, from: 'reserved', to: 'fees', amount: fee });
    return ended({ ...withdrawal, state: 'sent' }, state, moves);
  },
};
