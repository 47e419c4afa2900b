// Whether this server is a demo, where coins are for testing. It never changes: what was told last time holds from the start.
import { create } from 'zustand';
import { storedText, storeText } from './stored-text.ts';

export type Mode = 'demo' | 'production' | 'unknown';

const storageName = 'candor.mode';
const modeOf = (text: unknown): Mode => (text === 'demo' ? 'demo' : 'production');
const useModeStore = create<{ mode: Mode }>(() => {
  const told = storedText(storageName);
  return { mode: told === null ? 'unknown' : modeOf(told) };
});
export const useMode = (): Mode => useModeStore((store) => store.mode);
export const currentMode = (): Mode => useModeStore.getState().mode;

const againMs = 4_000;

/** The page of probes is no call of the catalogue: it answers plain JSON. */
export async function readMode(): Promise<void> {
  try {
    const response = await fetch('/status', { headers: { accept: 'application/json' } });
    const { mode } = (await response.json()) as { mode?: unknown };
    useModeStore.setState({ mode: modeOf(mode) });
    storeText(storageName, modeOf(mode));
  } catch {
    setTimeout(() => void readMode(), againMs);
  }
}
