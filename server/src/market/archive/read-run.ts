// Ticks in a row from the archive, for whoever has missed them.
import { wad, type CoinCode } from '@candor/wire';
import type { TickMarket } from '../market.ts';
import type { TickPoint } from './tick-point.ts';

const ticksAPage = 2_000;

/** Ticks after one sequence, no further than to another and one page at most; throws while the first of them can't be read. */
export async function readRun(
  market: Pick<TickMarket, 'tickRun'>,
  coin: CoinCode,
  { after, upTo }: { after: number; upTo: number },
): Promise<TickPoint[]> {
  const { ticks } = await market.tickRun(coin, after, Math.min(upTo, after + ticksAPage));
  if (ticks[0]?.[0] !== after + 1) throw new Error(`the archive of ${coin} does not show tick ${after + 1}`);
  return ticks.map(([sequence, price, , publishedAt]) => ({ sequence, price: wad(price), publishedAt }));
}
