// Corrections as they are stored, by this process or another one: each is passed on once, in its order.
import type { CandleCorrection } from '@candor/wire';
import type { Bus } from '../../kit/bus.ts';
import { log } from '../../kit/log.ts';
import type { Pool } from '../../kit/postgres.ts';
import { reasonOf } from '../../kit/reason-of.ts';
import { newestCorrectionId, readCorrections } from './correction-store.ts';

declare module '../../kit/bus.ts' {
  interface Events {
    /** Stored, by whichever web process made it; the others draw and tell it, too. */
    'market.corrected': { id: number };
  }
}

export interface FollowedCorrections {
  /** What is stored by now has been dealt with elsewhere. */
  begin(): Promise<void>;
  /** Passes on what was stored since; one run after the other. */
  follow(): Promise<void>;
}

const pageSize = 1_000;

export function followCorrections(
  { pool, bus }: { pool: Pool; bus: Bus },
  passOn: (correction: CandleCorrection) => Promise<void>,
): FollowedCorrections {
  let knownId = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function passOnNew(): Promise<void> {
    for (let isMore = true; isMore;) {
      const page = await readCorrections(pool, { afterId: knownId, limit: pageSize });
      for (const correction of page) {
        await passOn(correction);
        knownId = correction.id;
      }
      isMore = page.length === pageSize;
    }
  }

  function follow(): Promise<void> {
    const next = last.then(passOnNew);
    last = next.catch(() => undefined);
    return next;
  }

  bus.on('market.corrected', () => {
    follow().catch((error: unknown) => log.warn('a correction was not followed', { error: reasonOf(error) }));
  });
  return {
    follow,
    async begin() {
      knownId = await newestCorrectionId(pool);
    },
  };
}
