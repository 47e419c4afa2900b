// After how many failed tests a part of the gate ends: the change is wrong then, and the rest would only take time. The long run shows all.
import { isGate } from './which-run.ts';

export const failuresMaxName = 'CANDOR_MAX_FAILURES';

export const failuresMax = (): number => Number(process.env[failuresMaxName] ?? (isGate ? 10 : Infinity));
