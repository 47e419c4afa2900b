// Who plays in the model of the two books, at which prices and when. Two persons, each with a real account and one of bonus money, which
// lies in the same slice of the house as the real one of the same person.
import assert from 'node:assert/strict';
import { one, wad, type CoinCode, type Uuid, type Wad } from '@candor/wire';
import type { Book } from '../../../src/kit/feature.ts';
import type { NamedCommand } from '../../../src/kit/product.ts';
import { Refusal } from '../../../src/kit/refuse.ts';
import { houseAccountId, type Command } from '../../../src/ledger/command.ts';
import type { Market, Tick } from '../../../src/market/market.ts';
import type { TickPoint } from '../../../src/market/archive/tick-point.ts';
import type { AppendOnlyTable } from '../../../src/kit/table.ts';
import type { Asked, MemoryLedger } from './memory-ledger.ts';

export interface Actor {
  accountId: Uuid;
  book: Book;
}
export const actors: readonly Actor[] = [
  { accountId: '00000000-0000-4000-8000-000000000001' as Uuid, book: 'real' },
  { accountId: '00000000-0000-4000-8000-000000000005' as Uuid, book: 'bonus' },
  { accountId: '00000000-0000-4000-8000-000000000002' as Uuid, book: 'real' },
  { accountId: '00000000-0000-4000-8000-000000000006' as Uuid, book: 'bonus' },
];
/** The house's own, in the book of whoever plays. */
export const houseIn = ({ book }: Actor): Actor => ({ accountId: houseAccountId, book });

/** A whole number from 0 to below this, of the step that is played. */
export type Draw = (below: number) => number;
export const pick = <Item>(draw: Draw, items: readonly Item[]): Item => items[draw(items.length)]!;

/** How a command is played; undefined when there is nothing to play with yet. */
export interface ModelPlay {
  command: NamedCommand;
  /** How often it is drawn, against once of others. */
  weight?: number;
  play: (stage: ModelStage, actor: Actor, draw: Draw) => Asked | undefined;
}
/** What ticks and time do: all that is due now. */
export interface ModelEngine {
  commands: readonly NamedCommand[];
  due: (stage: ModelStage) => Asked[];
}
export interface ModelProduct {
  plays: readonly ModelPlay[];
  engines?: readonly ModelEngine[];
  /** What stands before anybody plays. */
  begin?: (stage: ModelStage) => void;
}

export const ask = <Input, Reply>(
  command: Command<Input, Reply>,
  { accountId, book }: Actor,
  input: NoInfer<Input>,
): Asked => ({ command, accountId, book, input }) as unknown as Asked;

/** Coins that are played with; others would be the same again. */
export const playedCoins = ['BTC', 'ETH'] as const satisfies readonly CoinCode[];
const firstPrices: Readonly<Record<string, string>> = { BTC: '50000', ETH: '2500' };

export class ModelStage {
  readonly ledger: MemoryLedger;
  readonly ticks = new Map<CoinCode, TickPoint[]>(playedCoins.map((coin) => [coin, []]));
  #sequence = 0;

  constructor(ledger: MemoryLedger) {
    this.ledger = ledger;
    for (const coin of playedCoins) this.publish(coin, wad(firstPrices[coin]!));
  }
  get now(): number {
    return this.ledger.now;
  }
  tick(coin: CoinCode): TickPoint {
    return this.ticks.get(coin)?.at(-1) ?? assert.fail(`${coin} is not played`);
  }
  publish(coin: CoinCode, price: Wad): void {
    this.ticks.get(coin)!.push({ sequence: ++this.#sequence, price, publishedAt: this.now });
  }
  /** Time goes on, and each coin has a price that moved by so many thousandths. */
  pass(afterMs: number, thousandths: readonly number[]): void {
    this.ledger.now += afterMs;
    for (const [place, coin] of playedCoins.entries()) {
      const { price } = this.tick(coin);
      const moved = (price * BigInt(1_000 + (thousandths[place] ?? 0))) / 1_000n;
      const cents = 10n ** 16n;
      this.publish(coin, (moved < one ? one : moved - (moved % cents)) as Wad);
    }
  }
  readonly market = {
    lastTick: (coin: CoinCode) => this.tick(coin) as Tick,
    state: () => 'live',
  } as unknown as Market;

  /** A row of the actor's own; whoever plays with bonus money tries those of others as well, whatever became of them. */
  own<Row extends { accountId: Uuid }>(
    table: AppendOnlyTable<Row>,
    actor: Actor,
    draw: Draw,
    isFit: (row: Row) => boolean = () => true,
  ): Row | undefined {
    const isCurious = actor.book === 'bonus' && draw(3) === 0;
    const rows = this.ledger
      .rows(table)
      .filter((row) => isCurious || (row.accountId === actor.accountId && isFit(row)));
    return rows.length === 0 ? undefined : pick(draw, rows);
  }
}

/** What is refused before it is submitted is not played. */
export function unlessRefused<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** USDT with two decimals, from `min` to below `max`. */
export const usdtOf = (draw: Draw, min: number, max: number): Wad =>
  (BigInt(min * 100 + draw((max - min) * 100)) * 10n ** 16n) as Wad;
