// Whether a pledge goes on for another term is the customer's choice until it ends.
import type { PledgeOrder, Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { updateRow, type Command } from '../ledger/command.ts';
import { pledgeMessage, pledges } from './pledge.ts';

interface ChangeRenewal {
  pledgeId: Uuid;
  autoRenew: boolean;
}

/** Refuses with `order-changed` once it has ended. */
export const changeRenewal: Command<ChangeRenewal, PledgeOrder> = {
  name: 'change-pledge-renewal',
  changesFree: true,
  refusals: ['order-changed'],
  coins: () => [],
  house: [],
  rows: ({ pledgeId }) => [{ table: pledges, id: pledgeId }],
  decide({ pledgeId, autoRenew }, state) {
    const pledge = state.row(pledges, pledgeId);
    assert(pledge, `no pledge ${pledgeId}`);
    if (pledge.ending) return new Refusal('order-changed', { state: pledge.ending.outcome });
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
