// Dependencies of the jobs for draws, and how these jobs submit commands.
import type { PeriodVoidReason } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { houseAccountId, type Command } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { BeaconSource } from './beacon.ts';
import { voidPeriod } from './end-period.ts';
import type { PeriodTerms } from './open-period.ts';
import type { Period } from './period.ts';

export interface DrawParts {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  /** Signs the current state of the public log. */
  signLog: () => Promise<void>;
  beacon: BeaconSource | undefined;
  /** Returns new terms for a series whose terms may not be used again; undefined if operators have to propose new terms. */
  termsInstead?: (last: Period) => PeriodTerms | undefined;
  /** Interval of the jobs, for tests with their own clock. */
  everyMs?: number;
}

/** Submits a command of the platform account. A repetition is safe, as the command checks the state of the period. */
export const submit = <Input, Reply>(
  { lanes, clock }: DrawParts,
  command: Command<Input, Reply>,
  input: Input,
): Promise<Reply> => lanes.submit({ command, accountId: houseAccountId, book: 'real', input, receivedAt: clock.now() });

export const voidFor = async (
  parts: DrawParts,
  { periodId }: Pick<Period, 'periodId'>,
  reason: PeriodVoidReason,
): Promise<void> => void (await submit(parts, voidPeriod, { periodId, reason }));
