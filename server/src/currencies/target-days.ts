// Working days of the European Central Bank, on which it publishes reference rates: those of TARGET, its payment system. Pure.
// TARGET is closed at weekends and on six days of the year (press release of the ECB, 14 December 2000, "Long-term calendar for TARGET
// closing days"): 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December.
import { isWeekend } from '@candor/wire';

const dayMs = 24 * 3_600_000;
const fixedHolidays = ['01-01', '05-01', '12-25', '12-26'];

/** The start of the working day that is this many after `day`, by UTC. `day` is YYYY-MM-DD, and may be none itself. */
export function targetDayAfter(day: string, days: number): number {
  let at = Date.parse(`${day}T00:00:00Z`);
  for (let left = days; left > 0;) {
    at += dayMs;
    if (isTargetDay(at)) left--;
  }
  return at;
}

/** `at`: the start of a day, by UTC. */
export function isTargetDay(at: number): boolean {
  const monthDay = new Date(at).toISOString().slice(5, 10);
  const fromEaster = (at - easterOf(new Date(at).getUTCFullYear())) / dayMs;
  return !isWeekend(at) && !fixedHolidays.includes(monthDay) && fromEaster !== -2 && fromEaster !== 1;
}

/**
 * The start of Easter Sunday of the Gregorian calendar, by UTC: the "anonymous" computus of Nature, 20 April 1876 (J. Meeus,
 * Astronomical Algorithms, chapter 8).
 */
export function easterOf(year: number): number {
  const golden = year % 19;
  const [century, yearOfCentury] = [Math.floor(year / 100), year % 100];
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoon = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const monthAndDay = epact + toSunday - 7 * lateMoon + 114;
  return Date.UTC(year, Math.floor(monthAndDay / 31) - 1, (monthAndDay % 31) + 1);
}
