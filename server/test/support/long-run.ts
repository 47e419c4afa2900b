// What a file of the gate leaves to the long run: a test, `test(name, longRun('waits for 30 s'), …)`, or a bound in time, `if (isLongRun)`.
// Also of all: what it leaves is then run once, by the part `long`.
import { isGate } from '../run/which-run.ts';

/** Where there is time for all that is tried in turn elsewhere, and a machine to be measured. */
export const isLongRun = !isGate && process.env['CANDOR_PART'] !== 'tests';

export const longRun = (reason: string): { skip: string | false } => ({
  skip: !isLongRun && `in the long run: ${reason}`,
});
