// Requests to bring in a coin: whoever watches the risk asks, and the treasurer proposes the act that two persons carry out. A request
// moves nothing, and is done by itself when that act has paid in as much and names it.
import { askRefill, coinOfCode, dropRefill, exportRefills, formatAmount, houseMoneyIn, listRefills, parseAmount, parseWireId, toInstant, wireId, type AssetCode, type Refill, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import type { BoundQueue } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { fitsPrecision } from '../ledger/fits-precision.ts';
import { countOpenRefills, endRefill, findRefill, insertRefill, readRefills, type RefillRow } from './refill-store.ts';

export interface RefillParts {
  pool: Pool;
  newId: () => Uuid;
}

/** It waits for whoever may propose to bring money in. */
export const refillQueue = (pool: Pool): BoundQueue => ({
  name: 'refills',
  list: listRefills,
  decidedBy: houseMoneyIn.proposers,
  count: () => countOpenRefills(pool),
});

export const refillCalls = ({ pool, newId }: RefillParts): BoundCall[] => [
  ...bindList(listRefills, exportRefills, {
    pool,
    head: [
      'refill_id',
      'coin',
      'amount',
      'why',
      'state',
      'asked_by',
      'asked_at',
      'dropped_by',
      'ended_at',
      'proposal_id',
    ],
    async read({ sort = '-asked_at', pagesize: limit, current_page: page, ...filter }) {
      const { total, rows } = await readRefills(pool, { ...filter, sort, limit, offset: (page - 1) * limit });
      return { TOTAL: total, RESULT_LIST: rows.map(describe) };
    },
  }),
  bindOperator(askRefill, async ({ coin: code, amount: text, why }, { operator }) => {
    const { coin, amount } = wantedOf(code, text);
    const refillId = newId();
    await inTransaction(pool, async (database) => {
      const isFirst = await insertRefill(database, { refillId, coin, amount, why, by: operator.operatorId });
      if (!isFirst) refuse('refill-open', { coin });
      const detail = { coin, amount: formatAmount(amount), why };
      await appendAudit(database, { operator: operator.name, act: 'refill-asked', subject: wireId('refill', refillId), detail }); // oxfmt-ignore
    });
    return describe((await findRefill(pool, refillId))!);
  }),
  bindOperator(dropRefill, async ({ refill_id: id }, { operator }) => {
    const refillId = parseWireId('refill', id) ?? refuse('not-found');
    await inTransaction(pool, async (database) => {
      const found = (await findRefill(database, refillId)) ?? refuse('not-found');
      const isDropped = await endRefill(database, refillId, operator.operatorId);
      // How it ended: since it was found somebody else may have been faster.
      if (!isDropped) refuse('refill-ended', { state: (await findRefill(database, refillId))!.state });
      await appendAudit(database, { operator: operator.name, act: 'refill-dropped', subject: id, detail: { coin: found.coin } }); // oxfmt-ignore
    });
    return describe((await findRefill(pool, refillId))!);
  }),
];

function wantedOf(code: string, text: string): { coin: AssetCode; amount: Wad } {
  const coin = code === 'USDT' ? code : (coinOfCode(code)?.code ?? refuse('unknown-coin'));
  const amount = parseAmount(text) || refuse('amount-malformed', { field: 'amount' });
  return fitsPrecision(amount, coin) ? { coin, amount } : refuse('too-many-decimals', { coin });
}

const describe = ({
  refillId,
  amount,
  askedBy,
  askedAt,
  droppedBy,
  endedAt,
  proposalId,
  ...row
}: RefillRow): Refill => ({
  ...row,
  refill_id: wireId('refill', refillId),
  amount: formatAmount(amount),
  asked_by: askedBy,
  asked_at: toInstant(askedAt),
  dropped_by: droppedBy,
  ended_at: endedAt === null ? null : toInstant(endedAt),
  proposal_id: proposalId === null ? null : wireId('proposal', proposalId),
});
