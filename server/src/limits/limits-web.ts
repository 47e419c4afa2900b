// Limits for oneself where requests arrive.
import { changePersonalLimits, excludeMyself, parseAmount, queryPersonalLimits, takeTimeOut, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import type { Clock } from '../kit/clock.ts';
import { bindSelf, type SelfContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { select } from '../kit/select.ts';
import { fitsPrecision } from '../ledger/fits-precision.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { personalLimits } from '../ledger/personal-limits.ts';
import { submitOwn } from '../ledger/submit-own.ts';
import { changeLimits, pauseTrading } from './change-limits.ts';
import { limitsMessage, noLimits } from './limits-message.ts';

export interface LimitsWebParts {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  accounts: { provePassword: (password: string, context: SelfContext) => Promise<void> };
}

const hourMs = 3_600_000;

export function limitsWeb({ pool, lanes, clock, accounts }: LimitsWebParts): WebPart {
  const submit = submitOwn(lanes);
  return {
    calls: [
      bindSelf(queryPersonalLimits, async (_payload, { session }) => {
        const [row] = await readLimits(pool, session.accountId);
        return row ? limitsMessage(row, clock.now()) : noLimits;
      }),
      bindSelf(changePersonalLimits, ({ reminder_minutes: reminderMinutes, ...payload }, context) => {
        const limits = {
          lossDay: readLimit(payload.loss_day, 'loss_day'),
          lossWeek: readLimit(payload.loss_week, 'loss_week'),
          lossMonth: readLimit(payload.loss_month, 'loss_month'),
          stakeMax: readLimit(payload.stake_max, 'stake_max'),
        };
        return submit(changeLimits, { accountId: context.session.accountId, limits, reminderMinutes }, context);
      }),
      bindSelf(takeTimeOut, ({ hours }, context) => {
        const endsAt = clock.now() + hours * hourMs;
        return submit(pauseTrading, { accountId: context.session.accountId, kind: 'time-out', endsAt }, context);
      }),
      bindSelf(excludeMyself, async ({ months, user_password }, context) => {
        await accounts.provePassword(user_password, context);
        const until = new Date(clock.now());
        const endsAt = until.setUTCMonth(until.getUTCMonth() + months);
        return submit(pauseTrading, { accountId: context.session.accountId, kind: 'self-exclusion', endsAt }, context);
      }),
    ],
  };
}

const readLimits = (pool: Pool, accountId: Uuid) =>
  select(pool, personalLimits.columns, `select ${personalLimits.columns.list} from personal_limits where account_id = $1`, [accountId]); // oxfmt-ignore

/** "" is none; refuses with `amount-malformed` and `too-many-decimals`. */
function readLimit(typed: string, field: string): Wad | null {
  if (typed === '') return null;
  const amount = parseAmount(typed) ?? refuse('amount-malformed', { field });
  return fitsPrecision(amount, 'USDT') ? amount : refuse('too-many-decimals', { field, decimals: '4' });
}
