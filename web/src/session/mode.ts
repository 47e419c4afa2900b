// Whether this server is a demo, where coins are for testing. Known after the first answer; then it never changes.
import { create } from 'zustand';

export type Mode = 'demo' | 'production' | 'unknown';

const useModeStore = create<{ mode: Mode }>(() => ({ mode: 'unknown' }));
export const useMode = (): Mode => useModeStore((store) => store.mode);

const againMs = 4_000;

/** The page of probes is no call of the catalogue: it answers plain JSON. */
export async function readMode(): Promise<void> {
  try {
    const response = await fetch('/status', { headers: { accept: 'application/json' } });
    const { mode } = (await response.json()) as { mode?: unknown };
    useModeStore.setState({ mode: mode === 'demo' ? 'demo' : 'production' });
  } catch {
    setTimeout(() => void readMode(), againMs);
  }
}
