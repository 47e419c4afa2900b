// Calls of the console that were refused, as rows of the audit log. The log is kept for ever, so nobody can fill it: the same refusal of
// the same operator leaves a row at once and then one a minute with how many more there were, and an hour has a largest number of rows.
import { addressKey } from '../kit/address-key.ts';
import { appendAudit, nobodySignedIn, type NoteRefusedCall, type RefusedCall } from '../kit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Database } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
/** Rows an hour that name one operator; what exceeds them is in one more row at the end of the hour. */
export const rowsPerHour = 60;
/** Callers who are not signed in share so many rows an hour, so that a scanner cannot fill the log. */
export const rowsOfNobodyPerHour = 20;

interface Group {
  detail: { code: string; path: string; ip: string } | { more: true };
  /** Refusals that no row has counted yet. */
  calls: number;
  until: number;
}

/** Rows and groups of one operator in one hour. */
interface Hour {
  until: number;
  rows: number;
  groups: Map<string, Group>;
  /** What came after the last row. */
  rest: Group;
}

export interface RefusedCalls {
  note: NoteRefusedCall;
  /** Appends a row for each group whose minute is over and that has refusals which no row has. */
  writeCounts: () => Promise<void>;
}

export function createRefusedCalls({ pool, clock }: { pool: Database; clock: Clock }): RefusedCalls {
  const hours = new Map<string, Hour>();

  function hourOf(name: string, now: number): Hour {
    const known = hours.get(name);
    if (known && now < known.until) return known;
    const until = now + hourMs;
    const rest: Group = { detail: { more: true }, calls: known ? left(known) : 0, until };
    const hour: Hour = { until, rows: 0, groups: new Map(), rest };
    hours.set(name, hour);
    return hour;
  }

  function note(refused: RefusedCall): void {
    const now = clock.now();
    const name = refused.operator?.name ?? nobodySignedIn;
    const hour = hourOf(name, now);
    const first = countIn(hour, refused, { now, rowsMax: rowsMax(name) });
    if (first === undefined) return;
    write(pool, name, { detail: first, calls: 1 }).catch((error: unknown) => {
      log.warn('a refused call could not be noted', { error: reasonOf(error) });
      hour.rest.calls++;
    });
  }

  return {
    note,
    async writeCounts() {
      const now = clock.now();
      for (const [name, hour] of hours) {
        await writeEnded(pool, hour, { name, now });
        if (now < hour.until) continue;
        await writeGroup(pool, name, hour.rest);
        if (hours.get(name) === hour && left(hour) === 0) hours.delete(name);
      }
    },
  };
}

/** What the row of a first refusal says; undefined where it is counted only. */
function countIn(
  hour: Hour,
  refused: RefusedCall,
  { now, rowsMax: most }: { now: number; rowsMax: number },
): Group['detail'] | undefined {
  const key = nameOf(refused);
  const group = hour.groups.get(key);
  if (group && now < group.until) return void group.calls++;
  hour.rest.calls += group?.calls ?? 0;
  hour.groups.delete(key);
  if (hour.rows >= most) return void hour.rest.calls++;
  const { code, path, ip } = refused;
  const detail = { code, path, ip };
  hour.rows++;
  hour.groups.set(key, { detail, calls: 0, until: now + minuteMs });
  return detail;
}

/** A row for each group whose minute is over, while the hour has one left. */
async function writeEnded(pool: Database, hour: Hour, { name, now }: { name: string; now: number }): Promise<void> {
  for (const [key, group] of hour.groups) {
    if (now < group.until) continue;
    if (hour.rows >= rowsMax(name)) hour.rest.calls += group.calls;
    else if (group.calls > 0) {
      await writeGroup(pool, name, group);
      hour.rows++;
    }
    hour.groups.delete(key);
  }
}

/** A group that can't be written keeps its number. */
async function writeGroup(pool: Database, name: string, group: Group): Promise<void> {
  const { detail, calls } = group;
  if (calls === 0) return;
  group.calls = 0;
  try {
    await write(pool, name, { detail, calls });
  } catch (error) {
    group.calls += calls;
    throw error;
  }
}

const write = (pool: Database, operator: string, { detail, calls }: Pick<Group, 'detail' | 'calls'>): Promise<void> =>
  appendAudit(pool, { operator, act: 'call-refused', detail: { ...detail, calls } });

const rowsMax = (name: string): number => (name === nobodySignedIn ? rowsOfNobodyPerHour : rowsPerHour);

/** Refusals with the same name are counted together. Callers who are not signed in are named by their address alone, whatever paths they tried. */
const nameOf = ({ operator, code, path, ip }: RefusedCall): string =>
  JSON.stringify(operator ? [code, path] : [code, addressKey(ip)]);

/** Refusals that no row has. */
const left = ({ groups, rest }: Hour): number =>
  [...groups.values()].reduce((sum, { calls }) => sum + calls, rest.calls);
