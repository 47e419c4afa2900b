// What is read of the shop: goods and periods by anyone, one's own tickets by their owner.
import {
  findOrders,
  findPeriods,
  findPeriodsByComplete,
  findRebates,
  getDraw,
  getOrderById,
  getPeriod,
  getPeriodByGoodId,
  getTicketProof,
  parseWireId,
  type ShopGood,
  type ShopTicket,
  type Uuid,
} from '@candor/wire';
import { bind, bindSelf, type BoundCall } from '../kit/feature.ts';
import { answerPage, type AskedPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { createDrawReads } from './draw-document.ts';
import { periodMessage, type DrawnPeriod } from './period.ts';
import { findGood, findPeriod, findTicket, readEndedPeriods, readGoods, readNewestPeriods, readPeriods, readPrizes, ticketPage, type Good } from './store.ts'; // oxfmt-ignore
import { ticketMessage, type Ticket } from './ticket.ts';

export function shopReads(pool: Pool): BoundCall[] {
  const draws = createDrawReads(pool);
  return [
    bind(findPeriods, async ({ language, level }) => {
      const [goods, periods] = await Promise.all([readGoods(pool, language), readNewestPeriods(pool)]);
      const list = goods
        .filter((good) => level === -1 || good.level === level)
        .map((good) =>
          goodMessage(
            good,
            periods.find(({ goodId }) => goodId === good.goodId),
          ),
        );
      return { TOTAL: list.length, RESULT_LIST: list };
    }),
    bind(getPeriodByGoodId, async ({ language, good_id: goodId }) => {
      const good = (await findGood(pool, language, goodId)) ?? refuse('not-found');
      const periods = await readNewestPeriods(pool);
      return goodMessage(good, periods.find((period) => period.goodId === goodId)); // oxfmt-ignore
    }),
    bind(findPeriodsByComplete, async ({ good_id: goodId, ...page }) => {
      const found = await readEndedPeriods(pool, goodId, page);
      return answerPage(found, found.rows.map(periodMessage));
    }),
    bind(getPeriod, async ({ language, periods_id: id }) => {
      const period = (await findPeriod(pool, parseWireId('period', id) ?? refuse('not-found'))) ?? refuse('not-found');
      const good = (await findGood(pool, language, period.goodId)) ?? refuse('not-found');
      return { ...goodMessage(good, period), period: periodMessage(period) };
    }),
    bind(getDraw, ({ periods_id: id }) => draws.document(id)),
    bind(getTicketProof, ({ periods_id: id, number }) => draws.ticketProof(id, number)),
    ...ticketReads(pool),
  ];
}

/** Of one's own. */
function ticketReads(pool: Pool): BoundCall[] {
  async function describeTickets(tickets: readonly Ticket[], language: string): Promise<ShopTicket[]> {
    const [periods, prizes, goods] = await Promise.all([
      readPeriods(pool, [...new Set(tickets.map(({ periodId }) => periodId))]),
      readPrizes(pool, tickets.map(({ ticketId }) => ticketId)), // oxfmt-ignore
      readGoods(pool, language),
    ]);
    return tickets.map((ticket) => {
      const period = periods.find(({ periodId }) => periodId === ticket.periodId)!;
      const { goodId, name, drawing } = goods.find((good) => good.goodId === period.goodId)!;
      const prize = prizes.find(({ prizeId }) => prizeId === ticket.ticketId) ?? null;
      return {
        ...ticketMessage(ticket, { period, prize }),
        period: periodMessage(period),
        good: { good_id: goodId, name, drawing },
      };
    });
  }

  async function tickets(
    { language, ...wanted }: { accountId: Uuid; language: string; where: string },
    page: AskedPage,
  ) {
    const found = await ticketPage(pool, wanted, page);
    return answerPage(found, await describeTickets(found.rows, language));
  }

  return [
    bindSelf(findOrders, ({ language, order_type: type, ...page }, { session: { accountId } }) =>
      tickets({ accountId, language, where: ofType[type] ?? 'true' }, page),
    ),
    bindSelf(findRebates, ({ language, ...page }, { session: { accountId } }) =>
      tickets({ accountId, language, where: "outcome = 'lost' and paid > 0" }, page),
    ),
    bindSelf(getOrderById, async ({ language, order_id: id }, { session: { accountId } }) => {
      const ticketId = parseWireId('ticket', id) ?? refuse('not-found');
      const ticket = (await findTicket(pool, accountId, ticketId)) ?? refuse('not-found');
      return (await describeTickets([ticket], language))[0]!;
    }),
  ];
}

/** By the numbers of `order_type`. */
const ofType = ['true', 'outcome is null', "outcome in ('won', 'lost')", "outcome = 'won'"] as const;

const goodMessage = (
  { goodId, level, drawing, name, description }: Good,
  period: DrawnPeriod | undefined,
): ShopGood => ({
  good_id: goodId,
  level,
  drawing,
  name,
  text: description,
  period: period ? periodMessage(period) : null,
});
