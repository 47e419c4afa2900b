// Alerts as the whole app knows them: what waits, what was told, and what happens when one fires while the app is open.
import { queryAlertMessages, queryAlerts } from '@candor/wire';
import type { AlertEntry, AlertMessage } from '@candor/wire';
import type { UseQueryResult } from '@tanstack/react-query';
import { currentTexts } from '../text/texts.ts';
import { toast } from '../ui/toast.ts';
import { withMessage, withTold } from './alert-rules.ts';
import type { Messages } from './alert-rules.ts';
import { toldWords } from './alert-words.ts';
import { useUser } from './session.ts';
import { queryClient, readKey, useRead } from './use-read.ts';
import type { RefusedError } from './use-read.ts';

/** How many messages are shown; older ones are kept for 90 days and no more looked at. */
export const messagesShown = 50;
export const messagesQuestion = { pagesize: messagesShown };

export const useAlerts = (): UseQueryResult<{ TOTAL: number; RESULT_LIST: AlertEntry[] }, RefusedError> =>
  useRead(queryAlerts, {}, { isEnabled: useUser() !== null });

export const useAlertMessages = (): UseQueryResult<Messages, RefusedError> =>
  useRead(queryAlertMessages, messagesQuestion, { isEnabled: useUser() !== null });

/** Pushed by the server: nothing has to ask for it. */
export function hearAlert(message: AlertMessage): void {
  queryClient.setQueryData<Messages>(
    readKey(queryAlertMessages, messagesQuestion),
    (known) => known && withMessage(known, message, messagesShown),
  );
  queryClient.setQueryData<{ TOTAL: number; RESULT_LIST: AlertEntry[] }>(
    readKey(queryAlerts, {}),
    (known) => known && { ...known, RESULT_LIST: withTold(known.RESULT_LIST, message) },
  );
  toast.notice(toldWords(message, currentTexts()), 6_000);
}

export const readAlertsAgain = (): void =>
  void queryClient.invalidateQueries({ queryKey: readKey(queryAlerts) }).catch(() => undefined);
