// What people decide on a withdrawal that is under review: it is approved and will be sent, or the amount is the customer's again.
import type { Approval } from '@candor/chain';
import type { AssetCode, Uuid, WithdrawalReason } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { insertRow, updateRow, type Command, type CommandState, type Decision, type Move, type RowName } from '../ledger/command.ts'; // oxfmt-ignore
import { openWithdrawals, withdrawalApprovals, withdrawals, type Withdrawal } from './withdrawal.ts';

export interface NamedWithdrawal {
  accountId: Uuid;
  withdrawalId: Uuid;
  asset: AssetCode;
}
interface Deciding extends NamedWithdrawal {
  /** Their names. */
  by: string;
}
type Done = { withdrawalId: Uuid };

/** The act by which two operators approved it; null for one. Each approval is signed over the whole payment. */
export const approveWithdrawalPayment: Command<Deciding & { proposal: Uuid | null; approvals: readonly Approval[] }, Done> = {
  name: 'approve-withdrawal',
  onlyIn: 'real',
  refusals: [
    'withdrawal-not-open',
    'withdrawal-needs-two',
    'own-account',
    'credited-lately',
    'day-sum-reached',
    'worth-unknown',
  ],
  coins: () => [],
  house: [],
  rows: rowsOf,
  decide({ accountId, withdrawalId, by, proposal, approvals }, state) {
    const withdrawal = withdrawalOf(state, withdrawalId);
    if (withdrawal.state !== 'review') return new Refusal('withdrawal-not-open', { state: withdrawal.state });
    if (withdrawal.needsTwoPersons && proposal === null) return new Refusal('withdrawal-needs-two');
    const approved: Withdrawal = { ...withdrawal, state: 'approved', decision: { at: state.now, by, proposal } };
    return {
      objectId: withdrawalId,
      moves: [],
      writes: [
        updateRow(withdrawals, approved),
        ...approvals.map((approval) =>
          insertRow(withdrawalApprovals, { accountId, approvalId: state.newId(), withdrawalId, ...approval, at: state.now }), // oxfmt-ignore
        ),
      ],
      reply: { withdrawalId },
      events: [{ name: 'withdrawal.changed', payload: approved }],
    };
  },
}; // oxfmt-ignore

export const refuseWithdrawalRequest: Command<Deciding & { reason: WithdrawalReason }, Done> = {
  name: 'refuse-withdrawal',
  onlyIn: 'real',
  refusals: ['withdrawal-not-open'],
  coins: ({ asset }) => [asset],
  house: [],
  rows: rowsOf,
  decide({ withdrawalId, by, reason }, state) {
    const withdrawal = withdrawalOf(state, withdrawalId);
    // Until there are bytes that somebody may have, an approval can be taken back: the account was frozen since, or the address is known as bad.
    if (withdrawal.state !== 'review' && withdrawal.state !== 'approved')
      return new Refusal('withdrawal-not-open', { state: withdrawal.state });
    const decision = { at: state.now, by, proposal: null };
    return returned({ ...withdrawal, state: 'rejected', reason, decision }, state);
  },
};

export const cancelWithdrawalRequest: Command<NamedWithdrawal, Done> = {
  name: 'cancel-withdrawal',
  takesBack: true,
  onlyIn: 'real',
  refusals: ['withdrawal-not-open'],
  coins: ({ asset }) => [asset],
  house: [],
  rows: rowsOf,
  decide({ withdrawalId }, state) {
    const withdrawal = withdrawalOf(state, withdrawalId);
    if (withdrawal.state !== 'review') return new Refusal('withdrawal-not-open', { state: withdrawal.state });
    return returned({ ...withdrawal, state: 'cancelled', reason: 'own-wish' }, state);
  },
};

export function rowsOf({ accountId, withdrawalId }: NamedWithdrawal): RowName[] {
  return [
    { table: withdrawals, id: withdrawalId },
    { table: openWithdrawals, id: accountId },
  ];
}

export function withdrawalOf(state: CommandState, withdrawalId: Uuid): Withdrawal {
  const withdrawal = state.row(withdrawals, withdrawalId);
  assert(withdrawal, `no withdrawal ${withdrawalId}`);
  return withdrawal;
}

/** All that was reserved. */
export const returned = (withdrawal: Withdrawal, state: CommandState): Decision<Done> =>
  ended(withdrawal, state, [{ kind: 'withdrawal-returned', coin: withdrawal.asset, from: 'reserved', to: 'available', amount: withdrawal.amount }]); // oxfmt-ignore

/** It is over, and the account may ask for another. */
export function ended(withdrawal: Withdrawal, state: CommandState, moves: readonly Move[]): Decision<Done> {
  const { accountId, withdrawalId } = withdrawal;
  const over: Withdrawal = { ...withdrawal, endedAt: state.now };
  const open = state.row(openWithdrawals, accountId);
  assert(open?.withdrawalId === withdrawalId, `${withdrawalId} is not what ${accountId} has open`);
  return {
    objectId: withdrawalId,
    moves,
    writes: [updateRow(withdrawals, over), updateRow(openWithdrawals, { ...open, withdrawalId: null })],
    reply: { withdrawalId },
    events: [{ name: 'withdrawal.changed', payload: over }],
  };
}
