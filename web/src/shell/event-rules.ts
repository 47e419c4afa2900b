// What becomes of every event, as the folders say: `events.ts`. Loaded after the first page.
import type { EventRule } from '../data/event-rule.ts';

const files = import.meta.glob<readonly EventRule[]>('../*/events.ts', { eager: true, import: 'events' });

export const eventRules: readonly EventRule[] = Object.values(files).flat();
