// The face of a product: all that others must know of it, as data. products.ts lists every face; both processes, the lanes, the audit,
// the documentation, the authorisation matrix, the fuzzer and the test that plays all products read that list.
import type {
  Act,
  Action,
  Caller,
  CustomerBucket,
  Endpoint,
  EventAction,
  EventDefinition,
  HouseBucket,
  HouseMovementKind,
  MovementKind,
  Movements,
  OperatorRole,
  OrderName,
  Receipt,
  ReceiptKind,
  RefusalCode,
  Uuid,
  Wad,
  ResultProduct,
} from '@candor/wire';
import type { BoundAct } from './act.ts';
import type { EventName } from './bus.ts';
import type { BoundCall, OperatorSession } from './feature.ts';
import type { Questions } from './link.ts';
import type { NoticeSource } from './notice.ts';
import type { Part } from './part.ts';
import type { Play } from './play.ts';
import type { Setting } from './settings.ts';
import { raw, sql, type Sql } from './sql.ts';

type Call = Action | Endpoint;

/** Callers by their kind: what roles an operator needs stands in wire alone. */
export type CallerKind = 'anyone' | 'self' | 'operator';
export const callerKind = (who: Caller): CallerKind => (typeof who === 'string' ? who : 'operator');

/** Calls that stand together in the documentation, by who may make them: a second word beside wire's, so that a slip in one opens nothing. */
export interface CallSection extends Partial<Record<CallerKind, readonly Call[]>> {
  title: string;
  text: string;
}

/** One sort of command: what the lanes know it by, and what it may refuse with. */
export interface NamedCommand {
  name: string;
  refusals: readonly RefusalCode[];
}

/** Hours that rules check if they query other systems or take long per row. An audit from the start checks everything. */
export const hoursChecked = 48;

/** What must hold over the whole database: counts the rows that were looked at and those that break the rule. */
export interface Invariant {
  name: string;
  /** Selects `checked` and `broken`, and where it can tell them some `examples` of what is broken, as texts. A function reads first what only the program can work out, in the same snapshot. */
  sql: Sql | ((database: Queryable) => Promise<Sql>);
  /** The same rule as conditions over single moves: the audit counts all such rules in one statement, over a part of the journal at a time. */
  ofMoves?: MoveRule | MoveComparison;
  /** Rules that have the same object here are checked together, in one statement. */
  together?: Together;
}

/**
 * Conditions over a row of `ledger_moves`. Other rows that a condition looks at were written in the move's transaction or before: the audit
 * reads each part of the journal in a transaction of its own.
 */
export interface MoveRule {
  /** A condition for the moves that the rule applies to. Without it the rule applies to all moves. */
  of?: Sql;
  /** A condition that is true for a move that breaks the rule. */
  broken: Sql;
}

/** A rule that compares each move with those near it: selects `checked` and `broken` of the moves that are given. */
export interface MoveComparison {
  count: (moves: Sql) => Sql;
}

/** Selects `name`, `checked`, `broken` and `examples` of each rule, exactly as the rule's own statement does. */
export interface Together {
  sql: Sql;
}

/** Makes a rule on single moves, which an audit can check part by part. */
export const moveInvariant = (name: string, rule: MoveRule): Invariant => ({
  name,
  sql: sql`select count(*) as checked, count(*) filter (where ${rule.broken}) as broken from ledger_moves where ${rule.of ?? raw('true')}`,
  ofMoves: rule,
});

/** Makes a rule that compares moves with those near them, which an audit can check part by part. */
export const comparedMoves = (name: string, count: (moves: Sql) => Sql): Invariant => ({
  name,
  sql: count(raw('ledger_moves')),
  ofMoves: { count },
});

export interface Queryable {
  query(statement: { text: string; values: unknown[] }): Promise<{ rows: Record<string, unknown>[] }>;
}

/** By bucket, what the product needs to stand there, in every coin and book: the ledger holds exactly the sum over all products. */
export interface Claims {
  /** Rows of account_id, coin, book and amount. */
  customers?: Readonly<Partial<Record<Exclude<CustomerBucket, 'available'>, Sql>>>;
  /** Rows of coin, book and amount, by the name of a bucket of the house. */
  house?: Readonly<Record<string, Sql>>;
}

/** Source and target bucket of a movement. `cover`: the platform's buckets between which the movement also reserves or releases money. */
type Way = readonly [
  from: CustomerBucket | HouseBucket,
  to: CustomerBucket | HouseBucket,
  cover?: readonly [from: HouseBucket, to: HouseBucket],
];
/** Every way that a movement goes; its migration says the same to the database, which posts no other. */
export type Ways<Kind extends string = MovementKind | HouseMovementKind> = Readonly<Record<Kind, readonly Way[]>>;
/** The kinds of a product's movements. */
export type KindOf<Declared> = Declared extends Movements<infer Kind> ? Kind : never;

