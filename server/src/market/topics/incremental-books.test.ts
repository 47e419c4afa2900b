// Books as changes in sequence: whoever begins anywhere and applies what follows has the source's book.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incrementalDepths } from '@candor/wire';
import type { Wad } from '@candor/wire';
import fc from 'fast-check';
import { createIncrementalBooks } from './incremental-books.ts';
import type { BookTopic, IncrementalBooks } from './incremental-books.ts';
import { newLatestOfAll } from './latest.ts';
import type { Latest } from './latest.ts';
import type { Book, Level } from '../sources/source.ts';

type Side = [price: number, size: number][];
interface Message {
  seqNum: number;
  prevSeqNum?: number;
  bids: Side;
  asks: Side;
}

function open(): { latest: Latest; books: IncrementalBooks } {
  const all = newLatestOfAll();
  return { latest: all.get('BTC')!, books: createIncrementalBooks((coin) => all.get(coin)!) };
}
const read = (text: string | undefined): Message | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Message);

/** A book around 1,000 whose levels are these whole numbers, sizes by distance. */
function bookOf(version: number, bids: Map<number, number>, asks: Map<number, number>): Book {
  const side = (levels: Map<number, number>, direction: 1 | -1): Level[] =>
    [...levels]
      .toSorted(([left], [right]) => direction * (left - right))
      .map(([price, size]) => [wholeWad(price), wholeWad(size)]);
  return { bids: side(bids, -1), asks: side(asks, 1), version, at: 1 };
}
const wholeWad = (whole: number): Wad => (BigInt(whole) * 10n ** 18n) as Wad;

/** As clients keep it: a size of zero takes a level away. */
class ClientBook {
  readonly #sides = { bids: new Map<number, number>(), asks: new Map<number, number>() };
  sequence: number;

  constructor(whole: Message) {
    this.sequence = whole.seqNum;
    for (const side of ['bids', 'asks'] as const)
      for (const [price, size] of whole[side]) this.#sides[side].set(price, size);
  }

  apply(change: Message): void {
    if (change.seqNum <= this.sequence && change.seqNum !== change.prevSeqNum) return;
    assert.equal(change.prevSeqNum, this.sequence, 'a change is missing');
    this.sequence = change.seqNum;
    for (const side of ['bids', 'asks'] as const) {
      for (const [price, size] of change[side]) {
        if (size === 0) assert.ok(this.#sides[side].delete(price), 'a level was taken away that nobody had');
        else this.#sides[side].set(price, size);
      }
    }
  }

  get whole(): Message {
    const sorted = (side: 'bids' | 'asks', direction: 1 | -1): Side =>
      [...this.#sides[side]].toSorted(([left], [right]) => direction * (left - right));
    return { seqNum: this.sequence, bids: sorted('bids', -1), asks: sorted('asks', 1) };
  }
}

const levels = (from: number) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: from, max: from + 40 }), fc.integer({ min: 1, max: 3 })), {
      selector: ([price]) => price,
      maxLength: 30,
    })
    .map((rows) => new Map(rows));
const books = fc.array(
  fc.record({
    bids: levels(900),
    asks: levels(950),
    /** Versions of a source that begins anew may fall. */
    step: fc.integer({ min: -3, max: 5 }),
    isAdvanced: fc.boolean(),
    isAsked: fc.boolean(),
  }),
  { minLength: 2, maxLength: 30 },
);

for (const depth of incrementalDepths) {
  test(`applied to the whole book, changes give the newest ${depth} levels a side, whoever began when`, () => {
    fc.assert(
      fc.property(books, (steps) => {
        const topic: BookTopic = { coin: 'BTC', depth };
        const { latest, books } = open();
        const clients: ClientBook[] = [];
        let version = 10;
        for (const { bids, asks, step, isAdvanced, isAsked } of steps) {
          version += step;
          latest.book = bookOf(version, bids, asks);
          if (isAdvanced) {
            const change = read(books.advance(topic));
            if (change) assert.ok(change.seqNum > change.prevSeqNum!);
            if (change) for (const client of clients) client.apply(change);
          }
          if (isAsked) {
            const opening = read(books.opening(topic))!;
            const client = new ClientBook(read(books.whole(topic, true))!);
            client.apply(opening);
            clients.push(client);
          }
          for (const client of clients) assert.deepEqual(client.whole, read(books.whole(topic, true)));
        }
        const change = read(books.advance(topic));
        if (change) for (const client of clients) client.apply(change);
        const { bids, asks } = steps.at(-1)!;
        const newest = new ClientBook({ seqNum: 0, ...sidesOf(bookOf(0, bids, asks), depth) }).whole;
        for (const client of clients) assert.deepEqual({ ...client.whole, seqNum: 0 }, newest);
      }),
    );
  });
}

const sidesOf = (book: Book, depth: number): { bids: Side; asks: Side } => {
  const plain = (side: readonly Level[]): Side =>
    side.slice(0, depth).map(([price, size]) => [Math.round(parseInt(String(price / 10n ** 18n), 10)), parseInt(String(size / 10n ** 18n), 10)]); // oxfmt-ignore
  return { bids: plain(book.bids), asks: plain(book.asks) };
};

test('a topic that nobody hears is answered with the newest book, one that is heard with what its subscribers have', () => {
  const topic: BookTopic = { coin: 'BTC', depth: 5 };
  const { latest, books } = open();
  assert.equal(books.whole(topic, false), undefined, 'before the first book');
  assert.equal(books.opening(topic), undefined);
  latest.book = bookOf(10, new Map([[900, 1]]), new Map([[950, 1]]));
  assert.equal(read(books.whole(topic, false))!.seqNum, 10);
  latest.book = bookOf(20, new Map([[901, 1]]), new Map([[950, 1]]));
  assert.equal(read(books.whole(topic, true))!.seqNum, 10, 'its subscribers have not heard of the change yet');
  assert.equal(read(books.whole(topic, false))!.seqNum, 20);
  latest.book = bookOf(30, new Map([[901, 1]]), new Map([[950, 1]]));
  assert.equal(books.advance(topic), undefined, 'nothing changed within its levels');
});
