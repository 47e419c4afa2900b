// What a use that moves money is made of: the rows it reads, and one pure decision over them.
import type { AssetCode, CustomerBucket, Facts, RefusalCode, Uuid, Wad } from '@candor/wire';
import type { Events } from '../kit/bus.ts';
import type { Book } from '../kit/feature.ts';
import type { Statements } from '../kit/statement-group.ts';
import type { Refusal } from '../kit/refuse.ts';

export const houseBuckets = [
  'bankroll',
  'options-reserve',
  'contracts-reserve',
  'fees',
  'staking-rewards',
  'shop',
  'loans-receivable',
  'bank',
  'chain-custody',
  'suspense',
  'dust',
  'capital',
  'demo-faucet',
] as const;
export type HouseBucket = (typeof houseBuckets)[number];
export type Bucket = CustomerBucket | HouseBucket;

/** The house's own entries belong to this account. */
export const houseAccountId = '00000000-0000-0000-0000-000000000000' as Uuid;

/** One amount of one coin on its way. The customer's buckets are those of the command's account. */
export interface Move {
  /** What the customer's bill says, e.g. `option-placed`. */
  kind: string;
  coin: AssetCode;
  from: Bucket;
  to: Bucket;
  amount: Wad;
  /** What the house sets aside or releases on account of it, in the same coin. */
  cover?: Cover;
}
export interface Cover {
  from: HouseBucket;
  to: HouseBucket;
  amount: Wad;
}

export type CustomerBalance = Readonly<Record<CustomerBucket, Wad>>;

/** A table of a product whose rows commands read under lock and write: one statement each, for a whole batch. */
export interface Entity<Row = never> {
  name: string;
  /** Reads and locks rows in the order of the keys, which are sorted; the queries are sent at once and answered together. */
  load(statements: Statements, keys: readonly RowKey[]): Promise<Row[]>;
  keyOf(row: Row): Uuid;
  insert(statements: Statements, rows: readonly Row[]): Promise<unknown>;
  update(statements: Statements, rows: readonly Row[]): Promise<unknown>;
}
export interface RowKey {
  accountId: Uuid;
  id: Uuid;
}

/** What a decision may look at: the state under lock, with the effects of the commands before it in the batch. */
export interface CommandState {
  now: number;
  newId(): Uuid;
  balance(coin: AssetCode): CustomerBalance;
  /** What the account's slice of a house bucket holds. */
  house(bucket: HouseBucket, coin: AssetCode): Wad;
  row<Row>(entity: Entity<Row>, id: Uuid): Row | undefined;
}

export type EventToEmit = { [Name in keyof Events]: { name: Name; payload: Events[Name] } }[keyof Events];

export interface Decision<Reply> {
  /** What the moves are about: an order, a deposit. */
  objectId: Uuid;
  moves: readonly Move[];
  writes?: readonly RowWrite[];
  reply: Reply;
  /** Emitted after the commit. */
  events?: readonly EventToEmit[];
}

export interface RowWrite {
  entity: Entity<never>;
  row: unknown;
  isNew: boolean;
}
export const insertRow = <Row>(entity: Entity<Row>, row: Row): RowWrite => ({
  entity: entity as unknown as Entity<never>,
  row,
  isNew: true,
});
export const updateRow = <Row>(entity: Entity<Row>, row: Row): RowWrite => ({
  entity: entity as unknown as Entity<never>,
  row,
  isNew: false,
});

/**
 * The house's slice is empty though the whole may not be: the lane gathers the amount and asks again. If that does not help
 * either, `otherwise` is the answer: a refusal, or what can be done without the amount.
 */
export class HouseShort<Reply = unknown> {
  readonly bucket: HouseBucket;
  readonly coin: AssetCode;
  readonly amount: Wad;
  readonly otherwise: Refusal | Decision<Reply>;
  constructor(options: { bucket: HouseBucket; coin: AssetCode; amount: Wad; otherwise: Refusal | Decision<Reply> }) {
    this.bucket = options.bucket;
    this.coin = options.coin;
    this.amount = options.amount;
    this.otherwise = options.otherwise;
  }
}

export interface Command<Input, Reply> {
  /** A verb phrase, e.g. `place-options-order`. */
  name: string;
  /** Coins whose balances it may touch. */
  coins: (input: Input) => readonly AssetCode[];
  /** House buckets it may touch, in those coins and the account's book. */
  house: readonly HouseBucket[];
  /** Rows of products to read under lock. */
  rows?: (input: Input) => readonly { entity: Entity<never>; id: Uuid }[];
  decide(input: Input, state: CommandState): Decision<Reply> | Refusal | HouseShort<Reply>;
}

/** A command on its way: who it is for, and what makes a repetition recognisable. */
export interface Submission<Input, Reply> {
  command: Command<Input, Reply>;
  accountId: Uuid;
  book: Book;
  input: Input;
  /** Absent for the engine's own commands: their rows' states make them safe to repeat. */
  idempotency?: { key: Uuid; digest: Buffer };
  receivedAt: number;
}

/** How a command ended, as it is kept for repetitions of its key. */
export type StoredReply = { ok: unknown } | { refused: RefusalCode; facts: Facts };
