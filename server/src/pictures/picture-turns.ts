// How much may be under way at once: of all, since each holds memory and the processor; of one, so that nobody takes it all.
import type { Uuid } from '@candor/wire';
import { createGate } from '../kit/gate.ts';
import { refuse } from '../kit/refuse.ts';
import { createFairTurns } from '../kit/throttle/fair-turns.ts';

export interface PictureTurns {
  /** While one is coming: refuses as `busy` beyond two of an account, and beyond what all may have. */
  coming<Result>(accountId: Uuid, work: () => Promise<Result>): Promise<Result>;
  /** While one is read to be shown: refuses as `busy` beyond a page of pictures of one viewer, and beyond what all may have. */
  showing<Result>(viewer: string, work: () => Promise<Result>): Promise<Result>;
  /** While one is drawn, which takes the most memory: one after the other, whoever has one waiting in turn. */
  drawing<Result>(whose: string, work: () => Promise<Result>): Promise<Result>;
}

const comingMax = 2;
const shownMax = 16;

export function pictureTurns(): PictureTurns {
  const coming = createGate({ atOnce: 64, waitingMax: 64, waitMaxMs: 5_000 });
  // Two, so that one is fetched while another is drawn.
  const showing = createFairTurns({ atOnce: 2, waitingMax: 64 });
  const drawing = createFairTurns({ atOnce: 1, waitingMax: 128 });
  const underWay = new Map<Uuid, number>();
  return {
    async coming(accountId, work) {
      const count = underWay.get(accountId) ?? 0;
      if (count >= comingMax) refuse('busy');
      underWay.set(accountId, count + 1);
      try {
        return await coming(work);
      } finally {
        const left = underWay.get(accountId)! - 1;
        if (left === 0) underWay.delete(accountId);
        else underWay.set(accountId, left);
      }
    },
    showing: (viewer, work) => showing({ key: viewer, waitingMax: shownMax }, work),
    drawing: (whose, work) => drawing({ key: whose, waitingMax: comingMax + shownMax }, work),
  };
}
