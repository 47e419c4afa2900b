// Order books as changes in sequence: who has the book of one number and applies each change after it has the newest. All
// subscribers of a topic get the same messages, so the book that a `req` is answered is the one that these add up to.
import { incrementalDepths } from '@candor/wire';
import type { CoinCode, IncrementalDepth } from '@candor/wire';
import type { DepthView } from './join-levels.ts';
import type { Latest } from './latest.ts';
import { renderLevels } from './render.ts';
import type { Book, Level } from '../sources/source.ts';

export interface BookTopic {
  coin: CoinCode;
  depth: IncrementalDepth;
}

export interface IncrementalBooks {
  /** What changed since the last time, for everybody who listens; undefined when nothing did. */
  advance(topic: BookTopic): string | undefined;
  /** The first message of a subscription: it changes nothing and says which number the next change follows on. */
  opening(topic: BookTopic): string | undefined;
  /** The whole book with its number. Where nobody listens it is the newest one, since nobody can miss a change. */
  whole(topic: BookTopic, isHeard: boolean): string | undefined;
}

interface State {
  book: Book;
  view: DepthView;
  sequence: number;
  /** The whole book as text; made when it is asked for. */
  text: string | undefined;
}

export function createIncrementalBooks(latest: (coin: CoinCode) => Latest): IncrementalBooks {
  const states = new Map<string, State>();

  /** The state before and after looking at the newest book; undefined before the first one. */
  function look({ coin, depth }: BookTopic): { before: State; after: State } | undefined {
    const key = `${coin} ${depth}`;
    const { book } = latest(coin);
    const known = states.get(key);
    if (!book) return undefined;
    if (known?.book === book) return { before: known, after: known };
    const view = topOf(book, depth);
    if (!known) {
      const first = { book, view, sequence: Math.max(1, book.version), text: undefined };
      states.set(key, first);
      return { before: first, after: first };
    }
    if (isSameView(known.view, view)) {
      known.book = book;
      return { before: known, after: known };
    }
    // A source that begins anew may count from a lower version; here the numbers only grow.
    const after = { book, view, sequence: Math.max(known.sequence + 1, book.version), text: undefined };
    states.set(key, after);
    return { before: known, after };
  }

  const current = (topic: BookTopic): State | undefined =>
    states.get(`${topic.coin} ${topic.depth}`) ?? look(topic)?.after;

  return {
    advance(topic) {
      const looked = look(topic);
      if (!looked || looked.before === looked.after) return undefined;
      const { before, after } = looked;
      return renderChange(after.sequence, before.sequence, {
        bids: changesOf(before.view.bids, after.view.bids),
        asks: changesOf(before.view.asks, after.view.asks),
      });
    },
    opening(topic) {
      const state = current(topic);
      return state && renderChange(state.sequence, state.sequence, { bids: [], asks: [] });
    },
    whole(topic, isHeard) {
      const state = isHeard ? current(topic) : look(topic)?.after;
      if (!state) return undefined;
      state.text ??= renderWhole(state.sequence, state.view);
      return state.text;
    },
  };
}

/** A full book with its number, as `mbp.refresh` and the answer to a `req` have it. */
export const renderWhole = (sequence: number, { bids, asks }: DepthView): string =>
  `{"seqNum":${sequence},"bids":${renderLevels(bids)},"asks":${renderLevels(asks)}}`;

export const topOf = ({ bids, asks }: Book, depth: number): DepthView => ({
  bids: bids.slice(0, depth),
  asks: asks.slice(0, depth),
});

export const isIncrementalDepth = (depth: number): depth is IncrementalDepth =>
  (incrementalDepths as readonly number[]).includes(depth);

const renderChange = (sequence: number, previous: number, { bids, asks }: DepthView): string =>
  `{"seqNum":${sequence},"prevSeqNum":${previous},"bids":${renderLevels(bids)},"asks":${renderLevels(asks)}}`;

const isSameView = (before: DepthView, after: DepthView): boolean =>
  isSameSide(before.bids, after.bids) && isSameSide(before.asks, after.asks);

const isSameSide = (before: readonly Level[], after: readonly Level[]): boolean =>
  before.length === after.length &&
  before.every(([price, size], place) => after[place]![0] === price && after[place]![1] === size);

/** Levels with their new size; a size of zero takes a level away. */
function changesOf(before: readonly Level[], after: readonly Level[]): Level[] {
  const gone = new Map<bigint, bigint>(before);
  const changes: Level[] = [];
  for (const level of after) {
    const [price, size] = level;
    if (gone.get(price) !== size) changes.push(level);
    gone.delete(price);
  }
  for (const price of gone.keys()) changes.push([price, 0n] as unknown as Level);
  return changes;
}
