// Days on which banks book transfers: Monday to Friday, by UTC. Public holidays count as bank days. Pure.
const dayMs = 24 * 3_600_000;

/** This many bank days after `day`, both YYYY-MM-DD. From a day of a weekend it is counted from the Monday after it. */
export function bankDayAfter(day: string, days: number): string {
  let at = Date.parse(`${day}T00:00:00Z`);
  for (let left = days; ; left--) {
    while (isWeekend(at)) at += dayMs;
    if (left === 0) return new Date(at).toISOString().slice(0, 10);
    at += dayMs;
  }
}

/** `at`: an instant of the day, by UTC. */
export const isWeekend = (at: number): boolean => [0, 6].includes(new Date(at).getUTCDay());

/** YYYY-MM-DD, of a day that the calendar has. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
