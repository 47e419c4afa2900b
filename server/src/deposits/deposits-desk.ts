// Deposits that wait for a second node, as operators see them, and the act of two that lets one pass.
import {
  assignDeposit,
  clearDeposit,
  exportWaitingDeposits,
  followChainAgain,
  formatAmount,
  listWaitingDeposits,
  parseWireId,
  toInstant,
  wireId,
  zero,
  type WaitingDeposit,
} from '@candor/wire';
import { networks } from '@candor/chain';
import { bindAct, type BoundAct } from '../kit/act.ts';
import { bindList } from '../kit/bind-list.ts';
import type { BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { BoundQueue } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import {
  assignTo,
  canHoldDeposits,
  countWaiting,
  findWaiting,
  letPass,
  readWaiting,
  type WaitingRow,
} from './check-store.ts';
import { amountOf } from './deposit-row.ts';
import { findFollowed, storeReturn } from './return-store.ts';

export const depositQueue = (pool: Pool): BoundQueue => ({
  name: 'deposits',
  list: listWaitingDeposits,
  decidedBy: clearDeposit.proposers,
  count: () => countWaiting(pool),
});

export const depositDeskCalls = (pool: Pool): BoundCall[] =>
  bindList(listWaitingDeposits, exportWaitingDeposits, {
    pool,
    head: ['deposit_id', 'account_id', 'coin_code', 'network', 'amount', 'tag', 'txid', 'verdict', 'since', 'checked_at', 'proposal_id'], // oxfmt-ignore
    async read({ pagesize: limit, current_page: page }) {
      const { total, rows } = await readWaiting(pool, { limit, offset: (page - 1) * limit });
      return { TOTAL: total, RESULT_LIST: rows.map(describe) };
    },
  });

export const depositActs: readonly BoundAct[] = [
  bindAct(clearDeposit, {
    async facts({ deposit_id: id }, pool) {
      const row = (await findWaiting(pool, idOf(id))) ?? refuse('not-found');
      if (row.verdict === 'unmatched') refuse('not-found');
      const { account_id, coin_code: coin, network, amount, txid, verdict } = describe(row);
      return {
        deposit_uuid: row.depositId,
        account_uuid: row.accountId,
        account_id,
        coin,
        network,
        amount,
        txid,
        verdict,
      };
    },
    async carryOut({ body }, database) {
      if (!(await letPass(database, idOf(body.deposit_id)))) refuse('not-found');
      return {};
    },
  }),
  bindAct(assignDeposit, {
    async facts({ deposit_id: id, account_id: of }, pool) {
      const row = (await findWaiting(pool, idOf(id))) ?? refuse('not-found');
      if (row.verdict !== 'unmatched') refuse('not-found');
      const accountId = parseWireId('account', of) ?? refuse('not-found');
      if (!(await canHoldDeposits(pool, accountId))) refuse('not-found');
      const { coin_code: coin, network, amount, tag, txid } = describe(row);
      return {
        deposit_uuid: row.depositId,
        account_uuid: accountId,
        account_id: of,
        coin,
        network,
        amount,
        tag: tag === null ? '' : String(tag),
        txid,
      };
    },
    async carryOut({ body, facts: { account_uuid: accountId } }, database) {
      // The account may have been closed since the proposal.
      if (!(await canHoldDeposits(database, accountId))) refuse('not-found');
      if (!(await assignTo(database, { depositId: idOf(body.deposit_id), accountId }))) refuse('not-found');
      return {};
    },
  }),
  bindAct(followChainAgain, {
    async facts({ network, from_block: from }, pool) {
      const fromHeight = parseInt(from, 10);
      const { height, credited, reason } = (await findFollowed(pool, { network, fromHeight })) ?? refuse('not-found');
      return {
        network,
        from_block: fromHeight,
        newest_block: height,
        credited_deposits: credited,
        network_reason: reason,
      };
    },
    async carryOut({ proposalId, facts: { network, from_block: fromHeight } }, database) {
      if (!(await storeReturn(database, { proposalId, network, fromHeight }))) refuse('not-found');
      return {};
    },
  }),
];

const idOf = (id: string) => parseWireId('deposit', id) ?? refuse('not-found');

const describe = (row: WaitingRow): WaitingDeposit => ({
  deposit_id: wireId('deposit', row.depositId),
  account_id: row.accountId === null ? '' : wireId('account', row.accountId),
  coin_code: row.asset,
  network: row.network,
  amount: formatAmount(amountOf(networks[row.network], row) ?? zero),
  tag: row.tag,
  txid: row.txid,
  verdict: row.verdict,
  since: toInstant(row.since),
  checked_at: toInstant(row.checkedAt),
  proposal_id: row.proposalId === null ? null : wireId('proposal', row.proposalId),
});
