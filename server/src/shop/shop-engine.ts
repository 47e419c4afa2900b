// The shop where time decides: draws and payouts, and in a demo the goods that it starts with.
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { EnginePart } from '../kit/product.ts';
import { houseAccountId } from '../ledger/command.ts';
import { signNews } from '../public-log/sign-checkpoints.ts';
import { openBeacon, type BeaconParts } from './beacon.ts';
import { demoGoods, demoTerms } from './demo-goods.ts';
import type { DrawParts } from './draw-parts.ts';
import { openPeriod } from './open-period.ts';
import { drawJobs } from './run-draws.ts';
import { addGoodAtOnce, readLastNumber } from './store.ts';

export type ShopEngineParts = BeaconParts & Omit<DrawParts, 'beacon' | 'signLog' | 'termsInstead'>;

export function shopEngine(parts: ShopEngineParts): EnginePart {
  const beacon = openBeacon(parts);
  /** A demo of before goes on with what its goods cost today. */
  const termsInstead: DrawParts['termsInstead'] = ({ goodId, number }) => {
    const good = parts.mode === 'demo' ? demoGoods.find((each) => each.goodId === goodId) : undefined;
    return good && beacon && demoTerms(good, { number: number + 1, beacon: beacon.beacon });
  };
  return {
    jobs: drawJobs({ ...parts, beacon, termsInstead, signLog: () => signNews(parts.pool, parts.signingKey) }),
    async start() {
      if (parts.mode !== 'demo' || !beacon) return;
      for (const good of demoGoods) {
        const { goodId, level, drawing, texts } = good;
        const written = Object.entries(texts).map(([language, [name, description]]) => ({ language, name, description })); // oxfmt-ignore
        await addGoodAtOnce(parts.pool, { goodId, level, drawing, texts: written });
        if ((await readLastNumber(parts.pool, goodId)).number > 0) continue;
        await parts.lanes
          .submit({
            command: openPeriod,
            accountId: houseAccountId,
            book: 'real',
            input: demoTerms(good, { number: 1, beacon: beacon.beacon }),
            receivedAt: parts.clock.now(),
          })
          .catch((error: unknown) =>
            log.warn('a good of the demo was not opened', { goodId, reason: reasonOf(error) }),
          );
      }
    },
  };
}
