// When somebody is there: working days by the clock of a time zone, also where that clock is put forward or back.
const opensAtHour = 10;
const closesAtHour = 18;
const dayMs = 86_400_000;

export interface WorkingHours {
  opensAt: number;
  closesAt: number;
}

/** Those that `now` lies in, else the next ones. */
export function workingHoursAt(now: number, timeZone: string): WorkingHours {
  const today = Math.floor(wallClock(now, timeZone) / dayMs) * dayMs;
  for (let day = today; ; day += dayMs) {
    const opensAt = instantOf(day + opensAtHour * 3_600_000, timeZone);
    const closesAt = instantOf(day + closesAtHour * 3_600_000, timeZone);
    if (isWorkingDay(day) && now < closesAt) return { opensAt, closesAt };
  }
}

const isWorkingDay = (day: number): boolean => ![0, 6].includes(new Date(day).getUTCDay());

/** What the clocks of the zone show, as if it were UTC. */
function wallClock(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number => parseInt(shown.find((each) => each.type === type)!.value, 10); // oxfmt-ignore
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** When the clocks show it: what they are ahead by at a first guess may be another by then. */
function instantOf(wall: number, timeZone: string): number {
  const guess = wall - (wallClock(wall, timeZone) - wall);
  return wall - (wallClock(guess, timeZone) - guess);
}
