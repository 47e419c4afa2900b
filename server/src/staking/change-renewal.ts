// Whether a pledge goes on for another term is the customer's choice until it ends.
import { formatAmount, type PledgeOrder, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { updateRow, type Command } from '../ledger/command.ts';
import { beyondDebt, debtOf, nameDebt } from '../ledger/debt.ts';
import { pledgeMessage, pledges } from './pledge.ts';

interface ChangeRenewal {
  accountId: Uuid;
  pledgeId: Uuid;
  autoRenew: boolean;
}

/**
 * Refuses with `order-changed` once it has ended. Renewing is not switched on while what is owed is not covered: it would promise a term
 * that the debt will not allow.
 */
export const changeRenewal: Command<ChangeRenewal, PledgeOrder> = {
  name: 'change-pledge-renewal',
  changesFree: true,
  refusals: ['order-changed', 'pledge-debt'],
  coins: () => ['USDT'],
  house: [],
  rows: ({ accountId, pledgeId }) => [{ table: pledges, id: pledgeId }, nameDebt(accountId)],
  decide({ accountId, pledgeId, autoRenew }, state) {
    const pledge = state.row(pledges, pledgeId);
    assert(pledge, `no pledge ${pledgeId}`);
    if (pledge.ending) return new Refusal('order-changed', { state: pledge.ending.outcome });
    const owed = debtOf(state, accountId);
    const { available } = state.balance('USDT');
    if (autoRenew && !pledge.autoRenew && available < owed) {
      const facts = { coin: 'USDT', owed: formatAmount(owed), available: formatAmount(beyondDebt(state, accountId)) };
      return new Refusal('pledge-debt', facts);
    }
    const changed = { ...pledge, autoRenew };
    return {
      objectId: pledgeId,
      moves: [],
      writes: [updateRow(pledges, changed)],
      reply: pledgeMessage(changed),
      events: [{ name: 'pledges.changed', payload: changed }],
    };
  },
};
