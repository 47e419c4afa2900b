// A withdrawal as the server holds it: an amount that is reserved, a decision, then a payment whose bytes are stored before they are sent.
import type { BaseUnits, NetworkName, Payment } from '@candor/chain';
import {
  formatAmount,
  subtract,
  toInstant,
  wireId,
  withdrawalStates,
  type AssetCode,
  type WithdrawalMessage,
  type WithdrawalReason,
  type WithdrawalStep,
} from '@candor/wire';
import { amount, boolean, group, instant, integer, oneOfEnum, safeInteger, text, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import type { OrderKind } from '../kit/product.ts';
import { appendOnlyTable, table, type Row } from '../kit/table.ts';

export const withdrawals = table('withdrawals', {
  key: { accountId: uuid, withdrawalId: uuid },
  fixed: {
    book: oneOfEnum<Book>('ledger_book'),
    network: text<NetworkName>(),
    asset: text<AssetCode>(),
    addressId: uuid,
    address: text(),
    alias: text(),
    amount,
    fee: amount,
    /** Null where it was asked for before terms had versions. */
    termsVersion: integer.orNull,
    /** What arrives, as the network counts it. */
    units: text(),
    needsTwoPersons: boolean,
    requestedAt: instant,
  },
  changing: { state: text<WithdrawalStep>() },
  later: {
    decision: group('decided_', { at: instant, by: text(), proposal: uuid.orNull }).orNull,
    reason: text<WithdrawalReason>().orNull,
    wallet: text().orNull,
    nonce: safeInteger.orNull,
    unsigned: text().orNull,
    signed: text().orNull,
    txid: text().orNull,
    broadcastAt: instant.orNull,
    /** The transaction that pays the withdrawal now; null while it is the first one. */
    currentTxid: text().orNull,
    endedAt: instant.orNull,
  },
});
export type Withdrawal = Row<typeof withdrawals>;

/** What of an account is under way: whoever asks for a withdrawal or ends one locks it. */
export const openWithdrawals = table('open_withdrawals', {
  key: { accountId: uuid },
  fixed: { book: oneOfEnum<Book>('ledger_book') },
  changing: { withdrawalId: uuid.orNull },
});

export const withdrawalApprovals = appendOnlyTable('withdrawal_approvals', {
  key: { accountId: uuid, approvalId: uuid },
  fixed: { withdrawalId: uuid, person: text(), signature: text(), at: instant },
});

declare module '../kit/bus.ts' {
  interface Events {
    /** A withdrawal was asked for, decided on, sent, or ended. */
    'withdrawal.changed': Withdrawal;
  }
}

export const paymentOf = ({ withdrawalId, network, asset, address, units }: Withdrawal): Payment => ({
  id: withdrawalId,
  network,
  asset,
  to: address,
  units: BigInt(units) as BaseUnits,
});

/** As the specification numbers it. */
export function stateOf(step: WithdrawalStep): 1 | 2 | 3 {
  switch (step) {
    case 'review':
      return withdrawalStates.review;
    case 'approved':
    case 'built':
    case 'signed':
    case 'broadcast':
    case 'sent':
      return withdrawalStates.succeeded;
    case 'rejected':
    case 'cancelled':
    case 'failed':
      return withdrawalStates.failed;
  }
}

export const withdrawalMessage = (row: Withdrawal, networkTitle: string): WithdrawalMessage => ({
  withdraw_id: wireId('withdrawal', row.withdrawalId),
  account_id: wireId('account', row.accountId),
  coin_code: row.asset,
  network: row.network,
  network_title: networkTitle,
  address: row.address,
  address_name: row.alias,
  withdraw_money: formatAmount(row.amount),
  fee: formatAmount(row.fee),
  net: formatAmount(subtract(row.amount, row.fee)),
  state: stateOf(row.state),
  step: row.state,
  reason: row.reason,
  txid: row.broadcastAt === null ? null : (row.currentTxid ?? row.txid),
  requested_at: toInstant(row.requestedAt),
  decided_at: row.decision && toInstant(row.decision.at),
  broadcast_at: row.broadcastAt === null ? null : toInstant(row.broadcastAt),
  ended_at: row.endedAt === null ? null : toInstant(row.endedAt),
});

export const withdrawalKind: OrderKind = {
  kind: 'withdrawal',
  table: 'withdrawals',
  id: 'withdrawal_id',
  endedAt: 'ended_at',
  shown: {
    coin: 'asset',
    side: 'network',
    amount: 'amount',
    amountCoin: 'asset',
    state: 'state',
    paid: "case when state = 'sent' then amount end",
    paidCoin: 'asset',
    receivedAt: 'requested_at',
  },
};
