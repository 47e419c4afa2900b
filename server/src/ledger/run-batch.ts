// One batch of commands in one transaction: read, decide in memory, write, commit. Two round trips.
import { refusals, type AssetCode, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import type { Connection } from '../kit/postgres.ts';
import { Refusal } from '../kit/refuse.ts';
import { sendTogether, type Statements } from '../kit/statement-group.ts';
import { BatchState } from './batch-state.ts';
import { HouseShort, type Decision, type Entity, type RowKey, type StoredReply, type Submission } from './command.ts'; // prettier-ignore
import { CommandFault } from './fault.ts';
import { HouseAccounts, type HouseAccount } from './house-accounts.ts';
import { sliceOf } from './slices.ts';
import { findCommands, keepCommands, lockHouse, openBalances, openHouse, postMoves, readVersions, type BalanceRow, type CommandRow } from './store.ts'; // prettier-ignore

export type AnySubmission = Submission<never, unknown>;
/** How one submission of a committed batch ended. */
export type Outcome = { decision: Decision<unknown> } | { replayed: unknown } | { refusal: Refusal } | Again;
/** It did not end: nothing was done, and it must run once more. */
export interface Again {
  again: HouseShort | 'with its key looked up';
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
    if (decided instanceof HouseShort) return { again: decided };
    const refused = decided instanceof Refusal;
    if (refused && isPassing(decided)) {
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
    return refused ? { refusal: decided } : { decision: decided };
  });
  await writeAll(connection, state, { kept, at: at.now });
  return { outcomes, changed: state.changedBalances };
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

/** It says to try again, so the key is still free for when the cause has passed. */
const isPassing = ({ code }: Refusal): boolean => refusals[code].http === 503;

/** Asks for the house's money to be gathered at most once; after that, what is missing is missing for good. */
function decide(
  submission: AnySubmission,
  state: BatchState,
  hasGathered: boolean,
): Decision<unknown> | Refusal | HouseShort {
  try {
    const answer = submission.command.decide(submission.input, state.view(submission));
    if (answer instanceof HouseShort && !hasGathered) return answer;
    const decided = answer instanceof HouseShort ? answer.otherwise : answer;
    if (!(decided instanceof Refusal)) state.apply(submission, decided);
    return decided;
  } catch (error) {
    throw new CommandFault(submission, error);
  }
}

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
) {
  const { accountIds, coins, house, keys, rows } = gather(submissions, mayBeKnown);
  const [, houseRows, stored, , balances] = await allOrFirstError(
    sendTogether(
      connection,
      (statements) =>
        [
          statements.query({ name: 'begin', text: 'begin' }),
          house.length > 0 ? lockHouse(statements, house) : [],
          keys.length > 0 ? findCommands(statements, keys) : [],
          allOrFirstError(
            [...rows].map(async ([entity, wanted]) => {
              state.addRows(entity, await entity.load(statements, [...wanted.values()].sort(byKey)));
            }),
          ),
          readVersions(statements, accountIds, coins),
        ] as const,
    ),
  );
  state.addBalances(balances);
  state.addHouse(houseRows);
  return stored;
}

const byKey = (left: RowKey, right: RowKey): number =>
  compare(left.accountId, right.accountId) || compare(left.id, right.id);
const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function gather(submissions: readonly AnySubmission[], mayBeKnown: (key: Uuid) => boolean) {
  const accountIds = new Set<Uuid>();
  const coins = new Set<AssetCode>();
  const house = new HouseAccounts<HouseAccount>();
  const keys: { accountId: Uuid; key: Uuid }[] = [];
  const rows = new Map<Entity<never>, Map<Uuid, RowKey>>();
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
    if (!command.rows) continue;
    for (const { entity, id } of command.rows(input)) {
      rows.set(entity, (rows.get(entity) ?? new Map<Uuid, RowKey>()).set(id, { accountId, id }));
    }
  }
  return { accountIds: [...accountIds], coins: [...coins], house: house.values(), keys, rows };
}

async function writeAll(connection: Connection, state: BatchState, command: { kept: CommandRow[]; at: number }) {
  const [writes, commit] = sendTogether(connection, (statements) => sendWrites(statements, state, command));
  await allOrFirstError([...writes, commit]);
  // In a transaction that had failed COMMIT would answer ROLLBACK without an error of its own.
  assert.equal((await commit).command, 'COMMIT');
}

function sendWrites(statements: Statements, state: BatchState, command: { kept: CommandRow[]; at: number }) {
  const writes: Promise<unknown>[] = [];
  if (state.newBalances.length > 0) writes.push(openBalances(statements, state.newBalances));
  if (state.newHouse.length > 0) writes.push(openHouse(statements, state.newHouse));
  if (state.moves.length > 0) writes.push(postMoves(statements, state.moves, command.at));
  for (const { entity, inserts, updates } of state.writes()) {
    if (inserts.length > 0) writes.push(entity.insert(statements, inserts));
    if (updates.length > 0) writes.push(entity.update(statements, updates));
  }
  if (command.kept.length > 0) writes.push(keepCommands(statements, command.kept, command.at));
  return [writes, statements.query({ name: 'commit', text: 'commit' })] as const;
}

/** Waits for all, so that the connection is quiet again, then throws the first error if there was one. */
async function allOrFirstError<Results extends readonly unknown[]>(
  promises: readonly [...Results],
): Promise<{ -readonly [Place in keyof Results]: Awaited<Results[Place]> }> {
  const results = await Promise.allSettled(promises);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never;
}
