// Every way in which one field of a receipt can differ: altered, removed, added, moved.

export interface Change {
  /** What was done, e.g. `altered order.stake`. */
  name: string;
  /** The top-level section that it lies in; the added or removed key itself at the top. */
  section: string;
  value: unknown;
}

type Path = (string | number)[];

export function* changesOf(whole: unknown, part: unknown = whole, path: Path = []): Generator<Change> {
  const make = (name: string, value: unknown, at: Path = path): Change => ({
    name: `${name} ${at.join('.')}`,
    section: String(at[0]),
    value: replaceAt(whole, path, value),
  });
  if (Array.isArray(part)) {
    yield make('lengthened', [...part, part.length > 0 ? part.at(-1) : 'x']);
    if (part.length > 1) yield make('reversed', part.toReversed());
    for (const [place, member] of part.entries()) {
      yield make('removed', part.toSpliced(place, 1), [...path, place]);
      yield* changesOf(whole, member, [...path, place]);
    }
  } else if (typeof part === 'object' && part !== null) {
    yield make('added', { ...part, extra: 'x' }, [...path, 'extra']);
    for (const [key, member] of Object.entries(part)) {
      yield make('removed', Object.fromEntries(Object.entries(part).filter(([each]) => each !== key)), [...path, key]);
      yield* changesOf(whole, member, [...path, key]);
    }
    if (path.length > 0) yield make('emptied', null);
  } else {
    for (const value of othersThan(part)) yield make(`altered (${JSON.stringify(value)})`, value);
  }
}

const words = [
  'up', 'down', 'win', 'lose', 'tie', 'void', 'no-exit-tick', 'no-entry-tick', 'last-up-to-expiry', 'first-after-expiry',
]; // oxfmt-ignore

function othersThan(leaf: unknown): unknown[] {
  if (typeof leaf === 'number') {
    return [leaf + 1, leaf - 1, 0, -leaf - 1, String(leaf), leaf + 0.5, null].filter((other) => other !== leaf);
  }
  if (leaf === null) return ['x', 0, {}, ...words];
  const text = String(leaf);
  const nudged = text.replace(/[0-9a-z](?=[^0-9a-z]*$)/, (last) => (last === '7' ? '8' : '7'));
  const others = [
    ...(words.includes(text) ? words : []),
    '0',
    '',
    `${text} `,
    `${text}0`,
    text.toUpperCase(),
    nudged,
    null,
    5,
  ];
  return others.filter((other) => other !== leaf);
}

function replaceAt(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(whole)) return whole.with(key as number, replaceAt(whole[key as number], rest, value));
  return { ...(whole as object), [key]: replaceAt((whole as Record<string, unknown>)[key], rest, value) };
}
