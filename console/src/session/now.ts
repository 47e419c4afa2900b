// The present by the server's clock, as it is shown: it moves on by itself.
import { serverNow } from '@candor/web/device/server-clock.ts';
import { create } from 'zustand';

const everyMs = 5_000;
const useClock = create<{ now: number }>(() => ({ now: serverNow() }));
setInterval(() => useClock.setState({ now: serverNow() }), everyMs);

export const useNow = (): number => useClock(({ now }) => now);
