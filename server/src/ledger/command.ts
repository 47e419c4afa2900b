// What a use that moves money is made of: the rows it reads, and one pure decision over them.
import type {
  AssetCode,
  CustomerBucket,
  Facts,
  HouseMovementKind,
  MovementKind,
  RefusalCode,
  Uuid,
  Wad,
} from '@candor/wire';
import type { Events } from '../kit/bus.ts';
import type { Book, Idempotency } from '../kit/feature.ts';
import type { Refusal } from '../kit/refuse.ts';
import type { AppendOnlyTable, Table } from '../kit/table.ts';
import type { Bucket, HouseBucket } from './buckets.ts';

export { houseBuckets, mayOwe, type Bucket, type HouseBucket } from './buckets.ts';

/** The house's own entries belong to this account. */
export const houseAccountId = '00000000-0000-0000-0000-000000000000' as Uuid;

/** One amount of one coin on its way. The customer's buckets are those of the command's account. */
export interface Move {
  /** What the customer's bill says, e.g. `option-placed`. */
  kind: MovementKind | HouseMovementKind;
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

/** What a decision may look at: the state under lock, with the effects of the commands before it in the batch. */
export interface CommandState {
  now: number;
  newId: () => Uuid;
  balance(coin: AssetCode): CustomerBalance;
  /** What the account's slice of a house bucket holds; of the bankroll nothing while the house owes payments, which come first. */
  house(bucket: HouseBucket, coin: AssetCode): Wad;
  /** The house owes payments of this coin in the account's book, so nothing may be set aside for anything else. */
  owes(coin: AssetCode): boolean;
  /** A house bucket of the account's book over all slices; of the others what was read, without a lock. Of those that the command names. */
  whole(bucket: HouseBucket, coin: AssetCode): Wad;
  /** Of those that the command names. */
  row<Row>(table: Table<Row>, id: Uuid): Row | undefined;
}

/** A house bucket of a coin, whatever the slice. */
export interface HouseWhole {
  bucket: HouseBucket;
  coin: AssetCode;
}

export type EventToEmit = { [Name in keyof Events]: { name: Name; payload: Events[Name] } }[keyof Events];

/** Something that was committed: which event says so, and what it is about. */
export interface Happening {
  name: EventToEmit['name'];
  accountId: Uuid;
  objectId: Uuid;
}

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
  table: AppendOnlyTable<unknown>;
  row: unknown;
  isNew: boolean;
}
export const insertRow = <Row>(table: AppendOnlyTable<Row>, row: NoInfer<Row>): RowWrite => ({
  table,
  row,
  isNew: true,
});
/** Of a row that the command names, or that was inserted in the same batch. */
export const updateRow = <Row>(table: Table<Row>, row: NoInfer<Row>): RowWrite => ({ table, row, isNew: false });

/** A row to read under lock. */
export interface RowName {
  table: Table<unknown>;
  id: Uuid;
}

/**
 * The house's slice is empty though the whole may not be: the lane gathers the amount and asks again. If that does not help
 * either, `otherwise` is the answer: a refusal, or what can be done without the amount.
 */
export class InsufficientHouseFunds<Reply = unknown> {
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
  /** What its decision may refuse with; every call that submits it says so too. */
  refusals: readonly RefusalCode[];
  /** Coins whose balances it may touch. */
  coins: (input: Input) => readonly AssetCode[];
  /** House buckets it may touch, in those coins and the account's book. */
  house: readonly HouseBucket[];
  /** It pays what the house owes, and so sees the bankroll as it is. */
  paysDues?: true;
  /** Its product is of this book alone: in the other it is not even decided, whoever submits it. Absent where `decide` refuses there in words. */
  onlyIn?: Book;
  /** Rows of products to read under lock. */
  rows?: (input: Input) => readonly RowName[];
  /** Object of the command, if not its first row. A command that was set aside blocks further such commands for the same object. */
  objectOf?: (input: Input) => Uuid;
  /**
   * Its moves are stakes of customers and what becomes of them: the limits that an account has set itself hold for what it puts at risk.
   * Of an account that has none it costs nothing; it names the bankroll, whose lock keeps what is counted right.
   */
  risksMoney?: true;
  /**
   * A customer takes back with it, for nothing, what stands. It counts like a refusal: it costs as little and leaves rows that are kept
   * for longer. For what was counted it is refused much later itself than what is placed next.
   */
  takesBack?: true;
  /** A customer changes with it, for nothing, what stands: it counts as much. */
  changesFree?: true;
  /** It places nothing, and a customer who has to wait with it pays for that: refused for what was counted as late as taking back. */
  cannotWait?: true;
  /** House buckets that its decision looks at over all slices. */
  wholes?: (input: Input) => readonly HouseWhole[];
  decide(input: Input, state: CommandState): Decision<Reply> | Refusal | InsufficientHouseFunds<Reply>;
}

/** A command on its way: who it is for, and what makes a repetition recognisable. */
export interface Submission<Input, Reply> {
  command: Command<Input, Reply>;
  accountId: Uuid;
  book: Book;
  input: Input;
  /** Absent for the engine's own commands: their rows' states make them safe to repeat. */
  idempotency?: Idempotency;
  receivedAt: number;
}

/** Refuses unless its key has a reply: of nothing else it reads or writes anything. */
export const refusing = <Reply>(
  submission: Omit<Submission<never, Reply>, 'input'>,
  refusal: Refusal,
): Submission<null, Reply> => ({
  ...submission,
  command: {
    name: submission.command.name,
    refusals: [refusal.code],
    coins: () => [],
    house: [],
    decide: () => refusal,
    // Answered as late as what it stands for.
    ...((submission.command.takesBack ?? submission.command.cannotWait) && { cannotWait: true }),
  },
  input: null,
});

/** How a command ended, as it is kept for repetitions of its key. */
export type StoredReply = { ok: unknown } | { refused: RefusalCode; facts: Facts };
