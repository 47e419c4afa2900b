// Something new was told: the count in the header and the list follow.
import { queryNotifications } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';

export const events = [eventRule('notification', { refetches: [queryNotifications] })];
