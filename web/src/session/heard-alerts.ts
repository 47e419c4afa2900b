// Which alerts this page has told, so that each is told once, and those that fired while it could not hear them afterwards.
import type { AlertMessage } from '@candor/wire';

export interface HeardAlerts {
  /** Whether it is the first time that this message is heard of. */
  hear(message: AlertMessage): boolean;
  /**
   * The newest message that ought to have been heard: unread, and new since the last answer; with the first answer, since the page began
   * to listen. That was `listenedMs` ago, which unlike the time of day does not depend on how the device's clock is set.
   */
  missedIn(answer: { RESULT_LIST: readonly AlertMessage[]; now: string }, listenedMs: number): AlertMessage | undefined;
}

export function rememberAlerts(): HeardAlerts {
  const known = new Set<string>();
  let isFirst = true;

  function hear({ message_id }: AlertMessage): boolean {
    const isNew = !known.has(message_id);
    known.add(message_id);
    return isNew;
  }

  return {
    hear,
    missedIn({ RESULT_LIST, now }, listenedMs) {
      const since = isFirst ? Date.parse(now) - listenedMs : -Infinity;
      isFirst = false;
      return RESULT_LIST.filter(hear).find(({ is_read, seen }) => !is_read && Date.parse(seen.at) >= since);
    },
  };
}
