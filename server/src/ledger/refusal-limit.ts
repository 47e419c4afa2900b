// How many refusals one account may collect: each is a row that is kept for two days, and none of them needs any money. What is taken back
// for nothing counts too.
import type { Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { Refusal } from '../kit/refuse.ts';
import type { Command } from './command.ts';

declare module '../kit/bus.ts' {
  interface Events {
    /** This customer has taken back, or changed, something for nothing. */
    'ledger.taken-back': { accountId: Uuid };
  }
}

/**
 * Who may place nothing more can take back what stands: more than an account may have open of anything, by the terms of a new house. Over a
 * day it is `perDay` besides, of which as many may come at once.
 */
export const refusalLimit = { burst: 60, takingBack: 300, everyMs: 1_000, perDay: 3_000 } as const;

export interface RefusalLimit {
  /** Milliseconds until the account may be refused again, or take something back; 0 if it may now. */
  waitOf: (accountId: Uuid, now: number, what?: 'takingBack') => number;
  count: (accountId: Uuid, now: number) => void;
  /** Accounts that are remembered. */
  size: () => number;
}

interface Limited {
  accountId: Uuid;
  command: Pick<Command<never, unknown>, 'takesBack' | 'changesFree' | 'cannotWait'>;
  /** Of customers. */
  idempotency?: object;
}

/**
 * The limit as lanes keep it. Where requests arrive they hear of what is free wherever it is decided; in an engine it would keep somebody
 * who has cancelled what waited from closing what is open.
 */
export function limitRefusals({ bus, clock, hearsFree }: { bus: Bus; clock: Clock; hearsFree: boolean }) {
  const limit = createRefusalLimit();
  const count = ({ accountId }: { accountId: Uuid }): void => limit.count(accountId, clock.now());
  return {
    count,
    /** Instead of carrying it out: the account was refused, or took back, too much lately. */
    refusalOf({ accountId, command }: Limited): Refusal | undefined {
      const isSpared = command.takesBack ?? command.cannotWait;
      const waitMs = limit.waitOf(accountId, clock.now(), isSpared && 'takingBack');
      return waitMs > 0 ? new Refusal('too-many-refused', { seconds: String(Math.ceil(waitMs / 1_000)) }) : undefined;
    },
    /** Of what was carried out, before it is answered. */
    tellFree({ accountId, command, idempotency }: Limited): void {
      if (idempotency && (command.takesBack ?? command.changesFree)) bus.emit('ledger.taken-back', { accountId });
    },
    close: hearsFree ? bus.on('ledger.taken-back', count) : () => {},
  };
}

const dayMs = 24 * 3_600_000;

/** One within seconds, and one within a day; taking back has so many times more room in both. */
export function createRefusalLimit({ burst, takingBack, everyMs, perDay } = refusalLimit): RefusalLimit {
  const more = takingBack / burst;
  const limits = [
    createPaidOff({ burst, takingBack, everyMs }),
    createPaidOff({ burst: perDay, takingBack: perDay * more, everyMs: dayMs / perDay }),
  ];
  return {
    waitOf: (...asked) => Math.max(...limits.map((limit) => limit.waitOf(...asked))),
    count(...counted) {
      for (const limit of limits) limit.count(...counted);
    },
    size: () => Math.max(...limits.map((limit) => limit.size())),
  };
}

/** Each refusal is paid off in `everyMs`, one after the other; `burst` of them may be open. */
function createPaidOff({
  burst,
  takingBack,
  everyMs,
}: Record<'burst' | 'takingBack' | 'everyMs', number>): RefusalLimit {
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
