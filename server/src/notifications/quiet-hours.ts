// Hours of a customer's day in which nothing that can wait is sent. Pure.

export interface QuietHours {
  /** Minutes of a day; from is later than to where it goes over midnight. */
  from: number;
  to: number;
  timeZone: string;
}

const dayMinutes = 1_440;
const minuteMs = 60_000;

/** No clock is changed by more. */
const changeMaxMinutes = 180;

/**
 * When it is quiet no more; `now` where it is not quiet. That is when the customer's clock shows `to`; where the clocks go forward over
 * `to`, it is the moment at which they do. Where they go back over it, `to` comes twice, and it is the first.
 */
export function endOfQuiet(now: number, { from, to, timeZone }: QuietHours): number {
  const minuteAt = clockOf(timeZone);
  const length = minutesBetween(from, to);
  const leftAt = (at: number): number => length - minutesBetween(from, minuteAt(at));
  if (leftAt(now) <= 0) return now;
  let at = Math.floor(now / minuteMs) * minuteMs;
  for (let left = leftAt(at); left > 0; left = leftAt(at)) {
    if (left > changeMaxMinutes) at += (left - changeMaxMinutes) * minuteMs;
    // On the way to the end the clocks may be changed: then each minute is looked at.
    else at += (minuteAt(at + left * minuteMs) === to ? left : 1) * minuteMs;
  }
  return at;
}

/** From one time of day to the next of the other. */
const minutesBetween = (from: number, to: number): number => (to - from + dayMinutes) % dayMinutes;

/** Minutes of the day that the clocks of the zone show. */
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
