// The end of a period: closed, then drawn when its round is known, or void; what nobody can win any more is free again.
import assert from 'node:assert/strict';
import { zero, type PeriodVoidReason, type Uuid } from '@candor/wire';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type Decision, type RowWrite } from '../ledger/command.ts'; // oxfmt-ignore
import { freedByDraw, reserveOf, shopDraws, shopPeriods, shopVoids, type Period } from './period.ts';

interface OfPeriod {
  periodId: Uuid;
}
type Done = { isDone: boolean };

const rows = ({ periodId }: OfPeriod) => [{ table: shopPeriods, id: periodId }];

/** Sells no more tickets; with too few it is void at once. Of the house's own account, as all of these. */
export const closePeriod: Command<OfPeriod, Done> = {
  name: 'close-period',
  onlyIn: 'real',
  refusals: [],
  coins: () => ['USDT'],
  house: ['shop', 'shop-funds'],
  rows,
  decide({ periodId }, state) {
    const period = state.row(shopPeriods, periodId);
    assert(period, `no period ${periodId}`);
    const isOver = period.sold === period.tickets || state.now >= period.closesAt;
    if (period.state !== 'open' || !isOver) return nothing(periodId);
    if (period.sold < period.ticketsMin) return voided(period, { reason: 'too-few', now: state.now, held: state.house('shop', 'USDT') }); // oxfmt-ignore
    return { ...nothing(periodId), writes: [updateRow(shopPeriods, { ...period, state: 'closed', closedAt: state.now })], reply: { isDone: true } }; // oxfmt-ignore
  },
};

/** By the winners that follow from the signature of its round. */
export const drawPeriod: Command<OfPeriod & { signature: string; winningNum: string }, Done> = {
  name: 'draw-period',
  onlyIn: 'real',
  refusals: [],
  coins: () => ['USDT'],
  house: ['shop', 'shop-funds'],
  rows,
  decide({ periodId, signature, winningNum }, state) {
    const period = state.row(shopPeriods, periodId);
    assert(period, `no period ${periodId}`);
    if (period.state !== 'closed') return nothing(periodId);
    return freeing(periodId, freedByDraw(period), state.house('shop', 'USDT'), [
      updateRow(shopPeriods, { ...period, state: 'drawn' }),
      insertRow(shopDraws, { periodId, signature, winningNum, drawnAt: state.now }),
    ]);
  },
};

/** Nothing was drawn, and nothing will be: every ticket is refunded. */
export const voidPeriod: Command<OfPeriod & { reason: PeriodVoidReason }, Done> = {
  name: 'void-period',
  onlyIn: 'real',
  refusals: [],
  coins: () => ['USDT'],
  house: ['shop', 'shop-funds'],
  rows,
  decide({ periodId, reason }, state) {
    const period = state.row(shopPeriods, periodId);
    assert(period, `no period ${periodId}`);
    if (period.state !== 'closed') return nothing(periodId);
    return voided(period, { reason, now: state.now, held: state.house('shop', 'USDT') });
  },
};

const nothing = (objectId: Uuid): Decision<Done> => ({ objectId, moves: [], reply: { isDone: false } });

type Freed = Decision<Done> | InsufficientHouseFunds<Done>;

function voided(
  period: Period,
  { reason, now, held }: { reason: PeriodVoidReason; now: number; held: Period['prize'] },
): Freed {
  const { periodId } = period;
  return freeing(periodId, reserveOf(period), held, [
    updateRow(shopPeriods, { ...period, state: 'void', closedAt: period.closedAt ?? now }),
    insertRow(shopVoids, { periodId, reason, voidedAt: now }),
  ]);
}

/** While the house gathers it, nothing is done. */
function freeing(periodId: Uuid, amount: Period['prize'], held: Period['prize'], writes: RowWrite[]): Freed {
  if (held < amount) return new InsufficientHouseFunds({ bucket: 'shop', coin: 'USDT', amount, otherwise: nothing(periodId) }); // oxfmt-ignore
  return {
    objectId: periodId,
    moves: amount > zero ? [{ kind: 'shop-released', coin: 'USDT', from: 'shop', to: 'shop-funds', amount }] : [],
    writes,
    reply: { isDone: true },
  };
}
