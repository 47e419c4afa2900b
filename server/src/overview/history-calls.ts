// The house over time and what is open, as calls of the console.
import { exportOpenOrders, formatAmount, getHouseHistory, historySpans, listOpenOrders, toInstant, wireId } from '@candor/wire'; // oxfmt-ignore
import { bindList } from '../kit/bind-list.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import type { OrderKind } from '../kit/product.ts';
import { describeHistory } from './describe-history.ts';
import { readOpenOrders, readSampledCoins, readSamples, sampleHouse } from './history-store.ts';

/** Ten minutes have one sample, so that whoever comes later adds nothing. */
const sampleMs = 60_000;

export const houseSampling = (pool: Pool): Job =>
  createJob({
    name: 'house-samples',
    role: 'web',
    every: sampleMs,
    isShared: true,
    runsAtStart: true,
    run: () => sampleHouse(pool),
  });

export const historyCalls = (pool: Pool, orderKinds: readonly OrderKind[]): BoundCall[] => [
  bindOperator(getHouseHistory, async ({ coin, book, span }) => {
    const [samples, coins] = await Promise.all([
      readSamples(pool, { coin, book, ...historySpans[span] }),
      readSampledCoins(pool, book),
    ]);
    return { ...describeHistory(samples), coins };
  }),
  ...bindList(listOpenOrders, exportOpenOrders, {
    pool,
    head: ['order_id', 'product', 'account_id', 'coin', 'side', 'amount', 'amount_coin', 'state', 'received_at'],
    async read({ sort = '-amount', pagesize, current_page: page, ...filter }) {
      const wanted = { ...filter, sort, limit: pagesize, offset: (page - 1) * pagesize };
      const { total, rows } = await readOpenOrders(pool, orderKinds, wanted);
      const list = rows.map(({ kind, orderId, accountId, amount, amountCoin, receivedAt, ...order }) => ({
        ...order,
        product: kind,
        order_id: wireId(kind, orderId),
        account_id: wireId('account', accountId),
        amount: formatAmount(amount),
        amount_coin: amountCoin,
        received_at: toInstant(receivedAt),
      }));
      return { TOTAL: total, RESULT_LIST: list };
    },
  }),
];
