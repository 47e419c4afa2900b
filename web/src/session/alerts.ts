// Alerts as the whole app knows them: what waits, what was told, and what happens when one fires while the app is open.
import { queryAlertMessages, queryAlerts } from '@candor/wire';
import type { AlertEntry, AlertMessage } from '@candor/wire';
import type { UseQueryResult } from '@tanstack/react-query';
import { currentTexts } from '../text/texts.ts';
import { toast } from '../ui/toast.ts';
import { toldWords } from './alert-words.ts';
import { useUser } from './session.ts';
import { queryClient, readKey, useRead } from './use-read.ts';
import type { RefusedError } from './use-read.ts';

export interface Messages {
  TOTAL: number;
  RESULT_LIST: AlertMessage[];
  unread: number;
}

/** How many messages are shown; older ones are kept for 90 days and no more looked at. */
export const messagesQuestion = { pagesize: 50 };

export const useAlerts = (): UseQueryResult<{ TOTAL: number; RESULT_LIST: AlertEntry[] }, RefusedError> =>
  useRead(queryAlerts, {}, { isEnabled: useUser() !== null });

export const useAlertMessages = (): UseQueryResult<Messages, RefusedError> =>
  useRead(queryAlertMessages, messagesQuestion, { isEnabled: useUser() !== null });

export function hearAlert(message: AlertMessage): void {
  readAlertsAgain();
  readAnew(readKey(queryAlertMessages));
  toast.notice(toldWords(message, currentTexts()), 6_000);
}

export const readAlertsAgain = (): void => readAnew(readKey(queryAlerts));

/** An answer on its way, even the first one, may be from before what has happened. */
function readAnew(queryKey: readonly unknown[]): void {
  queryClient
    .cancelQueries({ queryKey })
    .then(() => queryClient.invalidateQueries({ queryKey }))
    .catch(() => undefined);
}
