// Withdrawals as operators see and decide them.
import { createHash } from 'node:crypto';
import { approvalText, signApproval, type Approval } from '@candor/chain';
import {
  approveWithdrawal,
  approveWithdrawalAct,
  exportWithdrawals,
  formatAmount,
  getWithdrawal,
  giveBackPayment,
  listWithdrawals,
  parseWireId,
  refuseWithdrawal,
  rolesFor,
  subtract,
  toInstant,
  wireId,
  type ApprovalObstacle,
  type ListedWithdrawal,
  type WithdrawalTrouble,
} from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall, type OperatorContext } from '../kit/feature.ts';
import { maskAddress } from '../kit/mask.ts';
import { refusalFor } from '../kit/operator-obstacle.ts';
import type { Pool } from '../kit/postgres.ts';
import type { BoundQueue } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { ApprovalSignatures } from '../operators/approval-signatures.ts';
import { findObstacle, requireMayDecide } from '../operators/require-may-decide.ts';
import { approveWithdrawalPayment, refuseWithdrawalRequest } from './decide-withdrawal.ts';
import { storeGiveBack } from './give-back-store.ts';
import { readPerson, readPicture } from './picture-store.ts';
import { countWaiting, findListed, readWithdrawals, type ListedRow } from './store.ts';
import { paymentOf } from './withdrawal.ts';

export interface WithdrawalsDeskParts {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  /** Of a demo: approvals are signed with it. */
  signingKey: string;
  signatures: ApprovalSignatures;
}

export function withdrawalsDesk(parts: WithdrawalsDeskParts): {
  calls: BoundCall[];
  acts: BoundAct[];
  queues: BoundQueue[];
} {
  return {
    calls: deskCalls(parts),
    acts: [approval(parts), givingBack(parts)],
    queues: [
      {
        name: 'withdrawals',
        list: listWithdrawals,
        decidedBy: rolesFor(approveWithdrawal),
        count: async () => (await countWaiting(parts.pool))!,
      },
    ],
  };
}

const deskCalls = (parts: WithdrawalsDeskParts): BoundCall[] => [
  ...bindList(listWithdrawals, exportWithdrawals, {
    pool: parts.pool,
    head: [
      'withdraw_id',
      'account_id',
      'step',
      'coin_code',
      'network',
      'amount',
      'fee',
      'net',
      'address',
      'requested_at',
      'decided_at',
      'decided_by',
      'reason',
      'txid',
      'trouble',
      'ended_at',
    ],
    async read({ pagesize: limit, current_page: page, ...filter }) {
      const { total, rows } = await readWithdrawals(parts.pool, { ...filter, limit, offset: (page - 1) * limit });
      return { TOTAL: total, RESULT_LIST: rows.map(describeListed) };
    },
  }),
  bindOperator(getWithdrawal, async ({ withdraw_id: id }, { operator }) => {
    const withdrawal = await findKnown(parts.pool, id);
    return {
      ...describe(withdrawal),
      obstacle: await obstacleFor(operator, withdrawal, parts.pool),
      picture: await pictureOf(withdrawal, parts),
    };
  }),
  bindOperator(approveWithdrawal, (asked, context) => approve(asked, context, parts)),
  bindOperator(refuseWithdrawal, async ({ withdraw_id: id, reason }, context) => {
    const { operator, idempotency, receivedAt } = context;
    const { accountId, withdrawalId, asset, book } = await findKnown(parts.pool, id);
    const input = { accountId, withdrawalId, asset, by: operator.name, reason };
    await parts.lanes.submit({ command: refuseWithdrawalRequest, accountId, book, input, idempotency, receivedAt });
    return decided(id, 'refuse-withdrawal', { operator: operator.name, pool: parts.pool, detail: { reason } });
  }),
];

