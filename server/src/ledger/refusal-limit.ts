// How many refusals one account may collect: each is a row that is kept for two days, and none of them needs any money. What is taken back
// for nothing counts too.
import type { Uuid } from '@candor/wire';
import { Refusal } from '../kit/refuse.ts';

/** Who may place nothing more can take back what stands: more than all that an account may have open. */
export const refusalLimit = { burst: 60, takingBack: 300, everyMs: 1_000 } as const;

export interface RefusalLimit {
  /** Milliseconds until the account may be refused again, or take something back; 0 if it may now. */
  waitOf: (accountId: Uuid, now: number, what?: 'takingBack') => number;
  count: (accountId: Uuid, now: number) => void;
  /** Accounts that are remembered. */
  size: () => number;
}

export const tooManyRefused = (waitMs: number): Refusal | undefined =>
  waitMs > 0 ? new Refusal('too-many-refused', { seconds: String(Math.ceil(waitMs / 1_000)) }) : undefined;

/** Each refusal is paid off in `everyMs`, one after the other; `burst` of them may be open. */
export function createRefusalLimit({ burst, takingBack, everyMs } = refusalLimit): RefusalLimit {
  const paidOffAt = new Map<Uuid, number>();
  return {
    waitOf(accountId, now, what) {
      const until = paidOffAt.get(accountId);
      return until === undefined ? 0 : Math.max(0, until - now - ((what ? takingBack : burst) - 1) * everyMs);
    },
    count(accountId, now) {
      const until = Math.max(now, paidOffAt.get(accountId) ?? now) + everyMs;
      // Last again, so that those who were not refused lately come first.
      paidOffAt.delete(accountId);
      paidOffAt.set(accountId, until);
      for (const [other, otherUntil] of paidOffAt) {
        if (otherUntil > now) break;
        paidOffAt.delete(other);
      }
    },
    size: () => paidOffAt.size,
  };
}
