// An operator says that the refund of an order was sent. It is money that leaves the platform, so it counts like a confirmation.
import { createHash } from 'node:crypto';
import { dollarsOf, formatAmount, parseWireId, recordRefundAct, wireId } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Clock } from '../kit/clock.ts';
import type { OperatorContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { requireMayDecide } from '../operators/require-may-decide.ts';
import { noteRefund } from './decide-purchase.ts';
import type { Purchase } from './purchase.ts';
import { findListed, findLineOf } from './store.ts';

export interface RefundParts {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
}

/** Refuses with `order-changed`, `own-account` and `day-sum-reached`. */
export async function refundAlone(
  order: Purchase,
  { operator: { operatorId }, idempotency, receivedAt }: OperatorContext,
  { pool, lanes }: Pick<RefundParts, 'pool' | 'lanes'>,
): Promise<void> {
  const { accountId, purchaseId, perUsd } = order;
  // A repeated request is answered by the command, without counting the refund twice.
  if (order.refundedAt === null) {
    const amount = dollarsOf(refundOf(order), perUsd);
    await requireMayDecide(pool, { kind: 'refund', operatorId, accountId, alone: { coin: 'USDT', amount } });
  }
  const input = { purchaseId, by: { refundedBy: operatorId, refundProposal: null } };
  await lanes.submit({ command: noteRefund, accountId, book: 'real', input, idempotency, receivedAt });
}

/** What one operator may not say alone. */
export const recordRefundByTwo = ({ pool, lanes, clock }: RefundParts): BoundAct =>
  bindAct(recordRefundAct, {
    async facts({ purchase_id: id }) {
      const order = await findOrder(pool, id);
      if (order.refundedAt !== null) refuse('order-changed', { state: order.state });
      const { currency } = order;
      const refund = refundOf(order);
      const line = await findLineOf(pool, order.purchaseId);
      return {
        purchase_uuid: order.purchaseId,
        account_uuid: order.accountId,
        account: wireId('account', order.accountId),
        reference: order.reference,
        state: order.state,
        ...(order.reason === null ? {} : { reason: order.reason }),
        received: `${formatAmount(order.received!)} ${currency}`,
        refund: `${formatAmount(refund)} ${currency}`,
        worth: `${formatAmount(dollarsOf(refund, order.perUsd))} USDT`,
        ...(order.decider === null ? {} : { decided_by: order.decider }),
        ...(line && { payer: line.payer, bank_text: line.text, booked_on: line.bookedOn }),
      };
    },
    async carryOut({ proposalId, body: { purchase_id: id } }) {
      const { accountId, purchaseId } = await findOrder(pool, id);
      await lanes.submit({
        command: noteRefund,
        accountId,
        book: 'real',
        input: { purchaseId, by: { refundedBy: null, refundProposal: proposalId } },
        idempotency: { key: proposalId, digest: createHash('sha256').update(`record-refund ${purchaseId}`).digest() },
        receivedAt: clock.now(),
      });
      return {};
    },
  });

const findOrder = async (pool: Pool, id: string) =>
  (await findListed(pool, parseWireId('purchase', id) ?? refuse('not-found'))) ?? refuse('not-found');

/** Refuses with `order-changed` if the order owes no refund. */
const refundOf = ({ refund, state }: Purchase): NonNullable<Purchase['refund']> =>
  refund || refuse('order-changed', { state });
