// Alerts as the whole app knows them: what waits, and the messages of those that fired.
import { queryAlertMessages, queryAlerts } from '@candor/wire';
import type { AlertEntry, AlertMessage } from '@candor/wire';
import { useUser } from '../session/session.ts';
import { cachedList } from '../data/cached-list.ts';
import { useList } from '../data/use-list.ts';
import type { ListRead } from '../data/use-list.ts';
import { queryClient, readKey, useRead } from '../data/use-read.ts';
import type { DataOf, Reading } from '../data/use-read.ts';

export const alertMessages = cachedList<AlertMessage>(queryAlertMessages, {
  idOf: ({ message_id }) => message_id,
});

export const useAlerts = (): Reading<{ TOTAL: number; RESULT_LIST: AlertEntry[] }> =>
  useRead(queryAlerts, {}, { isEnabled: useUser() !== null });

export const useAlertMessages = (): ListRead<AlertMessage> =>
  useList(alertMessages, {}, { isEnabled: useUser() !== null });

const countQuestion = { pagesize: 1 };

/** How many messages have not been read. */
export const useUnread = (): number =>
  useRead(queryAlertMessages, countQuestion, { isEnabled: useUser() !== null }).data?.unread ?? 0;

export const storeUnread = (unread: number): void =>
  void queryClient.setQueryData<DataOf<typeof queryAlertMessages>>(
    readKey(queryAlertMessages, countQuestion),
    (known) => known && { ...known, unread },
  );
