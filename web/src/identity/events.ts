// A decision on one's certification: read again wherever it shows, and so is who is logged in.
import { getAuthentication } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { refreshSession } from '../session/session.ts';

export const events = [
  eventRule('authentication', {
    refetches: [getAuthentication],
    apply: () => void refreshSession(),
    catchUp: refreshSession,
  }),
];
