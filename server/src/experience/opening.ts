// An experience account that was opened, and how many were on one day.
import type { Uuid } from '@candor/wire';
import { amount, date, instant, integer, uuid } from '../kit/columns.ts';
import { table } from '../kit/table.ts';

/** Never changed; the lock of the bankroll keeps two openings of one person in order. */
export const experienceOpenings = table('experience_openings', {
  key: { accountId: uuid },
  fixed: { ownerId: uuid, termsVersion: integer, amount, openedOn: date, openedAt: instant },
  isUnlocked: true,
});

/** Of the newest day on which one was opened. */
export const experienceBudget = table('experience_budget', {
  key: { budgetId: uuid },
  changing: { day: date, opened: integer },
});
/** Of its one row. */
export const budgetId = '00000000-0000-8000-a000-000000000001' as Uuid;
