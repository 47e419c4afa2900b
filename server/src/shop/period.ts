// A period as the server holds it: tickets of one good at one price, what can be won with them, and how the draw goes.
import {
  countHiddenFrom,
  drawCost,
  formatAmount,
  multiplyDown,
  one,
  paysBuyers,
  subtract,
  toInstant,
  usdtDecimals,
  wireId,
  worstResult,
  type DrawTerms,
  type PeriodState,
  type PeriodVoidReason,
  type PrizeKind,
  type ShopPeriod,
  type Wad,
} from '@candor/wire';
import { amount, boolean, columns, group, instant, integer, safeInteger, text, uuid, type RowIn } from '../kit/columns.ts'; // oxfmt-ignore
import { appendOnlyTable, table, type Row } from '../kit/table.ts';
import type { Way } from '../kit/ways.ts';

export const shopPeriods = table('shop_periods', {
  key: { periodId: uuid },
  fixed: {
    goodId: text(),
    number: integer,
    /** How many follow by themselves. */
    series: integer,
    price: amount,
    tickets: integer,
    ticketsMin: integer,
    winners: integer,
    /** Of each ticket that does not win. */
    rebate: amount,
    prizeKind: text<PrizeKind>(),
    /** Of each winner, USDT. */
    prize: amount,
    drawDelayMs: integer,
    beacon: group('beacon_', {
      name: text(),
      isDemo: boolean,
      key: text(),
      genesisMs: safeInteger,
      periodMs: safeInteger,
    }),
    openedAt: instant,
    closesAt: instant,
    /** True if two operators approved terms with which all buyers together get more than they pay. Without that approval such a period does not open. */
    paysBuyers: boolean,
  },
  changing: {
    state: text<PeriodState>(),
    sold: integer,
    /** Number of tickets sold as it is published while the period is open; it stops shortly before the period closes. */
    soldShown: integer,
  },
  later: { closedAt: instant.orNull },
});
export type Period = Row<typeof shopPeriods>;
export type Beacon = Period['beacon'];

/** How a period was drawn; there as soon as its round is known. */
export const shopDraws = appendOnlyTable('shop_draws', {
  key: { periodId: uuid },
  fixed: { signature: text(), winningNum: text(), drawnAt: instant },
});
export const shopVoids = appendOnlyTable('shop_voids', {
  key: { periodId: uuid },
  fixed: { reason: text<PeriodVoidReason>(), voidedAt: instant },
});

/** A period with what is known of its draw, as it is read outside of commands. */
export const drawnPeriod = columns({
  ...shopPeriods.shape,
  root: text().orNull,
  round: safeInteger.orNull,
  roundAt: instant.orNull,
  logSeq: safeInteger.orNull,
  signature: text().orNull,
  winningNum: text().orNull,
  reason: text<PeriodVoidReason>().orNull,
});
export type DrawnPeriod = RowIn<typeof drawnPeriod>;

/** What a share of the price is, rounded down: a rebate promises no more than it says. */
export const rebateOf = (price: Wad, share: Wad): Wad => multiplyDown(price, share, usdtDecimals);

/** Reserved when it opens: all that its tickets can win or get back, were all of them sold. */
export const reserveOf = ({ prize, rebate, tickets, winners }: Pick<Period, 'prize' | 'rebate' | 'tickets' | 'winners'>): Wad =>
  drawCost({ prize, rebate, winners }, tickets); // oxfmt-ignore

/** Returns true if the period pays its buyers and was opened before that needed an approval. It is drawn as agreed, and its series ends. */
export const seriesStops = (period: Pick<Period, 'series' | 'paysBuyers' | keyof DrawTerms>): boolean =>
  period.series > 0 && paysBuyers(period) && !period.paysBuyers;

/** What whoever buys every ticket gains, at the number of tickets at which the platform keeps least. */
export function betOf(period: Pick<Period, 'goodId' | 'number' | keyof DrawTerms>): Way {
  const { sold, result } = worstResult(period);
  const gain = (-result * one) / (period.price * BigInt(sold));
  return { kind: 'bet', name: `${period.goodId} ${period.number}`, gain: gain as Wad };
}

/** What is owed of it once it is drawn. */
export const owedAfterDraw = (period: Period): Wad => drawCost(period, period.sold);

/** What the draw sets free. */
export const freedByDraw = (period: Period): Wad => subtract(reserveOf(period), owedAfterDraw(period));

export const numbersOf = (winningNum: string): number[] => winningNum.split(',').map((number) => parseInt(number, 10));

export const beaconMessage = ({ name, isDemo, key, genesisMs, periodMs }: Beacon): ShopPeriod['beacon'] => ({
  name,
  is_demo: isDemo,
  public_key: key,
  genesis_ms: genesisMs,
  period_ms: periodMs,
});

export const periodMessage = (period: DrawnPeriod): ShopPeriod => ({
  periods_id: wireId('period', period.periodId),
  good_id: period.goodId,
  number: period.number,
  state: period.state,
  price: formatAmount(period.price),
  tickets: period.tickets,
  tickets_min: period.ticketsMin,
  winners: period.winners,
  rebate: formatAmount(period.rebate),
  prize_kind: period.prizeKind,
  prize: formatAmount(period.prize),
  sold: period.state === 'open' ? period.soldShown : period.sold,
  sold_hidden_from: toInstant(countHiddenFrom(period)),
  opened_at: toInstant(period.openedAt),
  closes_at: toInstant(period.closesAt),
  closed_at: period.closedAt === null ? null : toInstant(period.closedAt),
  draw_delay_ms: period.drawDelayMs,
  beacon: beaconMessage(period.beacon),
  root: period.root,
  log_seq: period.logSeq,
  round: period.round,
  round_at: period.roundAt === null ? null : toInstant(period.roundAt),
  signature: period.signature,
  winning_num: period.winningNum ?? '',
  void_reason: period.reason,
});
