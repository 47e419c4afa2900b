// Pairs of terms with which a customer gains for certain without money of their own. Pure.
import { one, zero, type Wad } from '@candor/wire';
import type { Way } from '../kit/ways.ts';

export interface SureGain {
  /** Names of the two, in the order of their kinds. */
  pair: string;
  /** USDT for 1,000 USDT: of a loan in a year, of an exchange or a bet each time. Of a gift its amount. */
  perThousand: Wad;
  /** USDT that one account gains at most, in a year; undefined where the terms set no limit. */
  most?: Wad | undefined;
  /** The rule that keeps everybody from it: owed money can't be staked (`beyondDebt`), bonus money can't be withdrawn. */
  closedBy: 'debt' | 'bonus' | null;
}

type Of<Kind extends Way['kind']> = Way & { kind: Kind };
type Ways = readonly Way[];

const thousand = 1_000n;
/** The most days that this many months can have. */
const daysOf = (months: number): number => Math.min(months * 31, Math.ceil((months * 366) / 12) + 1);

export const findSureGains = (ways: Ways): SureGain[] => [
  ...stakedLoans(ways),
  ...boughtLevels(ways),
  ...exchanges(ways),
  ...ofKind(ways, 'bet').flatMap(({ name, gain }) => gainOf({ pair: name, share: gain, closedBy: null })),
  ...ofKind(ways, 'gift').flatMap(({ name, amount, book }) =>
    amount > zero
      ? [{ pair: name, perThousand: amount, most: amount, closedBy: book === 'bonus' ? ('bonus' as const) : null }]
      : [],
  ),
];

/** Those that are new with the changed terms, or bring more. */
export const widened = (before: readonly SureGain[], after: readonly SureGain[]): SureGain[] =>
  after.filter(
    ({ pair, perThousand, most }) =>
      !before.some((each) => each.pair === pair && each.perThousand >= perThousand && isAsMuch(each.most, most)),
  );

const isAsMuch = (before: Wad | undefined, after: Wad | undefined): boolean =>
  before === undefined || (after !== undefined && before >= after);

const stakedLoans = (ways: Ways): SureGain[] =>
  ofKind(ways, 'borrow').flatMap((loan) =>
    ofKind(ways, 'earn').flatMap((plan) => {
      const amount = smaller(borrowable(loan, ways), stakeable(plan, ways));
      return gainOf({ pair: `${loan.name} + ${plan.name}`, share: yearly(loan, plan), amount, closedBy: 'debt' });
    }),
  );

/**
 * A level is reached by trading before each loan, and the credit that it brings is staked with the loan and the plan that pay most for it.
 * The level need not last as long as the loan does.
 */
const boughtLevels = (ways: Ways): SureGain[] =>
  ofKind(ways, 'level').flatMap((level) =>
    ofKind(ways, 'credit').flatMap((credit) => {
      const more = smaller((credit.perLevel * BigInt(level.level)) as Wad, credit.most);
      const gains = ofKind(ways, 'borrow').flatMap((loan) =>
        ofKind(ways, 'earn').flatMap((plan) => {
          const amount = smaller(smaller(more, loan.most), stakeable(plan, ways));
          if (amount === zero) return [];
          const cost = (level.cost * 12n * one) / (BigInt(loan.months) * amount);
          return gainOf({
            pair: `${level.name} + ${credit.name}`,
            share: yearly(loan, plan) - cost,
            amount,
            closedBy: 'debt',
          });
        }),
      );
      return gains.toSorted((left, right) => (left.perThousand < right.perThousand ? 1 : -1)).slice(0, 1);
    }),
  );

const exchanges = (ways: Ways): SureGain[] => {
  const all = ofKind(ways, 'exchange');
  return all.flatMap((way, place) =>
    all
      .slice(place)
      .flatMap((other) =>
        gainOf({ pair: `${way.name} + ${other.name}`, share: -(way.cost + other.cost), closedBy: null }),
      ),
  );
};

const ofKind = <Kind extends Way['kind']>(ways: Ways, kind: Kind): Of<Kind>[] =>
  ways.filter((way): way is Of<Kind> => way.kind === kind);

function gainOf({
  pair,
  share,
  amount,
  closedBy,
}: {
  pair: string;
  share: bigint;
  amount?: Wad;
  closedBy: SureGain['closedBy'];
}): SureGain[] {
  if (share <= zero) return [];
  const most = amount === undefined ? undefined : (((share * amount) / one) as Wad);
  return [{ pair, perThousand: (share * thousand) as Wad, most, closedBy }];
}

/** The most of a loan that a customer with the highest limit is granted; of several limits, such as one that is still to come, the highest. */
function borrowable({ most }: Of<'borrow'>, ways: Ways): Wad {
  const limits = ofKind(ways, 'credit').map((credit) => credit.most);
  return limits.length === 0 ? most : smaller(most, limits.reduce(larger));
}

/** The most that one account can have in a plan: its share of the quota, and one pledge of the largest size in any case. */
function stakeable({ most, quota }: Of<'earn'>, ways: Ways): Wad {
  const share = ofKind(ways, 'quota')
    .map((each) => each.share)
    .reduce(larger, zero);
  return smaller(quota, larger(most, ((quota * share) / one) as Wad));
}

const smaller = (left: Wad, right: Wad): Wad => (left < right ? left : right);
const larger = (left: Wad, right: Wad): Wad => (left > right ? left : right);

/** The loan is staked again and again until it is due, each time with its income; a last pledge that is closed early earns its days. */
function yearly(loan: Of<'borrow'>, plan: Of<'earn'>): bigint {
  const days = daysOf(loan.months);
  let grown: bigint = one;
  for (let left = days; left > 0; left -= plan.days) {
    grown += (grown * plan.dailyRate * BigInt(Math.min(left, plan.days))) / one;
  }
  return ((grown - one - loan.monthlyRate * BigInt(loan.months)) * 365n) / BigInt(days);
}
