// Helpers of tests to query and decide about payments by contracts, on a deposits stage.
import assert from 'node:assert/strict';
import { creditContractPayment, queryContractPayments, wireId, type ContractPaid, type Uuid } from '@candor/wire';
import type { BoundAct } from '../../src/kit/act.ts';
import { readOpen, type PaymentRow } from '../../src/deposits/contract-payment-store.ts';
import { inTransaction } from '../../src/kit/in-transaction.ts';
import { approvedProposal } from './acts.ts';
import type { DepositsStage } from './deposits-stage.ts';

type Kind = 'credit-contract-payment' | 'dismiss-contract-payment';
interface Approved {
  proposalId: Uuid;
  body: object;
  facts: Record<string, unknown>;
}

export function contractDesk(stage: DepositsStage) {
  const { ledger, clock } = stage;
  const { pool } = ledger;
  const actOf = (kind: Kind): BoundAct =>
    stage.product().acts.find(({ act }) => act.kind === kind) ?? assert.fail(`no act ${kind}`);
  const carryOut = (act: BoundAct, approved: Approved) =>
    inTransaction(pool, (database) => act.carryOut({ ...approved, maker: 'anna', checker: 'ben' }, database));
  const openOf = async (accountId: Uuid): Promise<PaymentRow | undefined> =>
    (await readOpen(pool, { limit: 100, offset: 0 })).rows.find((row) => row.accountId === accountId);
  const bodyOf = (payment: PaymentRow | undefined) => ({
    payment_id: wireId('contractPayment', payment?.paymentId ?? assert.fail('nothing is open')),
  });
  /** Two operators approve the act, and it is carried out. */
  async function decide(kind: Kind, body: object): Promise<Uuid> {
    const act = actOf(kind);
    const facts = await act.facts(body, pool);
    const proposalId = await approvedProposal(pool, { kind, body, facts });
    await carryOut(act, { proposalId, body, facts });
    return proposalId;
  }

  return {
    actOf,
    carryOut,
    openOf,
    bodyOf,
    decide,
    /** Two operators name this transaction for the customer's open payment. */
    claim: async (accountId: Uuid, txid: string): Promise<Uuid> =>
      decide(creditContractPayment.kind, { ...bodyOf(await openOf(accountId)), txid }),
    async outcomeOf(proposalId: Uuid): Promise<string> {
      const { rows } = await pool.query<{ outcome: string }>(
        `select concat_ws(' ', state, nullif(reason, ''), proof) as outcome from contract_payment_claims where proposal_id = $1`,
        [proposalId],
      );
      return rows[0]!.outcome;
    },
    /** Returns the number of addresses whose comparison is due. */
    async dueNow(): Promise<number> {
      const { rows } = await pool.query<{ due: number }>(
        'select count(*)::int as due from address_balances where due_at <= $1',
        [new Date(clock.now())],
      );
      return rows[0]!.due;
    },
    /** Returns the customer's open payments as the app shows them; `txid` is the transaction that the customer searches for. */
    async shown(accountId: Uuid, txid = ''): Promise<string[]> {
      const payload = { user_id: wireId('account', accountId), txid };
      const { RESULT_LIST: list } = await stage.ask<{ RESULT_LIST: ContractPaid[] }>(queryContractPayments, payload, {
        accountId,
      });
      return list.map(({ coin_code: coin, amount }) => `${amount} ${coin}`);
    },
    deposited: async (accountId: Uuid): Promise<string[]> =>
      (await stage.list(accountId)).map(({ amount, state }) => `${amount} ${state}`).toSorted(),
  };
}
