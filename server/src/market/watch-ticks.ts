// The one watch over ticks: puts each tick of a coin, in order, to what waits for prices there. Ticks that were missed are read from the
// archive, what fires is followed until it is carried out, and progress says up to where all of it is, so that a restart loses nothing.
import { coinCodes, type CoinCode, type Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Job } from '../kit/jobs.ts';
import { WorkQueue } from '../kit/work-queue.ts';
import { readRun } from './archive/read-run.ts';
import type { TickPoint } from './archive/tick-point.ts';
import type { Tick, TickMarket } from './market.ts';
import type { Fired, TickBook, TickItem, TickRules } from './tick-book.ts';
import { TickDeadlines } from './tick-deadlines.ts';

interface CoinWatch<Item extends TickItem> {
  code: CoinCode;
  book: TickBook<Item>;
  /** Ticks up to this one have been put to the book. */
  cursor: number;
  /** The smallest `after` of all that ever waited. */
  oldest: number;
  /** False until the start, and while it reads ticks that it has missed. */
  isLive: boolean;
  caughtUp: Promise<void>;
}

/** An item that is fired or looked up, until that is over. */
interface Pending<Item extends TickItem> extends Fired<Item> {
  done: Promise<void>;
}

interface Parts<Item extends TickItem> {
  market: TickMarket;
  clock: Clock;
  rules: TickRules<Item>;
  /** Pause after a first failure, ms. */
  retryMs?: number;
}

const readsAtOnce = 16;

export class TickWatch<Item extends TickItem> {
  /** To be started with the watch: takes what is due. */
  readonly job: Job;
  readonly #market: TickMarket;
  readonly #rules: TickRules<Item>;
  readonly #coins: ReadonlyMap<CoinCode, CoinWatch<Item>>;
  readonly #deadlines: TickDeadlines<Item>;
  readonly #underWay = new Map<Uuid, Pending<Item>>();
  readonly #lookUps = new Map<Uuid, Pending<Item>>();
  readonly #fired: WorkQueue<Pending<Item>>;
  readonly #missed: WorkQueue<Pending<Item>>;
  readonly #archive: WorkQueue<() => Promise<void>>;
  /** Readings of rows under way, and what ended since the first of them began: those rows are older than that. */
  #readings = 0;
  readonly #endedMeanwhile = new Set<Uuid>();
  #isStopped = false;
  #unsubscribe = (): void => {};

