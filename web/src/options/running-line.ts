// The prices since the entry of an order that runs, as a picture with the entry's height in the middle. Geometry only, so that floats
// do no harm.

/** A price and when it was published, ms. */
export interface Spot {
  at: number;
  price: number;
}

/** No picture shows more of them. */
const spotsMax = 300;

export interface Run {
  entry: Spot;
  /** When it ends, ms. */
  endsAt: number;
}

/** Whatever comes first, the archive's ticks or those of the feed: each moment of the run once, with its last price. */
export function withSpots(known: readonly Spot[], more: readonly Spot[], { entry, endsAt }: Run): readonly Spot[] {
  const step = Math.max(1, (endsAt - entry.at) / spotsMax);
  const moments = new Map<number, Spot>();
  for (const spot of [...known, ...more].toSorted((one, other) => one.at - other.at)) {
    if (spot.at > entry.at && spot.at <= endsAt) moments.set(Math.floor((spot.at - entry.at) / step), spot);
  }
  return [...moments.values()];
}

/** Shares of the width, in time, and of the height, from the top. */
export function pictureOf(spots: readonly Spot[], { entry, endsAt }: Run): { x: number; y: number }[] {
  const furthest = Math.max(...spots.map(({ price }) => Math.abs(price - entry.price)), 0);
  return [entry, ...spots].map(({ at, price }) => ({
    x: (at - entry.at) / Math.max(1, endsAt - entry.at),
    y: furthest === 0 ? 0.5 : 0.5 - (price - entry.price) / (2 * furthest),
  }));
}
