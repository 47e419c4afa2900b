// A pledge as the server holds it: USDT staked for some days, and the income that was promised for it.
import { add, formatAmount, incomeOfDay, pledgeDayMs, subtract, toInstant, wireId, zero, type PledgeOrder, type PledgeOutcome, type Wad } from '@candor/wire'; // oxfmt-ignore
import { amount, boolean, columns, group, instant, integer, oneOfEnum, text, uuid, type RowIn } from '../kit/columns.ts'; // oxfmt-ignore
import type { Book } from '../kit/feature.ts';
import type { OrderKind } from '../kit/product.ts';
import { appendOnlyTable, table, type Row } from '../kit/table.ts';

/** Terms on offer; a change is a new version, and a pledge keeps the one that it was opened under. */
export const pledgeConfig = columns({
  productId: text(),
  version: integer,
  days: integer,
  /** Income of a day, as a share of the principal. */
  dailyRate: amount,
  minAmount: amount,
  maxAmount: amount,
  /** Of all customers together. */
  quota: amount,
  isOffered: boolean,
});
export type PledgeConfig = RowIn<typeof pledgeConfig>;

/** What is staked of a product in a book; everybody's. */
export const pledgeQuotas = table('pledge_quotas', {
  key: { quotaId: uuid },
  fixed: { productId: text(), book: oneOfEnum<Book>('ledger_book') },
  changing: { taken: amount },
});

export const pledges = table('pledges', {
  key: { accountId: uuid, pledgeId: uuid },
  fixed: {
    book: oneOfEnum<Book>('ledger_book'),
    productId: text(),
    configVersion: integer,
    amount,
    days: integer,
    dailyRate: amount,
    /** Of the whole term; reserved from the start. */
    income: amount,
    startedAt: instant,
    renews: uuid.orNull,
  },
  changing: { autoRenew: boolean, daysPosted: integer, posted: amount },
  later: {
    /** Final. */
    ending: group('', { outcome: text<PledgeOutcome>(), forfeited: amount, endedAt: instant }).orNull,
  },
});
export type Pledge = Row<typeof pledges>;

/** Pledges whose renewal a debt reduced or stopped. */
export const heldRenewals = appendOnlyTable('held_renewals', {
  key: { accountId: uuid, pledgeId: uuid },
  fixed: { book: oneOfEnum<Book>('ledger_book'), owed: amount, renewed: amount, at: instant },
});

declare module '../kit/bus.ts' {
  interface Events {
    /** A pledge was opened or changed, its income was posted, or it ended. */
    'pledges.changed': Pledge;
  }
}

/** When the income of this day is due. */
export const dayAt = ({ startedAt }: Pick<Pledge, 'startedAt'>, day: number): number => startedAt + day * pledgeDayMs;

/** Days whose income is due by then. */
export const daysDue = ({ startedAt, days }: Pick<Pledge, 'startedAt' | 'days'>, now: number): number =>
  Math.min(days, Math.max(0, Math.floor((now - startedAt) / pledgeDayMs)));

/** The incomes of the days up to this one that are not posted yet, a day each. */
export const unpostedUpTo = ({ amount: staked, dailyRate, daysPosted }: Pledge, day: number): Wad[] =>
  Array.from({ length: Math.max(0, day - daysPosted) }, (_, place) =>
    incomeOfDay(staked, dailyRate, daysPosted + 1 + place),
  );

export const withPosted = (pledge: Pledge, incomes: readonly Wad[]): Pledge => ({
  ...pledge,
  daysPosted: pledge.daysPosted + incomes.length,
  posted: incomes.reduce(add, pledge.posted),
});

/** What is reserved for it still. */
export const owedTo = ({ income, posted }: Pledge): Wad => subtract(income, posted);

export function pledgeMessage(pledge: Pledge): PledgeOrder {
  const { ending } = pledge;
  const next = ending === null && pledge.daysPosted < pledge.days ? pledge.daysPosted + 1 : undefined;
  return {
    pledge_order_id: wireId('pledge', pledge.pledgeId),
    account_id: wireId('account', pledge.accountId),
    pledge_product_id: pledge.productId,
    config_version: pledge.configVersion,
    amount: formatAmount(pledge.amount),
    days: pledge.days,
    daily_rate: formatAmount(pledge.dailyRate),
    income: formatAmount(pledge.income),
    days_posted: pledge.daysPosted,
    posted: formatAmount(pledge.posted),
    started_at: toInstant(pledge.startedAt),
    ends_at: toInstant(dayAt(pledge, pledge.days)),
    next_at: next === undefined ? null : toInstant(dayAt(pledge, next)),
    next_amount: next === undefined ? null : formatAmount(incomeOfDay(pledge.amount, pledge.dailyRate, next)),
    auto_renew: pledge.autoRenew,
    renews: pledge.renews && wireId('pledge', pledge.renews),
    outcome: ending?.outcome ?? null,
    forfeited: ending && formatAmount(ending.forfeited),
    ended_at: ending && toInstant(ending.endedAt),
  };
}

export const nothingPosted = { daysPosted: 0, posted: zero, ending: null };

export const pledgeKind: OrderKind = {
  kind: 'pledge',
  table: 'pledges',
  id: 'pledge_id',
  endedAt: 'ended_at',
  shown: {
    coin: "'USDT'",
    side: "days || ' d'",
    amount: 'amount',
    amountCoin: "'USDT'",
    state: "coalesce(outcome, 'running')",
    paid: 'case when ended_at is not null then amount + posted end',
    paidCoin: "'USDT'",
    receivedAt: 'started_at',
  },
};
