// Takes a place under every limit that concerns an act, before the act is done; the counts survive a restart.
import type { Clock } from '../clock.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Pool } from '../postgres.ts';
import { recentEntries } from '../recent-entries.ts';
import { createInTurn } from '../in-turn.ts';
import { recentTimes, waitOf } from './throttle-rules.ts';
import type { Limit, ThrottleRule } from './throttle-rules.ts';
import { dropOldThrottles, lockThrottles, readThrottles, storeThrottles } from './throttle-store.ts';

/** Places taken; with them they can be given back. */
export interface Taken {
  limits: readonly Limit[];
  at: number;
}
/** The limit that said no, and for how long. */
export interface Throttled {
  by: Limit;
  waitMs: number;
}

export interface Throttle {
  /** All or none. */
  take(limits: readonly Limit[]): Promise<Taken | Throttled>;
  /** What `take` would say no for, without taking. */
  look(limits: readonly Limit[]): Promise<Throttled | undefined>;
  /** The act does not count: it was not done, or it turned out well. */
  giveBack(taken: Taken): Promise<void>;
  /** It turned out so well that the backoffs before it are forgotten too. */
  forgive(taken: Taken): Promise<void>;
  /** Forgets what no rule looks at any more. */
  prune(): Promise<void>;
}

export const isThrottled = (result: Taken | Throttled): result is Throttled => 'waitMs' in result;
export const secondsOf = ({ waitMs }: Throttled): string => String(Math.max(1, Math.ceil(waitMs / 1000)));

const blockedMax = 20_000;
const forgetAfterMs = 2 * 24 * 3_600_000;

export function createThrottle({ pool, clock }: { pool: Pool; clock: Clock }): Throttle {
  const inTurn = createInTurn();
  const blocked = createBlockedList(clock);

  const takeFromDatabase = (limits: readonly Limit[]): Promise<Taken | Throttled> =>
    inTransaction(pool, async (database) => {
      const now = clock.now();
      const times = await lockThrottles(database, { limits, now });
      const waits = limits.map((by, place) => ({ by, waitMs: waitOf(by.rule, times[place]!, now) }));
      const longest = waits.reduce((most, wait) => (wait.waitMs > most.waitMs ? wait : most));
      if (longest.waitMs > 0) {
        for (const wait of waits) if (wait.waitMs > 0) blocked.add(wait);
        return longest;
      }
      const after = limits.map((limit, place) => [...recentTimes(limit.rule, times[place]!, now), now]);
      await storeThrottles(database, { limits, times: after, now });
      return { limits, at: now };
    });

  const rewrite = async (
    taken: readonly Limit[],
    change: (rule: ThrottleRule, times: readonly number[]) => number[],
  ): Promise<void> => {
    if (taken.length === 0) return;
    const limits = inOrder(taken);
    await inTransaction(pool, async (database) => {
      const now = clock.now();
      const times = await lockThrottles(database, { limits, now });
      const after = limits.map(({ rule }, place) => change(rule, times[place]!));
      await storeThrottles(database, { limits, times: after, now });
    });
    blocked.remove(limits);
  };

  /** One at a time per subject in this process; always in the order of the keys, so that no two wait for each other. */
  const inTurns = <Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> => {
    const [first, ...others] = keys;
    return first === undefined ? work() : inTurn(first, () => inTurns(others, work));
  };

  return {
    async take(wanted) {
      const limits = inOrder(wanted.filter(({ rule }) => rule.kind !== 'limit' || Number.isFinite(rule.limit)));
      if (limits.length === 0) return { limits, at: clock.now() };
      return inTurns(limits.map(keyOf), async () => blocked.find(limits) ?? takeFromDatabase(limits));
    },
    async look(limits) {
      const known = blocked.find(limits);
      if (known) return known;
      const now = clock.now();
      const times = await readThrottles(pool, limits);
      const waits = limits.map((by, place) => ({ by, waitMs: waitOf(by.rule, times[place]!, now) }));
      const longest = waits.reduce((most, wait) => (wait.waitMs > most.waitMs ? wait : most));
      return longest.waitMs > 0 ? longest : undefined;
    },
    giveBack: ({ limits, at }) => rewrite(limits, (_rule, times) => without(times, at)),
    forgive: ({ limits, at }) => rewrite(limits, (rule, times) => (rule.kind === 'backoff' ? [] : without(times, at))),
    prune: () => dropOldThrottles(pool, clock.now() - forgetAfterMs),
  };
}

/** Limits that said no lately: a flood is turned away from memory and costs the database nothing. */
function createBlockedList(clock: Clock) {
  const list = recentEntries<{ by: Limit; until: number }>(blockedMax);
  const placeOf = (limit: Limit): string => `${keyOf(limit)}|${limit.rule.kind === 'limit' ? limit.rule.limit : ''}`;
  return {
    add({ by, waitMs }: Throttled): void {
      list.set(placeOf(by), { by, until: clock.now() + waitMs });
    },
    find(limits: readonly Limit[]): Throttled | undefined {
      const now = clock.now();
      let longest: Throttled | undefined;
      for (const limit of limits) {
        const until = list.get(placeOf(limit))?.until;
        if (until === undefined) continue;
        if (until <= now) list.delete(placeOf(limit));
        else if (!longest || until - now > longest.waitMs) longest = { by: limit, waitMs: until - now };
      }
      return longest;
    },
    remove(limits: readonly Limit[]): void {
      const keys = new Set(limits.map(keyOf));
      for (const [place, { by }] of list) if (keys.has(keyOf(by))) list.delete(place);
    },
  };
}

const keyOf = ({ scope, subject }: Limit): string => `${scope}|${subject}`;

const inOrder = (limits: readonly Limit[]): Limit[] =>
  limits.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));

function without(times: readonly number[], time: number): number[] {
  const place = times.indexOf(time);
  return place < 0 ? [...times] : times.toSpliced(place, 1);
}
