// The time of the device as it is shown: it moves on by itself.
import { create } from 'zustand';

const everyMs = 5_000;
const useClock = create<{ now: number }>(() => ({ now: Date.now() }));
setInterval(() => useClock.setState({ now: Date.now() }), everyMs);

export const useNow = (): number => useClock(({ now }) => now);
