// How a fired alert changes what was read before. Pure.
import type { AlertEntry, AlertMessage } from '@candor/wire';

export interface Messages {
  TOTAL: number;
  RESULT_LIST: AlertMessage[];
  unread: number;
}

/** A message that is known already, read again after a lost connection, counts once. */
export function withMessage(known: Messages, message: AlertMessage, shown: number): Messages {
  if (known.RESULT_LIST.some(({ message_id }) => message_id === message.message_id)) return known;
  return {
    TOTAL: known.TOTAL + 1,
    RESULT_LIST: [message, ...known.RESULT_LIST].slice(0, shown),
    unread: known.unread + 1,
  };
}

export const withTold = (alerts: readonly AlertEntry[], { alert_id, seen }: AlertMessage): AlertEntry[] =>
  alerts.map((alert) => (alert.alert_id === alert_id ? { ...alert, fired: seen } : alert));
