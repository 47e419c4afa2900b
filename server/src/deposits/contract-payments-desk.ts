// Payments by contracts on the operators' page, and the two acts that close one: name its transaction, or dismiss it as no deposit.
import { contractOrdinal, networks } from '@candor/chain';
import {
  creditContractPayment,
  dismissContractPayment,
  exportContractPayments,
  formatAmount,
  listContractPayments,
  parseWireId,
  reopenContractPayment,
  toInstant,
  wireId,
  zero,
  type ListedContractPayment,
} from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import type { BoundQueue } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { requireMayDecide } from '../operators/require-may-decide.ts';
import { storeClaim } from './claim-store.ts';
import {
  countOpen,
  dismiss,
  findDismissed,
  findOpen,
  readDismissed,
  readOpen,
  reopen,
  type PaymentRow,
} from './contract-payment-store.ts';
import { amountOf, depositIdOf } from './deposit-row.ts';

export const contractPaymentQueue = (pool: Pool): BoundQueue => ({
  name: 'contract-payments',
  list: listContractPayments,
  decidedBy: creditContractPayment.proposers,
  count: () => countOpen(pool),
});

export const contractPaymentCalls = ({ pool, clock }: { pool: Pool; clock: Clock }): BoundCall[] => [
  ...bindList(listContractPayments, exportContractPayments, {
    pool,
    head: [
      'payment_id',
      'account_id',
      'coin_code',
      'network',
      'address',
      'amount',
      'verdict',
      'found_in',
      'after_block',
      'arrived_in',
      'state',
      'reopen_reason',
      'found_at',
      'checked_at',
      'asked_txid',
      'is_being_proven',
      'claim_reason',
      'proposal_id',
    ],
    async read({ state, pagesize: limit, current_page: page }) {
      const read = state === 'dismissed' ? readDismissed : readOpen;
      const { total, rows } = await read(pool, { limit, offset: (page - 1) * limit });
      return { TOTAL: total, RESULT_LIST: rows.map(describe) };
    },
  }),
  bindOperator(reopenContractPayment, async ({ payment_id: id, reason }, { operator }) => {
    const { operatorId, name } = operator;
    const { accountId, paymentId } = (await findDismissed(pool, idOf(id))) ?? refuse('not-found');
    await requireMayDecide(pool, { kind: 'deposit', operatorId, accountId });
    await inTransaction(pool, async (database) => {
      if (!(await reopen(database, { paymentId, operatorId, reason, now: clock.now() }))) refuse('not-found');
      const subject = wireId('account', accountId);
      await appendAudit(database, { operator: name, act: 'contract-payment-reopened', subject, detail: { payment: id, reason } }); // oxfmt-ignore
    });
    return { payment_id: id };
  }),
];

export const contractPaymentActs = ({ clock }: { clock: Clock }): readonly BoundAct[] => [
  bindAct(creditContractPayment, {
    async facts({ payment_id: id, txid }, pool) {
      const row = await openOf(pool, id);
      const { network, asset, address, addressIndex } = row;
      const credit = { txid, ordinal: contractOrdinal(addressIndex), asset, address, units: 0n as never };
      return { ...factsOf(row), deposit_uuid: depositIdOf(network, credit), txid };
    },
    async carryOut({ proposalId, body, facts: { deposit_uuid: depositId, units } }, database) {
      const claim = { proposalId, paymentId: idOf(body.payment_id), depositId, txid: body.txid, units };
      if (!(await storeClaim(database, claim))) refuse('not-found');
      return {};
    },
  }),
  bindAct(dismissContractPayment, {
    facts: async ({ payment_id: id }, pool) => factsOf(await openOf(pool, id)),
    async carryOut({ proposalId, body, facts }, database) {
      const [paymentId, now] = [idOf(body.payment_id), clock.now()];
      if (!(await dismiss(database, { paymentId, proposalId, units: facts.units, now }))) refuse('not-found');
      return {};
    },
  }),
];

const idOf = (id: string) => parseWireId('contractPayment', id) ?? refuse('not-found');
const openOf = async (pool: Pool, id: string): Promise<PaymentRow> =>
  (await findOpen(pool, idOf(id))) ?? refuse('not-found');

function factsOf(row: PaymentRow) {
  const { account_id, coin_code: coin, network, address, amount, verdict } = describe(row);
  const { paymentId: payment_uuid, accountId: account_uuid, units } = row;
  return { payment_uuid, account_uuid, account_id, coin, network, address, amount, units, verdict };
}

function describe(row: PaymentRow): ListedContractPayment {
  const [state = '', reason = ''] = row.claimState.split(' ');
  return {
    payment_id: wireId('contractPayment', row.paymentId),
    account_id: wireId('account', row.accountId),
    coin_code: row.asset,
    network: row.network,
    address: row.address,
    amount: formatAmount(amountOf(networks[row.network], row) ?? zero),
    verdict: row.verdict,
    found_in: row.height,
    after_block: row.afterHeight,
    arrived_in: row.arrivedIn,
    state: row.state,
    reopen_reason: row.reopenReason ?? '',
    found_at: toInstant(row.foundAt),
    checked_at: toInstant(row.checkedAt),
    asked_txid: row.askedTxid,
    is_being_proven: state === 'open',
    claim_reason: reason as ListedContractPayment['claim_reason'],
    proposal_id: row.proposalId === null ? null : wireId('proposal', row.proposalId),
  };
}
