// What a file of the gate leaves to the long run: a test, `test(name, longRun('waits for 30 s'), …)`, or a bound in time, `if (boundsTime)`.
// Also of all: what it leaves is then run once, by the part `long`.
import { isGate } from '../run/which-run.ts';

const isLeft = isGate || process.env['CANDOR_PART'] === 'tests';

export const longRun = (reason: string): { skip: string | false } => ({
  skip: isLeft && `in the long run: ${reason}`,
});

export const boundsTime = !isLeft;

/** Where there is time for all that is tried in turn elsewhere. */
export const isLongRun = !isLeft;
