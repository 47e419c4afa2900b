// What products say to the watch of ticks: what waits for a price, which tick fires it, and what that does.
import type { CoinCode, Uuid } from '@candor/wire';
import type { Role } from '../kit/jobs.ts';
import type { TickPoint } from './archive/tick-point.ts';

/** Something that ticks of its coin decide, and time where no tick does. */
export interface TickItem {
  id: Uuid;
  coin: CoinCode;
  /** Ticks up to this sequence mean nothing to it. */
  after: number;
  /** It is fired without a tick once the market is final up to then and it still waits; null: never. */
  dueAt: number | null;
}

/** What waits for ticks of one coin, in memory: no clock, no SQL. */
export interface TickBook<Item extends TickItem> {
  /** In place of what it held of the same id. */
  add(item: Item): void;
  remove(id: Uuid): void;
  get(id: Uuid): Item | undefined;
  readonly size: number;
  /** Takes out what this tick fires. Ticks come in the order of their sequences; only the newest of all is `isPresent`. */
  fire(tick: TickPoint, isPresent: boolean): Item[];
}

export interface Fired<Item extends TickItem> {
  item: Item;
  /** Undefined when its time was over. */
  tick: TickPoint | undefined;
}

export interface TickRules<Item extends TickItem> {
  /** In jobs, metrics and log lines: `contract`. */
  name: string;
  role: Role;
  openBook: (coin: CoinCode) => TickBook<Item>;
  /** The same as the book says, for one item. */
  isFired: (item: Item, tick: TickPoint, isPresent: boolean) => boolean;
  /** False where the newest tick shows that none before it can have fired the item either; unless given, any may have. */
  mayHaveFired?: (item: Item, newest: TickPoint) => boolean;
  /** Whether a row that was read is of a later state than the item that waits; unless given, what waits is the later one. */
  isNewer?: (item: Item, waiting: Item) => boolean;
  /** After a pause of more ticks than these, only the present one counts. */
  lookBackMax?: number;
  /**
   * Done when it resolves, tried again when it throws: what a tick decided is decided, however long it takes to be carried out. What it
   * resolves with is watched from then on, unless something newer of it is already.
   */
  carryOut: (fired: readonly Fired<Item>[]) => Promise<readonly Item[]>;
  /** How many are carried out in one call, and how many calls are under way; the rest waits. */
  batchMax?: number;
  atOnceMax?: number;
}
