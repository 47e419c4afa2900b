// Which alerts this page has said, so that each is said once, and which fired while nothing could be pushed here.
import type { AlertMessage } from '@candor/wire';

export interface FiredAlerts {
  /** Whether this is the first time that the message comes. */
  isNew(message: AlertMessage): boolean;
  /**
   * The newest message that should have been pushed: unread, and new since the last answer; with the first answer, since the page began
   * to listen. That was `listenedMs` ago, which unlike the time of day does not depend on how the device's clock is set.
   */
  missedIn(answer: { RESULT_LIST: readonly AlertMessage[]; now: string }, listenedMs: number): AlertMessage | undefined;
}

export function rememberAlerts(): FiredAlerts {
  const known = new Set<string>();
  let isFirst = true;

  function isNew({ message_id }: AlertMessage): boolean {
    const isFirstTime = !known.has(message_id);
    known.add(message_id);
    return isFirstTime;
  }

  return {
    isNew,
    missedIn({ RESULT_LIST, now }, listenedMs) {
      const since = isFirst ? Date.parse(now) - listenedMs : -Infinity;
      isFirst = false;
      return RESULT_LIST.filter(isNew).find(({ is_read, seen }) => !is_read && Date.parse(seen.at) >= since);
    },
  };
}
