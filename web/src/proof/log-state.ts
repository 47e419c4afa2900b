// What this device knows of the public log: the newest checkpoint that it saw, and for ever what contradicted it.
import { create } from 'zustand';
import { storedText, storeText } from '../device/stored-text.ts';

const keptName = 'candor.log';
const contradictionName = 'candor.log-contradiction';

export type LogFinding = 'unchecked' | 'sound' | 'contradiction' | 'unable';

export const useLogFinding = create<{ finding: LogFinding }>(() => ({
  finding: storedText(contradictionName) === null ? 'unchecked' : 'contradiction',
}));

export const keptCheckpoint = (): string | null => storedText(keptName);
/** Both notes, as they were signed. */
export const contradiction = (): string | null => storedText(contradictionName);

export const keepCheckpoint = (note: string): void => storeText(keptName, note);
export const keepContradiction = (older: string, newer: string): void =>
  storeText(contradictionName, `${older}\n${newer}`);
