// Where the names of price lines stand: beside their lines as long as none hides another or the present price, and at the edge when
// their price lies beyond what is shown.
export interface TaggedLine {
  id: string;
  /** Of the lines of one kind, those beyond are told together. */
  kind: string;
  /** Its height on the canvas, from the top, px; beyond it where the price is not in sight. */
  y: number;
}

export interface PlacedTag {
  id: string;
  y: number;
  /** Where the price is, when it is not in sight. */
  beyond: 'above' | 'below' | undefined;
  /** How many more of its kind lie further out in the same direction: the nearest one stands for them. */
  more: number;
}

/** Of a tag, with the room around it, px. */
export const tagHeight = 19;

export interface TagRoom {
  height: number;
  /** Of the present price: nothing is put over it. */
  last: number | undefined;
}

/** Those to be drawn. Geometry only, so that floats do no harm. */
export function placeTags(lines: readonly TaggedLine[], { height, last }: TagRoom): PlacedTag[] {
  const tags: PlacedTag[] = lines
    .filter(({ y }) => y >= 0 && y <= height)
    .map(({ id, y }) => ({ id, y, beyond: undefined, more: 0 }));
  for (const kind of new Set(lines.map((line) => line.kind))) {
    const own = lines.filter((line) => line.kind === kind).toSorted((one, other) => one.y - other.y);
    const [above, below] = [own.filter(({ y }) => y < 0), own.filter(({ y }) => y > height)];
    const [nearestAbove, nearestBelow] = [above.at(-1), below[0]];
    if (nearestAbove) tags.push({ ...nearestAbove, beyond: 'above', more: above.length - 1 });
    if (nearestBelow) tags.push({ ...nearestBelow, beyond: 'below', more: below.length - 1 });
  }
  const sorted = tags.toSorted((one, other) => one.y - other.y);
  const ys = pushApart(
    sorted.map(({ y }) => y),
    { height, last },
  );
  return sorted.map(({ id, beyond, more }, place) => ({ id, beyond, more, y: ys[place]! }));
}

/** Heights from the top down with a tag's height between them: away from the present price, and within the canvas. */
function pushApart(ys: readonly number[], { height, last = -Infinity }: TagRoom): number[] {
  const [first, end] = [tagHeight / 2, height - tagHeight / 2];
  const room = { above: Math.floor((last - first) / tagHeight), below: Math.floor((end - last) / tagHeight) };
  // Where one side of the present price has no room for all, those next to it go over to the other one.
  const wanted = ys.filter((y) => y < last).length;
  const count = Math.max(Math.min(wanted, room.above), ys.length - room.below);
  const [above, below] = [ys.slice(0, count).toReversed(), ys.slice(count)];
  const up = apart(above, last, -1).map((y, place) => Math.max(y, first + (above.length - 1 - place) * tagHeight));
  const down = apart(below, last, 1).map((y, place) => Math.min(y, end - (below.length - 1 - place) * tagHeight));
  return [...up.toReversed(), ...down];
}

function apart(ys: readonly number[], from: number, direction: 1 | -1): number[] {
  let before = from;
  return ys.map((y) => {
    const nearest = before + direction * tagHeight;
    before = direction === 1 ? Math.max(y, nearest) : Math.min(y, nearest);
    return before;
  });
}
