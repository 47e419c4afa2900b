// One batch of commands in one transaction: read, decide in memory, write, commit. Two round trips.
import { isRetryable, type AssetCode, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import type { Connection } from '../kit/postgres.ts';
import { Refusal } from '../kit/refuse.ts';
import { sendTogether, type Query } from '../kit/statement-group.ts';
import type { RowKey, Table } from '../kit/table.ts';
import { BatchState } from './batch-state.ts';
import { InsufficientHouseFunds, type Decision, type Happening, type StoredReply, type Submission } from './command.ts'; // oxfmt-ignore
import { readOwed, type OwedIn } from './dues.ts';
import { CommandFault } from './fault.ts';
import { HouseAccounts, type HouseAccount } from './house-accounts.ts';
import { keepHappenings } from './outbox-store.ts';
import { personalLimits } from './personal-limits.ts';
import { sliceOf } from './slices.ts';
import { fence, findCommands, keepCommands, lockHouse, openBalances, openHouse, postMoves, readVersions, readWholes, type BalanceRow, type CommandRow } from './store.ts'; // oxfmt-ignore

export type AnySubmission = Submission<never, unknown>;
/** How one submission of a committed batch ended. */
export type Outcome = { decision: Decision<unknown> } | { replayed: unknown } | Refused | Again;
interface Refused {
  refusal: Refusal;
  /** A row was written for it. */
  isNewlyKept?: true;
}
/** It did not end: nothing was done, and it must run once more. */
export interface Again {
  again: InsufficientHouseFunds | 'with its key looked up';
}

export interface BatchResult {
  /** In the order of the submissions. */
  outcomes: Outcome[];
  changed: Iterable<BalanceRow>;
}

/** Runs all submissions in one transaction; rejects as a whole, with nothing done, if any statement fails. */
export async function runBatch(
  connection: Connection,
  submissions: readonly AnySubmission[],
  at: {
    now: number;
    newId: () => Uuid;
    /** The house's slice was filled for it before; what is missing still is missing for good. */
    hasGathered: (submission: AnySubmission) => boolean;
    /** Other keys are taken to be new, without looking them up: the batch is rejected if one of them is not. */
    mayBeKnown: (key: Uuid) => boolean;
    /** Under which the outbox says what happened. */
    outboxId: Uuid;
    /** The batch is rejected when another epoch of the engine than this one decides. */
    epoch?: number | undefined;
  },
): Promise<BatchResult> {
  const state = new BatchState(at);
  const stored = await readAll(connection, submissions, { state, mayBeKnown: at.mayBeKnown });
  const seen = new SeenKeys();
  for (const row of stored) seen.add(row);
  const kept: CommandRow[] = [];
  const outcomes = submissions.map((submission): Outcome => {
    const { accountId, idempotency } = submission;
    const earlier = idempotency && seen.find(accountId, idempotency.key);
    if (earlier) return replay(submission, earlier);
    const decided = decide(submission, state, at.hasGathered(submission));
    if (decided instanceof InsufficientHouseFunds) return { again: decided };
    const refused = decided instanceof Refusal;
    if (refused && isRetryable(decided.code)) {
      // It is not kept, so nothing would find out that the key has its reply already.
      const isSure = !idempotency || at.mayBeKnown(idempotency.key);
      return isSure ? { refusal: decided } : { again: 'with its key looked up' };
    }
    if (idempotency) {
      const reply: StoredReply = refused ? { refused: decided.code, facts: decided.facts } : { ok: decided.reply };
      const { key, digest } = idempotency;
      const row = { accountId, key, name: submission.command.name, digest, reply };
      seen.add(row);
      kept.push(row);
    }
    if (!refused) return { decision: decided };
    return idempotency ? { refusal: decided, isNewlyKept: true } : { refusal: decided };
  });
  const happenings = outcomes.flatMap((outcome, place) => happeningsOf(submissions[place]!, outcome));
  await writeAll(connection, state, { kept, at: at.now, epoch: at.epoch, outboxId: at.outboxId, happenings });
  return { outcomes, changed: [...state.changedBalances].map((row) => ({ ...row, version: row.version + 1 })) };
}

/** What its events tell; a command that moves money and has none tells of the balance. */
function happeningsOf({ accountId }: AnySubmission, outcome: Outcome): Happening[] {
  if (!('decision' in outcome)) return [];
  const { objectId, moves, writes = [], events = [] } = outcome.decision;
  if (moves.length + writes.length === 0) return [];
  const names = events.length > 0 ? events.map(({ name }) => name) : ['ledger.balance' as const];
  return names.map((name) => ({ name, accountId, objectId }));
}

/** What was carried out under the keys of this batch. A key is its account's own: others may have the same. */
class SeenKeys {
  readonly #byKey = new Map<Uuid, KeptCommand[]>();

  find(accountId: Uuid, key: Uuid): KeptCommand | undefined {
    return this.#byKey.get(key)?.find((row) => row.accountId === accountId);
  }
  add(row: KeptCommand): void {
    const rows = this.#byKey.get(row.key);
    if (rows) rows.push(row);
    else this.#byKey.set(row.key, [row]);
  }
}
type KeptCommand = Omit<CommandRow, 'name'>;

/** Asks for the house's money to be gathered at most once; after that, what is missing is missing for good. */
export function decide(
  submission: AnySubmission,
  state: BatchState,
  hasGathered: boolean,
): Decision<unknown> | Refusal | InsufficientHouseFunds {
  const { name, onlyIn } = submission.command;
  try {
    assert(!onlyIn || onlyIn === submission.book, `${name} is of the ${onlyIn} book alone`);
    const answer = submission.command.decide(submission.input, state.view(submission));
    if (answer instanceof InsufficientHouseFunds && !hasGathered && mayGather(submission, state, answer)) return answer;
    const wanted = answer instanceof InsufficientHouseFunds ? answer.otherwise : answer;
    const decided = wanted instanceof Refusal ? wanted : (state.limitRefusal(submission, wanted) ?? wanted);
    if (!(decided instanceof Refusal)) state.apply(submission, decided);
    return decided;
  } catch (error) {
    throw new CommandFault(submission, error);
  }
}

/** While the house owes, what its slices hold together belongs to those who wait. */
const mayGather = ({ command, book }: AnySubmission, state: BatchState, { coin }: InsufficientHouseFunds): boolean =>
  command.paysDues === true || !state.owes({ book, coin });

function replay(submission: AnySubmission, earlier: { digest: Buffer; reply: StoredReply }): Outcome {
  if (!earlier.digest.equals(submission.idempotency!.digest)) return { refusal: new Refusal('key-reused') };
  if ('refused' in earlier.reply) return { refusal: new Refusal(earlier.reply.refused, earlier.reply.facts) };
  return { replayed: earlier.reply.ok };
}

/**
 * Sends all reads at once. The house's slices are locked first, so that batches with orders of the same customers follow one
 * another; balances are read last and not locked, since what changes before it is posted to fails the batch.
 */
async function readAll(
  connection: Connection,
  submissions: readonly AnySubmission[],
  { state, mayBeKnown }: { state: BatchState; mayBeKnown: (key: Uuid) => boolean },
): Promise<KeptCommand[]> {
  const { accountIds, coins, house, keys, rows, wholes } = gather(submissions, mayBeKnown);
  const owedIn = bankrollsOf(house);
  // In one order in every batch, so that no two wait for each other.
  const tables = [...rows.keys()].sort((left, right) => compare(left.name, right.name));
  const [, [houseRows = []], [owed = []], [slices = []], [stored = []], locked, [balances = []]] = await sendTogether(
    connection,
    [begin],
    house.length > 0 ? [lockHouse(house)] : [],
    owedIn.length > 0 ? [readOwed(owedIn)] : [],
    wholes.length > 0 ? [readWholes(wholes)] : [],
    keys.length > 0 ? [findCommands(keys)] : [],
    tables.map((table) => table.lock([...rows.get(table)!.values()])),
    [readVersions(accountIds, coins)],
  );
  state.addHouse(houseRows);
  state.addOwed(owed);
  state.addOthers(slices);
  for (const [place, table] of tables.entries()) state.addRows(table, locked[place]!);
  state.addBalances(balances);
  return stored;
}

const begin: Query<unknown> = { name: 'begin', text: 'begin', read: () => undefined };
/** In a transaction that had failed it would answer ROLLBACK, without an error of its own. */
const commit: Query<unknown> = {
  name: 'commit',
  text: 'commit',
  read: (_, command) => assert.equal(command, 'COMMIT'),
};

/** Where something could be promised. */
function bankrollsOf(house: readonly HouseAccount[]): OwedIn[] {
  const found: OwedIn[] = [];
  for (const { bucket, book, coin } of house) {
    if (bucket !== 'bankroll' || found.some((known) => known.book === book && known.coin === coin)) continue;
    found.push({ book, coin });
  }
  return found;
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function gather(submissions: readonly AnySubmission[], mayBeKnown: (key: Uuid) => boolean) {
  const accountIds = new Set<Uuid>();
  const coins = new Set<AssetCode>();
  const house = new HouseAccounts<HouseAccount>();
  const keys: { accountId: Uuid; key: Uuid }[] = [];
  const wholes = new HouseAccounts<HouseAccount>();
  const rows = new Map<Table<unknown>, Map<string, RowKey>>();
  for (const { command, accountId, book, input, idempotency } of submissions) {
    const slice = sliceOf(accountId);
    accountIds.add(accountId);
    for (const coin of command.coins(input)) {
      coins.add(coin);
      for (const bucket of command.house) {
        const account = { bucket, coin, book, slice };
        if (!house.get(account)) house.set(account, account);
      }
    }
    if (idempotency && mayBeKnown(idempotency.key)) keys.push({ accountId, key: idempotency.key });
    for (const { bucket, coin } of command.wholes?.(input) ?? []) {
      const whole = { bucket, coin, book, slice: 0 };
      if (!wholes.get(whole)) wholes.set(whole, whole);
    }
    const named = command.rows?.(input) ?? [];
    for (const { table, id } of command.risksMoney ? [...named, { table: personalLimits, id: accountId }] : named) {
      const key = { accountId, id };
      rows.set(table, (rows.get(table) ?? new Map<string, RowKey>()).set(table.keyNamed(key), key));
    }
  }
  return { accountIds: [...accountIds], coins: [...coins], house: house.values(), keys, rows, wholes: wholes.values() };
}

interface BatchWrites {
  kept: readonly CommandRow[];
  at: number;
  epoch: number | undefined;
  outboxId: Uuid;
  happenings: readonly Happening[];
}

/** Whatever of it can't be written, or does not do what it should, fails the COMMIT behind it. */
async function writeAll(
  connection: Connection,
  state: BatchState,
  { kept, at, epoch, outboxId, happenings }: BatchWrites,
): Promise<void> {
  const writes: Query<unknown>[] = [];
  if (epoch !== undefined) writes.push(fence(epoch));
  if (state.newBalances.length > 0) writes.push(openBalances(state.newBalances));
  if (state.newHouse.length > 0) writes.push(openHouse(state.newHouse));
  if (state.moves.length > 0) writes.push(postMoves(state.moves, at));
  for (const { table, inserts, updates } of state.writes()) {
    if (inserts.length > 0) writes.push(...table.insert(inserts));
    if (updates.length > 0) writes.push((table as Table<unknown>).update(updates));
  }
  if (kept.length > 0) writes.push(keepCommands(kept, at));
  if (happenings.length > 0) writes.push(keepHappenings(outboxId, happenings));
  await sendTogether(connection, writes, [commit]);
}
