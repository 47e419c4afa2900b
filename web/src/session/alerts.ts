// Alerts as the whole app knows them: what waits, what was told, and what happens when one fires while the app is open.
import { queryAlertMessages, queryAlerts } from '@candor/wire';
import type { AlertEntry, AlertMessage } from '@candor/wire';
import type { UseQueryResult } from '@tanstack/react-query';
import { currentTexts } from '../text/texts.ts';
import { toast } from '../ui/toast.ts';
import { toldWords } from './alert-words.ts';
import { rememberAlerts } from './heard-alerts.ts';
import type { HeardAlerts } from './heard-alerts.ts';
import { currentUser, useUser } from './session.ts';
import { answerOf, queryClient, readKey, useRead } from './use-read.ts';
import type { RefusedError } from './use-read.ts';

export interface Messages {
  TOTAL: number;
  RESULT_LIST: AlertMessage[];
  unread: number;
  now: string;
}

/** How many messages are shown; older ones are kept for 90 days and no more looked at. */
export const messagesQuestion = { pagesize: 50 };

export const useAlerts = (): UseQueryResult<{ TOTAL: number; RESULT_LIST: AlertEntry[] }, RefusedError> =>
  useRead(queryAlerts, {}, { isEnabled: useUser() !== null });

export const useAlertMessages = (): UseQueryResult<Messages, RefusedError> =>
  useRead(queryAlertMessages, messagesQuestion, { isEnabled: useUser() !== null });

let heard = rememberAlerts();
let heardBy: string | undefined;

function heardAlerts(): HeardAlerts {
  const accountId = currentUser()?.account_id;
  if (heardBy !== accountId) heard = rememberAlerts();
  heardBy = accountId;
  return heard;
}

export function hearAlert(message: AlertMessage): void {
  readAlertsAgain();
  readAnew(readKey(queryAlertMessages));
  if (heardAlerts().hear(message)) tell(message);
}

/** Tells the newest of the alerts that fired while nothing could be pushed here; the others are counted as new. */
export async function hearMissedAlerts(listenedMs: number): Promise<void> {
  const accountId = currentUser()?.account_id;
  if (accountId === undefined) return;
  const messages = await queryClient.fetchQuery({
    // Under a name of its own, since a push in the meantime has the other answer read anew.
    queryKey: ['missed alerts', accountId],
    queryFn: ({ signal }) => answerOf(queryAlertMessages, messagesQuestion, { signal }),
    gcTime: 0,
  });
  if (currentUser()?.account_id !== accountId) return;
  const missed = heardAlerts().missedIn(messages, listenedMs);
  if (missed) tell(missed);
}

const tell = (message: AlertMessage): void => void toast.notice(toldWords(message, currentTexts()), 6_000);

export const readAlertsAgain = (): void => readAnew(readKey(queryAlerts));

/** An answer on its way, even the first one, may be from before what has happened. */
function readAnew(queryKey: readonly unknown[]): void {
  queryClient
    .cancelQueries({ queryKey })
    .then(() => queryClient.invalidateQueries({ queryKey }))
    .catch(() => undefined);
}
