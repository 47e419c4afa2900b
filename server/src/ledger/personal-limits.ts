// Limits that customers set themselves, as the lanes hold to them: one row of an account that has any, decided on and counted in the
// transaction that moves the money, so that however many orders arrive together none passes it.
import { add, formatAmount, lossPeriods, riskMovements, subtract, toInstant, zero, type LossPeriod, type PauseKind, type Wad } from '@candor/wire'; // oxfmt-ignore
import { amount, group, instant, integer, text, uuid } from '../kit/columns.ts';
import { Refusal } from '../kit/refuse.ts';
import { table, type Row } from '../kit/table.ts';
import { houseBuckets, riskedBuckets, type Bucket } from './buckets.ts';
import type { Move } from './command.ts';

const limits = {
  lossDay: amount.orNull,
  lossWeek: amount.orNull,
  lossMonth: amount.orNull,
  stakeMax: amount.orNull,
};

/** Who changes it holds the account's slice of the bankroll. */
export const personalLimits = table('personal_limits', {
  key: { accountId: uuid },
  changing: {
    limits: group('', limits),
    /** What was loosened, from its time on. */
    next: group('next_', { at: instant, ...limits }).orNull,
    reminderMinutes: integer.orNull,
    pause: group('pause_', { kind: text<PauseKind>(), endsAt: instant }).orNull,
    /** USDT that orders which run or wait can still lose. */
    atRisk: amount,
    /** When `lost` was last counted. */
    countedAt: instant,
    /** Less what was won, in the periods of that time. */
    lost: group('lost_', { day: amount, week: amount, month: amount }),
  },
  isUnlocked: true,
});
export type PersonalLimits = Row<typeof personalLimits>;
export type Limits = PersonalLimits['limits'];
export type Lost = PersonalLimits['lost'];

const dayMs = 24 * 3_600_000;

/** Of the period that a time lies in. */
export const beginningOf: Record<LossPeriod, (at: number) => number> = {
  day: (at) => at - (at % dayMs),
  // The first of January 1970 was a Thursday.
  week: (at) => at - ((at + 3 * dayMs) % (7 * dayMs)),
  month: (at) => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth()),
};

export const endOf: Record<LossPeriod, (at: number) => number> = {
  day: (at) => beginningOf.day(at) + dayMs,
  week: (at) => beginningOf.week(at) + 7 * dayMs,
  month: (at) => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1),
};

export const limitsAt = ({ limits: current, next }: PersonalLimits, now: number): Limits =>
  next && next.at <= now
    ? { lossDay: next.lossDay, lossWeek: next.lossWeek, lossMonth: next.lossMonth, stakeMax: next.stakeMax }
    : current;

/** A clock that was set back begins no period anew. */
export function lostAt({ lost, countedAt }: Pick<PersonalLimits, 'lost' | 'countedAt'>, now: number): Lost {
  const isOver = (period: LossPeriod): boolean => endOf[period](countedAt) <= now;
  return {
    day: isOver('day') ? zero : lost.day,
    week: isOver('week') ? zero : lost.week,
    month: isOver('month') ? zero : lost.month,
  };
}

/** What moves do to what an account may lose. */
export interface Risk {
  atRisk: Wad;
  lost: Wad;
}

const isHouse = new Set<Bucket>(houseBuckets);
const isStaked = (bucket: Bucket): boolean => riskedBuckets.some((each) => each === bucket);

export function riskOf(moves: readonly Move[]): Risk {
  let [atRisk, lost] = [0n, 0n];
  for (const { kind, from, to, amount: moved } of moves) {
    if (!Object.hasOwn(riskMovements, kind)) continue;
    if (isStaked(to)) atRisk += moved;
    if (isStaked(from)) atRisk -= moved;
    if (isHouse.has(to)) lost += moved;
    if (isHouse.has(from)) lost -= moved;
  }
  return { atRisk: atRisk as Wad, lost: lost as Wad };
}

export function counted(row: PersonalLimits, { atRisk, lost }: Risk, now: number): PersonalLimits {
  const before = lostAt(row, now);
  return {
    ...row,
    atRisk: add(row.atRisk, atRisk),
    countedAt: Math.max(row.countedAt, now),
    lost: { day: add(before.day, lost), week: add(before.week, lost), month: add(before.month, lost) },
  };
}

const limitOf: Record<LossPeriod, keyof Limits> = { day: 'lossDay', week: 'lossWeek', month: 'lossMonth' };

/** What stands against putting more at risk; everything else is free to happen. */
export function refusalOf(row: PersonalLimits, { atRisk, lost }: Risk, now: number): Refusal | undefined {
  if (atRisk <= 0n) return undefined;
  const { pause } = row;
  if (pause && pause.endsAt > now) return new Refusal('trading-paused', { until: toInstant(pause.endsAt) });
  const inForce = limitsAt(row, now);
  const { stakeMax } = inForce;
  if (stakeMax !== null && atRisk > stakeMax) return new Refusal('own-stake-limit', { max: formatAmount(stakeMax) });
  const before = lostAt(row, now);
  for (const period of lossPeriods) {
    const limit = inForce[limitOf[period]];
    if (limit === null) continue;
    const left = subtract(subtract(limit, before[period]), row.atRisk);
    if (add(atRisk, lost) <= left) continue;
    const until = toInstant(endOf[period](now));
    return new Refusal('own-loss-limit', { max: formatAmount(left > zero ? left : zero), until });
  }
  return undefined;
}