/**
 * What orders explain of the movements of a kind. `rows` selects account_id, object_id, coin, book and amount of each order, or of each part of
 * it; what adds up to nothing explains nothing.
 */
export type Explanation<Kind extends string = string> =
  | {
      rows: Sql;
      /** Several movements may make an amount. Unless given, each row is one movement. */
      isInParts?: true;
      /** Its movements are each about an object of their own, which no order knows: amounts are compared by account. Selects no object_id. */
      hasOwnObject?: true;
    }
  /** It takes back what movements of the other kind moved: orders explain the difference, which may come and go many times. */
  | { takesBack: Kind };
/** For each kind of movement, the orders that explain it. A product needs an entry for each of its kinds. */
export type Explains<Kind extends string = MovementKind | HouseMovementKind> = Readonly<
  Record<Kind, Explanation<Kind>>
>;

/**
 * For each kind, rows of account_id, object_id and said_at: the time at which an order says that its movement was made. If an order says several
 * times, one of them must be right.
 */
export type MoveTimes<Kind extends string = string> = Readonly<Partial<Record<Kind, Sql>>>;

/** A table of orders, with its columns: the public log takes in what ended, and operators find a customer's. */
export interface OrderKind {
  /** Of its ids on the wire. */
  kind: OrderName;
  table: string;
  id: string;
  /** A UUID that goes by when it was ordered, as an expression over a row; unless given, the id does. */
  byTime?: string;
  /** Null until the order has ended. */
  endedAt: string;
  /** That it has not, as an index has it; unless given, that `endedAt` is null. */
  isOpen?: string;
  /** Columns that the customer's own copy of the data gives otherwise, as expressions over a row: what is not public yet. */
  heldAs?: Readonly<Record<string, string>>;
  /** What operators see, as expressions over a row. */
  shown: Readonly<
    Record<'coin' | 'side' | 'amount' | 'amountCoin' | 'state' | 'paid' | 'paidCoin' | 'receivedAt', string>
  >;
}

/** A table whose rows concern everybody: its migration adds each to the public log as an entry of this kind. */
export interface LoggedTable {
  kind: string;
  table: string;
  /** As a list of the database's, `{a,b}`; all unless given. */
  columns?: string;
  /** Which rows; all unless given. */
  rows?: string;
}

/** Issues the receipt of an account's ended order, by the order's id on the wire, or refuses. */
export type IssueReceipt<Kind extends ReceiptKind = ReceiptKind> = (
  accountId: Uuid,
  id: string,
) => Promise<Extract<Receipt, { kind: Kind }>>;

/** What an account's open orders had gained by an instant beyond its balances, USDT; undefined where a price is not known. */
export type OpenGainsAt = (accountId: Uuid, instants: readonly number[]) => Promise<readonly (Wad | undefined)[]>;

/** What a product holds about an account beyond its rows, or sealed in them: files of the copy that its customer may ask for. */
export type HeldAbout = (accountId: Uuid) => AsyncIterable<{ name: string; content: string | Buffer }>;

/** Asks the engine process; refuses with `outcome-unknown` when it is not known whether what was asked for was done. */
export type AskEngine = <Name extends keyof Questions>(
  name: Name,
  asked: Questions[Name]['ask'],
) => Promise<Questions[Name]['answer']>;

/** What waits for operators in a product. */
export interface BoundQueue {
  /** As the console calls its page. */
  name: string;
  /** Whoever may list it is told how much waits there. */
  list: Endpoint;
  /** For whom it waits. */
  decidedBy: readonly OperatorRole[];
  count: (operator: OperatorSession) => Promise<Waiting>;
}
export interface Waiting {
  /** What this operator could decide on now, having the role. */
  waiting: number;
  /** Also what others have claimed, and the like; where there is nothing of it, the same. */
  inAll?: number;
  /** Of all. */
  oldestAt: number | null;
}

/** A product where requests arrive. */
export interface WebPart extends Part {
  calls: readonly BoundCall[];
  /** What its face lists, bound. */
  acts?: readonly BoundAct[];
  queues?: readonly BoundQueue[];
  receipts?: { readonly [Kind in ReceiptKind]?: IssueReceipt<Kind> };
  /** Of a product whose open orders are worth more or less than the balances that stand for them. */
  openGainsAt?: OpenGainsAt;
  held?: HeldAbout;
}

/** What is done when a row of its kind is due: the command, and what it is given besides the row. */
export interface DueHook {
  kind: string;
  command: NamedCommand;
  inputOf: (due: never) => unknown;
}

/** A product where ticks and time decide. */
export interface EnginePart extends Part {
  /** Of each kind that its face names. */
  dueWork?: readonly DueHook[];
  /** What the web process may ask of it. */
  answers?: {
    readonly [Name in keyof Questions]?: (asked: Questions[Name]['ask']) => Promise<Questions[Name]['answer']>;
  };
}

/** Each is told to where it is heard: the engine, the web processes, or what other web processes tell the sockets of the same account. */
interface BridgedEvents {
  fromWeb: readonly EventName[];
  fromEngine: readonly EventName[];
  betweenWebs: readonly EventName[];
}

