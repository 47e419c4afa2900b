// Pure: what moves of a price would cost the house.
import { moveSteps, multiplyDown, subtract, wad, zero, type Wad } from '@candor/wire';

/** Of contracts, in the order of `moveSteps`: what longs gain less what shorts lose. */
export function costsOfMoves({ openLong, openShort, price }: { openLong: Wad; openShort: Wad; price: Wad }): Wad[] {
  const onePercent = multiplyDown(multiplyDown(subtract(openLong, openShort), price, 18), wad('0.01'), 18);
  return moveSteps.map((percent) => (onePercent * BigInt(percent)) as Wad);
}

/** Of options, by coin in the order of `moveSteps`; `place` begins with 1, and nothing open costs nothing. */
export function costsByCoin(rows: readonly { coin: string; place: number; cost: Wad }[]): (coin: string) => Wad[] {
  const costs = new Map(rows.map(({ coin, place, cost }) => [`${coin} ${place}`, cost]));
  return (coin) => moveSteps.map((_, at) => costs.get(`${coin} ${at + 1}`) ?? zero);
}
