// Hours of a customer's day in which nothing that can wait is sent. Pure.

export interface QuietHours {
  /** Minutes of a day; from is later than to where it goes over midnight. */
  from: number;
  to: number;
  timeZone: string;
}

const dayMinutes = 1_440;
const minuteMs = 60_000;

/** No time zone changes its clocks by more than this. */
const changeMaxMinutes = 180;

/**
 * Returns the end of the quiet hours, or `now` if it is not quiet now. Quiet hours end when the customer's clock shows `to`. If the clocks
 * go forward past `to`, quiet hours end at that moment. If the clocks go back, `to` may occur twice, and the first time is returned.
 */
export function endOfQuiet(now: number, { from, to, timeZone }: QuietHours): number {
  const minuteAt = clockOf(timeZone);
  const length = minutesBetween(from, to);
  const leftAt = (at: number): number => length - minutesBetween(from, minuteAt(at));
  if (leftAt(now) <= 0) return now;
  let at = Math.floor(now / minuteMs) * minuteMs;
  for (let left = leftAt(at); left > 0; left = leftAt(at)) {
    if (left > changeMaxMinutes) at += (left - changeMaxMinutes) * minuteMs;
    // The clocks may change before the end; then the search goes on minute by minute.
    else at += (minuteAt(at + left * minuteMs) === to ? left : 1) * minuteMs;
  }
  return at;
}

/** Returns the minutes from one time of day until the next occurrence of the other. */
const minutesBetween = (from: number, to: number): number => (to - from + dayMinutes) % dayMinutes;

/** Returns a function that converts an instant to the minute of the day in the time zone. */
function clockOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric' });
  return (at) => {
    const parts = format.formatToParts(at);
    const [hour, minute] = ['hour', 'minute'].map((type) =>
      parseInt(parts.find((each) => each.type === type)!.value, 10),
    );
    return hour! * 60 + minute!;
  };
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
