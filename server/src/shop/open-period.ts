// Opens a period: reserves all prizes and rebates first, and refuses terms with which buyers get more than they pay, unless two approved them.
import { drawResult, fairTicketsMin, formatAmount, paysBuyers, type DrawTerms, type Uuid } from '@candor/wire';
import { Refusal } from '../kit/refuse.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { InsufficientHouseFunds, insertRow, type Command } from '../ledger/command.ts';
import { reserveOf, shopPeriods, type Period } from './period.ts';

export type PeriodTerms = Omit<
  Period,
  'periodId' | 'openedAt' | 'closesAt' | 'state' | 'sold' | 'soldShown' | 'closedAt'
> & {
  openMs: number;
};

/** Of a good's periods, by their numbers: whoever opens the next one opens the same. */
export const periodIdOf = (goodId: string, number: number): Uuid => uuidOfWords(`shop period ${goodId} ${number}`);

/** Of the house's own account. One that is there already stays what it is. */
export const openPeriod: Command<PeriodTerms, { isNew: boolean }> = {
  name: 'open-period',
  onlyIn: 'real',
  refusals: ['house-short', 'period-pays-buyers'],
  coins: () => ['USDT'],
  house: ['shop', 'shop-funds'],
  rows: ({ goodId, number }) => [{ table: shopPeriods, id: periodIdOf(goodId, number) }],
  decide({ openMs, ...terms }, state) {
    const periodId = periodIdOf(terms.goodId, terms.number);
    const known = state.row(shopPeriods, periodId);
    if (known) return { objectId: periodId, moves: [], reply: { isNew: false } };
    if (paysBuyers(terms) && !terms.paysBuyers) return wouldPayBuyers(terms);
    const amount = reserveOf(terms);
    const held = state.house('shop-funds', 'USDT');
    if (held < amount) {
      const otherwise = new Refusal('house-short', { available: formatAmount(held) });
      return new InsufficientHouseFunds({ bucket: 'shop-funds', coin: 'USDT', amount, otherwise });
    }
    const openedAt = state.now;
    const opened: Period = { ...terms, periodId, openedAt, closesAt: openedAt + openMs, state: 'open', sold: 0, soldShown: 0, closedAt: null }; // oxfmt-ignore
    return {
      objectId: periodId,
      moves: [{ kind: 'shop-reserved', coin: 'USDT', from: 'shop-funds', to: 'shop', amount }],
      writes: [insertRow(shopPeriods, opened)],
      reply: { isNew: true },
    };
  },
};

/** Refusal of terms that pay their buyers. It names the smallest minimum of tickets that would be enough, or `none`. */
export const wouldPayBuyers = (terms: Pick<PeriodTerms, keyof DrawTerms>): Refusal =>
  new Refusal('period-pays-buyers', {
    result_at_minimum: formatAmount(drawResult(terms, terms.ticketsMin)),
    tickets_min: fairTicketsMin(terms)?.toString() ?? 'none',
  });