async function approve(
  { withdraw_id: id, signature }: { withdraw_id: string; signature?: string | undefined },
  context: OperatorContext,
  parts: WithdrawalsDeskParts,
): Promise<ListedWithdrawal> {
  const { operator, idempotency, receivedAt } = context;
  const { pool, lanes } = parts;
  const withdrawal = await findKnown(pool, id);
  const { accountId, withdrawalId, asset, book } = withdrawal;
  await requireNotFrozen(withdrawal, pool);
  await requireMayDecide(pool, {
    kind: 'withdrawal',
    operatorId: operator.operatorId,
    accountId,
    alone: { coin: asset, amount: withdrawal.amount },
  });
  const approvals = [await approvalOf({ withdrawal, signature }, context, parts)];
  const input = { accountId, withdrawalId, asset, by: operator.name, proposal: null, approvals };
  await lanes.submit({ command: approveWithdrawalPayment, accountId, book, input, idempotency, receivedAt });
  return decided(id, 'approve-withdrawal', { operator: operator.name, pool, detail: {} });
}

/** Makes the approval: signed with the operator's passkey, or in a demo with the server's key in the operator's name. */
async function approvalOf(
  { withdrawal, signature }: { withdrawal: ListedRow; signature: string | undefined },
  context: OperatorContext,
  { signatures, signingKey }: WithdrawalsDeskParts,
): Promise<Approval> {
  const { name: person } = context.operator;
  const payment = paymentOf(withdrawal);
  if (!signatures.areNeeded) return signApproval(payment, person, signingKey);
  return { person, signature: await signatures.require({ text: approvalText(payment, person)!, signature }, context) };
}

async function decided(
  id: string,
  act: string,
  { operator, pool, detail }: { operator: string; pool: Pool; detail: Record<string, string> },
): Promise<ListedWithdrawal> {
  const after = await findKnown(pool, id);
  await appendAudit(pool, { operator, act, subject: accountOf(after), detail: { withdrawal: id, ...detail } });
  return describe(after);
}

/** Above what one operator approves alone; the proposal's id is the key, so that it is approved once. */
const approval = ({ pool, lanes, clock, signingKey, signatures }: WithdrawalsDeskParts): BoundAct =>
  bindAct(approveWithdrawalAct, {
    async facts({ withdraw_id: id }) {
      const withdrawal = await findKnown(pool, id);
      if (withdrawal.state !== 'review') refuse('withdrawal-not-open', { state: withdrawal.state });
      await requireNotFrozen(withdrawal, pool);
      const { coin_code, network, amount, net, address, account_id } = describe(withdrawal);
      return {
        withdrawal_uuid: withdrawal.withdrawalId,
        account_uuid: withdrawal.accountId,
        account_id,
        coin: coin_code,
        network,
        amount,
        net,
        address,
      };
    },
    async carryOut({ proposalId, body, maker, checker, signatures: signed = [] }) {
      const withdrawal = await findKnown(pool, body.withdraw_id);
      const { accountId, withdrawalId, asset, book } = withdrawal;
      await requireNotFrozen(withdrawal, pool);
      // One that was proposed before approvals were signed is proposed anew.
      if (signatures.areNeeded && signed.length < 2) refuse('passkey-needed');
      const approvals = signatures.areNeeded
        ? signed
        : [maker, checker].map((person) => signApproval(paymentOf(withdrawal), person, signingKey));
      await lanes.submit({
        command: approveWithdrawalPayment,
        accountId,
        book,
        input: { accountId, withdrawalId, asset, by: `${maker}, ${checker}`, proposal: proposalId, approvals },
        idempotency: {
          key: proposalId,
          digest: createHash('sha256').update(`approve-withdrawal ${withdrawalId}`).digest(),
        },
        receivedAt: clock.now(),
      });
      return {};
    },
  });

/** Proposes to give a payment back. The engine carries it out: it asks the nodes again, and continues the payment if it can still be made. */
const givingBack = ({ pool, clock }: WithdrawalsDeskParts): BoundAct =>
  bindAct(giveBackPayment, {
    async facts({ withdraw_id: id }) {
      const withdrawal = await findUnpayable(pool, id);
      const { coin_code, network, amount, address, account_id, txid } = describe(withdrawal);
      return {
        withdrawal_uuid: withdrawal.withdrawalId,
        account_uuid: withdrawal.accountId,
        account_id,
        coin: coin_code,
        network,
        amount,
        address,
        txid,
      };
    },
    async carryOut({ proposalId, body }, database) {
      const { accountId, withdrawalId, state } = await findUnpayable(pool, body.withdraw_id);
      const given = { accountId, withdrawalId, proposalId, decidedAt: clock.now() };
      if (!(await storeGiveBack(database, given))) refuse('withdrawal-not-open', { state });
      return {};
    },
  });

