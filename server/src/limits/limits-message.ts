// Personal limits as the wire shows them.
import { formatAmount, toInstant, type PersonalLimits as LimitsReply, type Wad } from '@candor/wire';
import { endOf, limitsAt, lostAt, type Limits, type PersonalLimits } from '../ledger/personal-limits.ts';

declare module '../kit/bus.ts' {
  interface Events {
    /** An account has set itself other limits, or a break. */
    'limits.changed': PersonalLimits;
  }
}

const none: Limits = { lossDay: null, lossWeek: null, lossMonth: null, stakeMax: null };

/** Of an account that never set a limit. */
export const noLimits: LimitsReply = {
  limits: amountsOf(none),
  next: null,
  reminder_minutes: null,
  pause: null,
  counted: null,
};

export function limitsMessage(row: PersonalLimits, now: number): LimitsReply {
  const { next, pause, reminderMinutes } = row;
  const lost = lostAt(row, now);
  return {
    limits: amountsOf(limitsAt(row, now)),
    next: next && next.at > now ? { ...amountsOf(next), at: toInstant(next.at) } : null,
    reminder_minutes: reminderMinutes,
    pause: pause && pause.endsAt > now ? { kind: pause.kind, ends_at: toInstant(pause.endsAt) } : null,
    counted: {
      at_risk: formatAmount(row.atRisk),
      lost: { day: formatAmount(lost.day), week: formatAmount(lost.week), month: formatAmount(lost.month) },
      ends_at: {
        day: toInstant(endOf.day(now)),
        week: toInstant(endOf.week(now)),
        month: toInstant(endOf.month(now)),
      },
    },
  };
}

function amountsOf({ lossDay, lossWeek, lossMonth, stakeMax }: Limits) {
  const text = (amount: Wad | null): string | null => (amount === null ? null : formatAmount(amount));
  return {
    loss_day: text(lossDay),
    loss_week: text(lossWeek),
    loss_month: text(lossMonth),
    stake_max: text(stakeMax),
  };
}
