// What a file of the gate leaves to the long run: a test, `test(name, longRun('waits for 30 s'), …)`, or a bound in time, `if (isLongRun)`.
// Also of all: what it leaves is then run once, by the part `long`.
import { isGate } from '../run/which-run.ts';

/** Where there is time for all that is tried in turn elsewhere, and a machine to be measured. */
export const isLongRun = !isGate && process.env['CANDOR_PART'] !== 'tests';

/** How many at once: in the gate a few, who show the rule; in the long run a crowd, which finds what few don't. */
export const crowdOf = (inLongRun: number, inGate = 4): number => (isLongRun ? inLongRun : inGate);

export const longRun = (reason: string): { skip: string | false } => ({
  skip: !isLongRun && `in the long run: ${reason}`,
});
