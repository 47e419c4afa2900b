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
  type AddressLine,
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
import { houseAccountId } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { sendPrizeTo } from './end-prize.ts';
import { findDelivery, findListedPeriod, readDeliveries, readPeriodList, readSealedAddress, type Delivery, type ListedRow } from './store.ts'; // oxfmt-ignore

export interface DeskParts {
  pool: Pool;
  lanes: Lanes;
  sealing: Sealing;
}

export function shopDesk({ pool, lanes, sealing }: DeskParts): BoundCall[] {
  const delivery = async (id: string): Promise<Delivery> =>
    (await findDelivery(pool, parseWireId('ticket', id) ?? refuse('not-found'))) ?? refuse('not-found');

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
      const found = await delivery(id);
      const sealed = found.state === 'addressed' ? await readSealedAddress(pool, found.prizeId) : undefined;
      if (sealed) {
        const detail = { prize: id };
        await appendAudit(pool, { operator: operator.name, act: 'prize-address-viewed', subject: wireId('account', found.accountId), detail }); // oxfmt-ignore
      }
      const address = sealed ? (JSON.parse(sealing.open(sealed, found.prizeId).toString()) as Record<AddressLine, string>) : null; // oxfmt-ignore
      return { ...describePrize(found), address };
    }),
    bindOperator(sendPrize, async ({ order_id: id, carrier, tracking }, { operator, idempotency, receivedAt }) => {
      const { prizeId, accountId } = await delivery(id);
      const sending = { carrier, tracking, sentBy: operator.name };
      await lanes.submit({ command: sendPrizeTo, accountId: houseAccountId, book: 'real', input: { prizeId, sending }, idempotency, receivedAt }); // oxfmt-ignore
      await appendAudit(pool, { operator: operator.name, act: 'prize-sent', subject: wireId('account', accountId), detail: { prize: id, carrier, tracking } }); // oxfmt-ignore
      return describePrize(await delivery(id));
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
