import type { NotifyEvent } from '@candor/wire';

/** An event that tests tell apart by its coin. */
export const eventOf = (coin: string): NotifyEvent => ({ action: 'market', notify: { coin, state: 'live' } });
