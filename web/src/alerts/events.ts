// An alert that fires while the app is open, or fired while nothing could be pushed here: said once, on whichever page the person is.
import { queryAlertMessages, queryAlerts } from '@candor/wire';
import type { AlertMessage } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { answerOf, queryClient } from '../data/use-read.ts';
import { firedWords } from '../live/alert-words.ts';
import { alertMessages } from '../live/alerts.ts';
import { currentUser } from '../session/session.ts';
import { currentTexts } from '../text/texts.ts';
import { toast, toastMs } from '../ui/toast.ts';
import { rememberAlerts } from './fired-alerts.ts';
import type { FiredAlerts } from './fired-alerts.ts';

export const events = [
  eventRule('alert', {
    refetches: [queryAlerts],
    refetchesNewest: [alertMessages],
    apply(message) {
      if (firedAlerts().isNew(message)) notify(message);
    },
    catchUp: notifyMissed,
  }),
];

/** Of the messages that came while nothing could be pushed, as many are looked at. */
const missedMax = 50;
let fired = rememberAlerts();
let firedFor: string | undefined;

function firedAlerts(): FiredAlerts {
  const accountId = currentUser()?.account_id;
  if (firedFor !== accountId) fired = rememberAlerts();
  firedFor = accountId;
  return fired;
}

/** The newest is said; the others are counted as new. */
async function notifyMissed(listenedMs: number): Promise<void> {
  const accountId = currentUser()?.account_id;
  if (accountId === undefined) return;
  const answer = await queryClient.fetchQuery({
    // Under a name of its own, since a push in the meantime has the other answer read again.
    queryKey: ['missed alerts', accountId],
    queryFn: ({ signal }) => answerOf(queryAlertMessages, { pagesize: missedMax }, { signal }),
    gcTime: 0,
  });
  if (currentUser()?.account_id !== accountId) return;
  const missed = firedAlerts().missedIn(answer, listenedMs);
  if (missed) notify(missed);
}

function notify(message: AlertMessage): void {
  toast.notice(firedWords(message, currentTexts()), toastMs.ending);
}
