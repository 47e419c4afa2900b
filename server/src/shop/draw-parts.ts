// What the jobs of draws are made with, and how they submit their commands.
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
  /** Signs what the public log has come to. */
  signLog: () => Promise<void>;
  beacon: BeaconSource | undefined;
  /** What takes the place of terms that may not open again; undefined where operators have to propose new ones. */
  termsInstead?: (last: Period) => PeriodTerms | undefined;
  /** For tests, which let time go by as they like. */
  everyMs?: number;
}

/** Of the house's own account; the state of the period makes it safe to repeat. */
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
