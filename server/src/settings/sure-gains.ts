// Pairs of terms with which a customer gains for certain without money of their own. Pure.
import { one, zero, type Wad } from '@candor/wire';
import type { Way } from '../kit/ways.ts';

export interface SureGain {
  /** Names of the two, in the order of their kinds. */
  pair: string;
  /** USDT for 1,000 USDT: of a loan in a year, of anything else each time. */
  perThousand: Wad;
  /** Owed money can't be staked (`beyondDebt`), so nobody can use it. */
  isClosed: boolean;
}

const thousand = 1_000n;
/** The longest that so many months take. */
const daysOf = (months: number): number => Math.min(months * 31, Math.ceil((months * 366) / 12) + 1);

export const findSureGains = (ways: readonly Way[]): SureGain[] =>
  ways.flatMap((way, place) => [
    ...(way.kind === 'bet' ? gainOf(way.name, way.gain, false) : []),
    ...ways.flatMap((other, otherPlace) => {
      if (way.kind === 'borrow' && other.kind === 'earn') return gainOf(`${way.name} + ${other.name}`, yearly(way, other), true); // oxfmt-ignore
      if (way.kind !== 'exchange' || other.kind !== 'exchange' || otherPlace < place) return [];
      return gainOf(`${way.name} + ${other.name}`, -(way.cost + other.cost), false);
    }),
  ]);

/** Those that are new with the changed terms, or bring more. */
export const widened = (before: readonly SureGain[], after: readonly SureGain[]): SureGain[] =>
  after.filter(
    ({ pair, perThousand }) => !before.some((each) => each.pair === pair && each.perThousand >= perThousand),
  );

const gainOf = (pair: string, share: bigint, isClosed: boolean): SureGain[] =>
  share > zero ? [{ pair, perThousand: (share * thousand) as Wad, isClosed }] : [];

/** What is borrowed is staked again and again until the loan is due, each time with its income; a last term that is closed early earns its days. */
function yearly(loan: Way & { kind: 'borrow' }, plan: Way & { kind: 'earn' }): bigint {
  const days = daysOf(loan.months);
  let grown: bigint = one;
  for (let left = days; left > 0; left -= plan.days) {
    grown += (grown * plan.dailyRate * BigInt(Math.min(left, plan.days))) / one;
  }
  return ((grown - one - loan.monthlyRate * BigInt(loan.months)) * 365n) / BigInt(days);
}