/** Troubles with which two operators may decide that a payment is given back. */
const givenBackWith: ReadonlySet<string> = new Set<WithdrawalTrouble>(['failure-unconfirmed', 'place-used']);

async function findUnpayable(pool: Pool, id: string): Promise<ListedRow> {
  const withdrawal = await findKnown(pool, id);
  const { state, trouble, endedAt } = withdrawal;
  if (!givenBackWith.has(trouble) || endedAt !== null) refuse('withdrawal-not-open', { state });
  return withdrawal;
}

/** What keeps this operator from approving it in any way, so that the page says so before the operator tries; null after the decision. */
async function obstacleFor(
  { operatorId }: OperatorContext['operator'],
  { accountId, state }: ListedRow,
  pool: Pool,
): Promise<ApprovalObstacle | null> {
  if (state !== 'review') return null;
  const obstacle = await findObstacle(pool, { kind: 'withdrawal', operatorId, accountId });
  if (obstacle === null) return null;
  const { code, facts } = refusalFor(obstacle);
  return { code, facts };
}

/** Whoever froze it has a reason to keep what is in it. */
async function requireNotFrozen({ accountId }: ListedRow, pool: Pool): Promise<void> {
  if ((await readPerson(pool, accountId))?.isFrozen) refuse('frozen-already');
}

const accountOf = ({ accountId }: ListedRow): string => wireId('account', accountId);

async function findKnown(pool: Pool, id: string): Promise<ListedRow> {
  return (await findListed(pool, parseWireId('withdrawal', id) ?? refuse('not-found'))) ?? refuse('not-found');
}

const describeListed = (row: ListedRow): ListedWithdrawal => ({ ...describe(row), address: maskAddress(row.address) });

const describe = (row: ListedRow): ListedWithdrawal => ({
  withdraw_id: wireId('withdrawal', row.withdrawalId),
  account_id: accountOf(row),
  step: row.state,
  coin_code: row.asset,
  network: row.network,
  amount: formatAmount(row.amount),
  fee: formatAmount(row.fee),
  net: formatAmount(subtract(row.amount, row.fee)),
  address: row.address,
  needs_two_persons: row.needsTwoPersons,
  requested_at: toInstant(row.requestedAt),
  decided_at: row.decision && toInstant(row.decision.at),
  decided_by: row.decision?.by ?? null,
  reason: row.reason,
  txid: row.currentTxid ?? row.txid,
  trouble: row.trouble,
  ended_at: row.endedAt === null ? null : toInstant(row.endedAt),
});

async function pictureOf(withdrawal: ListedRow, { pool, clock }: WithdrawalsDeskParts) {
  const { person, address, changes, deposited, withdrawn, traffic } = await readPicture(pool, withdrawal, clock.now());
  const sums = (rows: typeof deposited) =>
    rows.map(({ coin, total, count }) => ({ coin_code: coin, amount: formatAmount(total), count }));
  const { number, openedAt, verifiedBy, isFrozen } = person ?? refuse('not-found');
  return {
    number,
    opened_at: toInstant(openedAt),
    verified_by: verifiedBy,
    is_frozen: isFrozen,
    address_added_at: toInstant(address.addedAt),
    address_name: withdrawal.alias,
    address_shared_with: address.sharedWith,
    sent_there: address.sentThere,
    changes: changes.map(({ kind, at, ip }) => ({ kind, at: toInstant(at), ip })),
    deposited: sums(deposited),
    withdrawn: sums(withdrawn),
    trades: traffic.trades,
    last_deposit_at: traffic.lastDepositAt === null ? null : toInstant(traffic.lastDepositAt),
  };
}
