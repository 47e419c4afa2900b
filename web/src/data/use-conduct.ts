// What may be offered where this platform works: pushed when it changes, so that nobody is shown what the server would refuse.
import { getConduct } from '@candor/wire';
import type { ConductMessage } from '@candor/wire';
import { useRead } from './use-read.ts';

const freshMs = 10 * 60_000;

/** Undefined until it is known. */
export const useConduct = (): ConductMessage | undefined => useRead(getConduct, {}, { freshMs }).data;