  constructor({ market, clock, rules, retryMs = 100 }: Parts<Item>) {
    const { name, role, atOnceMax = 4_096, batchMax = 1 } = rules;
    this.#market = market;
    this.#rules = rules;
    this.#coins = new Map(coinCodes.map((code) => [code, newCoin(code, rules.openBook(code))]));
    this.#fired = new WorkQueue({
      name: `${name}-fired`,
      retryMs,
      atOnceMax,
      batchMax,
      work: (fired) => this.#carryOut(fired),
    });
    this.#missed = new WorkQueue({
      name: `${name}-missed`,
      retryMs,
      atOnceMax: readsAtOnce,
      work: ([lookUp]) => this.#lookThrough(lookUp!),
    });
    this.#archive = new WorkQueue({
      name: `${name}-archive`,
      retryMs,
      atOnceMax: readsAtOnce,
      work: ([read]) => read!(),
    });
    this.#deadlines = new TickDeadlines({
      market,
      clock,
      name: `${name}-due`,
      role,
      isWaiting: (item) => this.#isWaiting(item),
      giveUp: (item) => this.#giveUp(item),
    });
    this.job = this.#deadlines.job;
  }

  /**
   * Watches what is read. Each coin begins where progress says that everything was done, or with its oldest item if that is younger;
   * resolves when all ticks up to now have been put to the books.
   */
  async start(
    pages: AsyncIterable<readonly Item[]>,
    progress: ReadonlyMap<CoinCode, number> = new Map(),
  ): Promise<void> {
    await this.takeUp(pages);
    for (const coin of this.#coins.values()) {
      coin.cursor = Math.min(this.#newest(coin), Math.max(progress.get(coin.code) ?? 0, coin.oldest));
    }
    this.#unsubscribe = this.#market.onTicks((ticks) => this.#onTicks(ticks));
    for (const coin of this.#coins.values()) await (coin.caughtUp = this.#catchUp(coin));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#deadlines.stop();
    await Promise.all([this.#fired.stop(), this.#missed.stop(), this.#archive.stop()]);
  }

  /** From now on ticks decide about the item as it is now; those that it should have met already are read first. */
  add(item: Item): void {
    const { book, cursor } = this.#coins.get(item.coin)!;
    book.remove(item.id);
    this.#lookUps.delete(item.id);
    if (this.#isStopped) return;
    if (cursor <= item.after || !this.#mayHaveFired(item)) this.#wait(item);
    else this.#lookUp(item);
  }

  /** Adds it unless it is known here already, which then is of the same state or a later one. */
  offer(item: Item): void {
    if (this.#isMissing(item)) this.add(item);
  }

  /** It has ended, or nothing about it is to be decided by ticks any more. */
  remove(id: Uuid, coin?: CoinCode): void {
    const coins = coin === undefined ? this.#coins.values() : [this.#coins.get(coin)!];
    for (const { book } of coins) book.remove(id);
    this.#lookUps.delete(id);
    if (this.#readings > 0) this.#endedMeanwhile.add(id);
  }

  isKnown({ id, coin }: Pick<Item, 'id' | 'coin'>): boolean {
    return this.#coins.get(coin)!.book.get(id) !== undefined || this.#lookUps.has(id) || this.#underWay.has(id);
  }

  /** Adds what is read and not known here. Resolves with how many there were. */
  async takeUp(pages: AsyncIterable<readonly Item[]>): Promise<number> {
    let count = 0;
    this.#readings++;
    try {
      for await (const items of pages) {
        const missing = items.filter((item) => this.#isMissing(item));
        for (const item of missing) this.add(item);
        count += missing.length;
      }
      return count;
    } finally {
      if (--this.#readings === 0) this.#endedMeanwhile.clear();
    }
  }

  /** Looks again at what, by the rows that are read, should have been fired. Resolves with how many had been missed. */
  async sweep(read: () => Promise<readonly Item[]>): Promise<number> {
    this.#readings++;
    try {
      let count = 0;
      for (const item of await read()) if (await this.#isMissed(item)) count++;
      return count;
    } finally {
      if (--this.#readings === 0) this.#endedMeanwhile.clear();
    }
  }

  /** Resolves when nothing that a tick published so far does to it is on its way; undefined when nothing is. */
  pending(id: Uuid, code: CoinCode): Promise<void> | undefined {
    const { isLive, caughtUp } = this.#coins.get(code)!;
    return isLive ? (this.#lookUps.get(id) ?? this.#underWay.get(id))?.done : caughtUp;
  }

  /** Resolves when all that is fired by now is carried out; undefined when nothing is under way. */
  allPending(): Promise<unknown> | undefined {
    const all = [...this.#underWay.values(), ...this.#lookUps.values()].map(({ done }) => done);
    return all.length > 0 ? Promise.all(all) : undefined;
  }

  /** Up to which tick of each coin everything is done. */
  progress(): Map<CoinCode, number> {
    const progress = new Map([...this.#coins.values()].map(({ code, cursor }) => [code, cursor]));
    for (const { item, tick } of [...this.#underWay.values(), ...this.#lookUps.values()]) {
      const done = tick ? tick.sequence - 1 : item.after;
      progress.set(item.coin, Math.min(progress.get(item.coin)!, done));
    }
    return progress;
  }

  isWaitedFor(code: CoinCode): boolean {
    return this.#coins.get(code)!.book.size > 0;
  }

  /** The tick that the coin's book has met last; undefined while it catches up. */
  metTick(code: CoinCode): Tick | undefined {
    const newest = this.#market.lastTick(code);
    const { isLive, cursor } = this.#coins.get(code)!;
    return isLive && newest?.sequence === cursor ? newest : undefined;
  }

  #newest({ code }: CoinWatch<Item>): number {
    return this.#market.lastTick(code)?.sequence ?? 0;
  }

  #isMissing(item: Item): boolean {
    if (this.#endedMeanwhile.has(item.id)) return false;
    const waiting = this.#coins.get(item.coin)!.book.get(item.id);
    if (waiting) return this.#rules.isNewer?.(item, waiting) ?? false;
    return !this.isKnown(item);
  }

  /** Takes up what is not known here, and fires what a tick should have fired. */
  async #isMissed(item: Item): Promise<boolean> {
    if (this.#isStopped) return false;
    if (this.#isMissing(item)) {
      this.add(item);
      return true;
    }
    const { book } = this.#coins.get(item.coin)!;
    const waiting = book.get(item.id);
    if (!waiting) return false;
    this.#deadlines.add(waiting);
    const { firedBy } = this.#mayHaveFired(item) ? await this.#findFirst(item, item.after) : {};
    if (!firedBy || this.#isStopped || book.get(item.id) !== waiting) return false;
    book.remove(item.id);
    this.#fire(item, firedBy);
    return true;
  }

  #mayHaveFired(item: Item): boolean {
    const newest = this.#market.lastTick(item.coin);
    return newest !== undefined && (this.#rules.mayHaveFired?.(item, newest) ?? true);
  }

  #wait(item: Item): void {
    const coin = this.#coins.get(item.coin)!;
    coin.oldest = Math.min(coin.oldest, item.after);
    coin.book.add(item);
    this.#deadlines.add(item);
  }

  #onTicks(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      const coin = this.#coins.get(tick.coin)!;
      if (!coin.isLive || tick.sequence <= coin.cursor) continue;
      if (tick.sequence === coin.cursor + 1) this.#meet(coin, tick, true);
      else coin.caughtUp = this.#catchUp(coin);
    }
    this.#deadlines.look();
  }

  #meet(coin: CoinWatch<Item>, tick: TickPoint, isPresent: boolean): void {
    coin.cursor = tick.sequence;
    for (const item of coin.book.fire(tick, isPresent)) this.#fire(item, tick);
  }

  /** Puts every tick from the cursor to the newest one to the coin's book, in order. */
  async #catchUp(coin: CoinWatch<Item>): Promise<void> {
    coin.isLive = false;
    while (!this.#isStopped) {
      const newest = this.#newest(coin);
      if (coin.book.size === 0) coin.cursor = newest;
      else if (newest - coin.cursor > (this.#rules.lookBackMax ?? Infinity)) coin.cursor = newest - 1;
      if (coin.cursor >= newest) break;
      await this.#archive.push(async () => {
        const run = await readRun(this.#market, coin.code, { after: coin.cursor, upTo: newest });
        for (const tick of run) this.#meet(coin, tick, tick.sequence === this.#newest(coin));
      });
    }
    coin.isLive = !this.#isStopped;
  }

  #lookUp(item: Item): void {
    const mine: Pending<Item> = { item, tick: undefined, done: Promise.resolve() };
    this.#lookUps.set(item.id, mine);
    mine.done = this.#missed.push(mine);
  }

  /** Puts the ticks that it should have met already to one item, and then adds it to those that wait for the next. */
  async #lookThrough(mine: Pending<Item>): Promise<void> {
    const { item } = mine;
    const isOver = (): boolean => this.#isStopped || this.#lookUps.get(item.id) !== mine;
    for (let at = item.after; !isOver();) {
      const { firedBy, upTo } = await this.#findFirst(item, at);
      if (isOver()) return;
      // Ticks may have come meanwhile: only what stands at this very moment counts.
      if (firedBy || upTo >= this.#coins.get(item.coin)!.cursor) {
        this.#lookUps.delete(item.id);
        return firedBy ? this.#fire(item, firedBy) : this.#wait(item);
      }
      at = upTo;
    }
  }

  /** The first tick after `from` that fires it, or up to which tick there is none. */
  async #findFirst(item: Item, from: number): Promise<{ firedBy?: TickPoint; upTo: number }> {
    const coin = this.#coins.get(item.coin)!;
    const { lookBackMax = Infinity, isFired } = this.#rules;
    let upTo = coin.cursor - from > lookBackMax ? coin.cursor - 1 : from;
    while (upTo < coin.cursor) {
      for (const tick of await readRun(this.#market, item.coin, { after: upTo, upTo: coin.cursor })) {
        if (isFired(item, tick, tick.sequence === this.#newest(coin))) return { firedBy: tick, upTo: tick.sequence };
        upTo = tick.sequence;
      }
    }
    return { upTo };
  }

  #fire(item: Item, tick: TickPoint | undefined): void {
    const fired: Pending<Item> = { item, tick, done: Promise.resolve() };
    this.#underWay.set(item.id, fired);
    fired.done = this.#fired.push(fired);
  }

  async #carryOut(fired: readonly Pending<Item>[]): Promise<void> {
    const goOn = await this.#rules.carryOut(fired);
    for (const one of fired) {
      const { id } = one.item;
      if (this.#underWay.get(id) === one) this.#underWay.delete(id);
      if (this.#readings > 0) this.#endedMeanwhile.add(id);
    }
    // A command that changed nothing emits nothing; one that did has put the item back already.
    for (const item of goOn) if (!this.isKnown(item)) this.add(item);
  }

  /** Fires without a tick what still waits, once the coin has met all ticks up to now. */
  async #giveUp(item: Item): Promise<void> {
    const coin = this.#coins.get(item.coin)!;
    if (coin.isLive && coin.cursor < this.#newest(coin)) coin.caughtUp = this.#catchUp(coin);
    if (!coin.isLive) await coin.caughtUp;
    if (this.#isStopped || !this.#isWaiting(item)) return;
    coin.book.remove(item.id);
    this.#fire(item, undefined);
  }

  #isWaiting(item: Item): boolean {
    return this.#coins.get(item.coin)!.book.get(item.id) === item;
  }
}

const newCoin = <Item extends TickItem>(code: CoinCode, book: TickBook<Item>): CoinWatch<Item> => ({
  code,
  book,
  cursor: 0,
  oldest: Infinity,
  isLive: false,
  caughtUp: Promise.resolve(),
});
