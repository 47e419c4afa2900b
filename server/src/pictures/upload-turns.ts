// How much may be under way at once: of all, since each holds memory and the processor; of one account, so that nobody takes it all.
import type { Uuid } from '@candor/wire';
import { createGate, type Gate } from '../kit/gate.ts';
import { refuse } from '../kit/refuse.ts';

export interface UploadTurns {
  /** While one is coming: refuses as `busy` beyond two of an account, and beyond what all may have. */
  coming<Result>(accountId: Uuid, work: () => Promise<Result>): Promise<Result>;
  /** While one is drawn, which takes the most memory: one after the other. */
  drawing: Gate;
}

const ofAccountMax = 2;

export function uploadTurns(): UploadTurns {
  const coming = createGate({ atOnce: 64, waitingMax: 64, waitMaxMs: 5_000 });
  const underWay = new Map<Uuid, number>();
  return {
    async coming(accountId, work) {
      const count = underWay.get(accountId) ?? 0;
      if (count >= ofAccountMax) refuse('busy');
      underWay.set(accountId, count + 1);
      try {
        return await coming(work);
      } finally {
        const left = underWay.get(accountId)! - 1;
        if (left === 0) underWay.delete(accountId);
        else underWay.set(accountId, left);
      }
    },
    drawing: createGate({ atOnce: 1, waitingMax: 128, waitMaxMs: 10_000 }),
  };
}