export interface Face<Web, Engine> {
  name: string;
  calls?: readonly CallSection[];
  /** Of operators: served at the console's port alone. */
  consoleCalls?: readonly CallSection[];
  /** What two operators do about it together. */
  acts?: readonly Act[];
  /** All that moves its money; a command that no face lists can't be submitted. */
  commands?: readonly NamedCommand[];
  /** Kinds of work that it leaves for a time: the engine does each at its time, once. */
  dueKinds?: readonly string[];
  /** What its commands read and write. */
  tables?: readonly { name: string }[];
  /** What customers order of it. */
  orders?: readonly OrderKind[];
  /** What the public log tells of it. */
  logged?: readonly LoggedTable[];
  /** What its bills say. */
  movements?: Movements;
  /** Where its movements, and those of the house on its account, take money. */
  ways?: Partial<Ways>;
  /** What its orders explain of its movements: the audit finds each movement that none explains, and each that an order misses. */
  explains?: Partial<Explains>;
  /** What customers are told of it. */
  notices?: readonly NoticeSource[];
  /** Why customers are told nothing of what sockets hear. */
  unnoticed?: Readonly<Partial<Record<EventAction, string>>>;
  /** What its sockets hear. */
  events?: readonly EventDefinition<EventAction>[];
  /** What its movements take from customers and give them is the house's gain or loss. */
  resultsAs?: ResultProduct;
  /** Kinds of results that count instead of its movements: an exchange of coins is counted as it was filled. */
  resultKinds?: readonly string[];
  /** Whose end a receipt proves. */
  receipts?: readonly ReceiptKind[];
  /** What operators change of it, in versions that orders keep. */
  settings?: readonly Setting[];
  /** How customers use it: every command is led to by one of them. */
  plays?: readonly Play[];
  claims?: Claims;
  /**
   * What trading with their own money costs its customers on average, by the terms that were agreed: rows of account_id, at and amount,
   * in USDT. Over all accounts it is never more than what the trades paid to the platform, unless luck or skill made customers win.
   */
  tradingCosts?: readonly Sql[];
  invariants?: readonly Invariant[];
  /** Times of movements according to the orders. Leaves out kinds whose movements may be much later than any time that an order stores. */
  times?: MoveTimes;
  /** Rules that check orders against the archive of ticks. They only hold if the archive has the ticks by which the orders were decided. */
  archiveRules?: readonly Invariant[];
  /** Events of the bus that other processes are to have as well, by where they are emitted. */
  bridged?: Partial<BridgedEvents>;
  web?: (parts: Web) => WebPart;
  engine?: (parts: Engine) => EnginePart;
}

/** Of a face, what has no empty value. */
type Absent = 'web' | 'engine' | 'bridged' | 'resultsAs' | 'resultKinds';
/** A face with nothing left out: what it does not have is empty. */
export type Product<Web, Engine> = Required<Omit<Face<Web, Engine>, Absent>> & {
  resultsAs: ResultProduct | undefined;
  resultKinds: readonly string[] | undefined;
  bridged: BridgedEvents;
  web: ((parts: Web) => WebPart) | undefined;
  engine: ((parts: Engine) => EnginePart) | undefined;
};

export const product = <Web = unknown, Engine = unknown>(face: Face<Web, Engine>): Product<Web, Engine> => ({
  calls: [],
  consoleCalls: [],
  acts: [],
  commands: [],
  dueKinds: [],
  tables: [],
  orders: [],
  logged: [],
  movements: { objectOfMovement: {} },
  ways: {},
  explains: {},
  events: [],
  notices: [],
  unnoticed: {},
  receipts: [],
  settings: [],
  plays: [],
  claims: {},
  tradingCosts: [],
  invariants: [],
  times: {},
  archiveRules: [],
  resultsAs: undefined,
  resultKinds: undefined,
  web: undefined,
  engine: undefined,
  ...face,
  bridged: { fromWeb: [], fromEngine: [], betweenWebs: [], ...face.bridged },
});

const callers = ['anyone', 'self', 'operator'] as const satisfies readonly CallerKind[];

/** A row of the authorisation matrix. */
export interface CallRow {
  call: Call;
  who: CallerKind;
}

export const callRows = (sections: readonly CallSection[]): CallRow[] =>
  sections.flatMap((section) => callers.flatMap((who) => (section[who] ?? []).map((call) => ({ call, who }))));

/** For where no tool of the demo may leave a trace. */
export const withoutDemo = (sections: readonly CallSection[]): CallSection[] =>
  sections.map(({ title, text, ...lists }) => ({
    title,
    text,
    ...Object.fromEntries(Object.entries(lists).map(([who, calls]) => [who, calls.filter((call) => !call.isDemoOnly)])),
  }));

export const callsOf = (sections: readonly CallSection[]): Call[] => callRows(sections).map(({ call }) => call);
