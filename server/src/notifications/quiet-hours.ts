// Hours of a customer's day in which nothing that can wait is sent. Pure.

export interface QuietHours {
  /** Minutes of a day; from is later than to where it goes over midnight. */
  from: number;
  to: number;
  timeZone: string;
}

const dayMinutes = 1_440;
const minuteMs = 60_000;

/** When it is quiet no more; `now` where it is not quiet. On a day when clocks change it is asked again at that time. */
export function endOfQuiet(now: number, { from, to, timeZone }: QuietHours): number {
  const minute = minuteOf(now, timeZone);
  const since = (minute - from + dayMinutes) % dayMinutes;
  const length = (to - from + dayMinutes) % dayMinutes;
  return since < length ? Math.floor(now / minuteMs + (length - since)) * minuteMs : now;
}

function minuteOf(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric' });
  const [hour, minute] = ['hour', 'minute'].map((type) =>
    parseInt(parts.formatToParts(at).find((part) => part.type === type)!.value, 10),
  );
  return hour! * 60 + minute!;
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
