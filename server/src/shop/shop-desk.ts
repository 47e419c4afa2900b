// The shop at the console: periods with their results, and goods that are to be sent.
import {
  drawResult,
  exportPrizes,
  exportShopPeriods,
  fairTicketsMin,
  formatAmount,
  getPrize,
  getShopPeriod,
  listPrizes,
  listShopPeriods,
  parseWireId,
  paysBuyers,
  sendPrize,
  subtract,
  toInstant,
  wireId,
  type ListedPeriod,
  type ListedPrize,
  type Wad,
} from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Sealing } from '../kit/sealing.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { findKnownDelivery, openAddress, sendAlone } from './send-prize.ts';
import { findListedPeriod, readDeliveries, readPeriodList, type Delivery, type ListedRow } from './store.ts';

export interface DeskParts {
  pool: Pool;
  lanes: Lanes;
  sealing: Sealing;
}

export function shopDesk({ pool, lanes, sealing }: DeskParts): BoundCall[] {
  return [
    ...bindList(listShopPeriods, exportShopPeriods, {
      pool,
      head: ['periods_id', 'good_id', 'number', 'state', 'price', 'tickets', 'sold', 'winners', 'prize_kind', 'prize', 'rebate', 'series', 'opened_at', 'closes_at', 'tickets_min', 'pays_buyers', 'result_at_minimum', 'fair_tickets_min', 'result'], // oxfmt-ignore
      async read({ state, good_id: goodId, sort, pagesize: limit, current_page: page }) {
        const { total, rows } = await readPeriodList(pool, { state, goodId, sort, limit, offset: (page - 1) * limit });
        return { TOTAL: total, RESULT_LIST: rows.map(describePeriod) };
      },
    }),
    bindOperator(getShopPeriod, async ({ periods_id: id }) =>
      describePeriod(
        (await findListedPeriod(pool, parseWireId('period', id) ?? refuse('not-found'))) ?? refuse('not-found'),
      ),
    ),
    ...bindList(listPrizes, exportPrizes, {
      pool,
      head: ['order_id', 'account_id', 'good_id', 'worth', 'state', 'won_at', 'carrier', 'tracking', 'sent_by'],
      async read({ state, sort, pagesize: limit, current_page: page }) {
        const { total, rows } = await readDeliveries(pool, { state, sort, limit, offset: (page - 1) * limit });
        return { TOTAL: total, RESULT_LIST: rows.map(describePrize) };
      },
    }),
    bindOperator(getPrize, async ({ order_id: id }, { operator }) => {
      const found = await findKnownDelivery(pool, id);
      const address = found.state === 'addressed' ? await openAddress(found.prizeId, { pool, sealing }) : null;
      if (address) {
        const detail = { prize: id };
        await appendAudit(pool, { operator: operator.name, act: 'prize-address-viewed', subject: wireId('account', found.accountId), detail }); // oxfmt-ignore
      }
      return { ...describePrize(found), address };
    }),
    bindOperator(sendPrize, async (parcel, context) => {
      const { order_id: id, carrier, tracking } = parcel;
      const found = await findKnownDelivery(pool, id);
      await sendAlone(found, parcel, { context, pool, lanes });
      const subject = wireId('account', found.accountId);
      await appendAudit(pool, { operator: context.operator.name, act: 'prize-sent', subject, detail: { prize: id, carrier, tracking } }); // oxfmt-ignore
      return describePrize(await findKnownDelivery(pool, id));
    }),
  ];
}

const describePeriod = (row: ListedRow): ListedPeriod => ({
  periods_id: wireId('period', row.periodId),
  good_id: row.goodId,
  number: row.number,
  state: row.state,
  price: formatAmount(row.price),
  tickets: row.tickets,
  tickets_min: row.ticketsMin,
  sold: row.sold,
  winners: row.winners,
  prize_kind: row.prizeKind,
  prize: formatAmount(row.prize),
  rebate: formatAmount(row.rebate),
  series: row.series,
  opened_at: toInstant(row.openedAt),
  closes_at: toInstant(row.closesAt),
  pays_buyers: !paysBuyers(row) ? 'no' : row.paysBuyers ? 'approved' : 'not-approved',
  result_at_minimum: formatAmount(drawResult(row, row.ticketsMin)),
  fair_tickets_min: fairTicketsMin(row) ?? null,
  result: row.owing > 0 ? null : formatAmount(subtract((row.price * BigInt(row.sold)) as Wad, row.given)),
});

const describePrize = ({ sending, ...row }: Delivery): ListedPrize => ({
  order_id: wireId('ticket', row.prizeId),
  account_id: wireId('account', row.accountId),
  good_id: row.goodId,
  worth: formatAmount(row.worth),
  state: row.state,
  won_at: toInstant(row.wonAt),
  carrier: sending?.carrier ?? null,
  tracking: sending?.tracking ?? null,
  sent_by: sending?.sentBy ?? null,
});
