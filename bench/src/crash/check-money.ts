// Whether the money is where the clients' journals say. Of options, contracts and test money every line of the ledger is explained by exactly
// one acknowledged command; every line of other products is of an order that its customer was told of; and every balance is, in each of its
// buckets, what these lines make of it.
import { customerBuckets, objectOfMovement } from '@candor/wire';
import type { MovementKind, Uuid } from '@candor/wire';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import { orderKinds } from '../../../server/src/products.ts';
import { units } from '../recompute-option.ts';
import { expectedLines, isWorkedOut } from './expected-lines.ts';
import type { ExpectedOf, LedgerLine } from './expected-lines.ts';
import type { Findings } from './findings.ts';
import { toldBy } from './told-orders.ts';

interface StoredMove {
  account_id: Uuid;
  object_id: Uuid;
  entry_id: Uuid;
  kind: MovementKind;
  coin: string;
  from_bucket: string;
  to_bucket: string;
  amount: string;
  cover_from: string | null;
  cover_to: string | null;
  cover_amount: string | null;
}

export type MoneyQuestion = ExpectedOf & { findings: Findings };

export async function checkMoney(pool: Pool, question: MoneyQuestion): Promise<void> {
  const { moves, balances } = await readMoney(pool, [...new Set(question.entries.map((entry) => entry.accountId))]);
  const [worked, others] = [
    moves.filter(({ kind }) => isWorkedOut(kind)),
    moves.filter(({ kind }) => !isWorkedOut(kind)),
  ];
  const expected = expectedLines(question);
  checkLines(worked, expected, question.findings);
  checkEntries(worked, question.findings);
  checkOwners(others, question);
  checkBalances(balances, [...expected, ...others.map(lineOf)], question.findings);
}

/** In one snapshot: some products go on by themselves. */
async function readMoney(pool: Pool, accounts: readonly Uuid[]) {
  const connection = await pool.connect();
  try {
    await connection.query('begin isolation level repeatable read read only');
    const moves = await connection.query<StoredMove>(
      `select account_id, object_id, entry_id, kind, coin, from_bucket, to_bucket, amount, cover_from, cover_to, cover_amount
       from ledger_moves where account_id = any($1) order by sequence`,
      [accounts],
    );
    const balances = await connection.query<Record<string, string>>(
      'select * from ledger_balances where account_id = any($1)',
      [accounts],
    );
    return { moves: moves.rows, balances: balances.rows };
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

function lineOf(move: StoredMove): LedgerLine {
  const { account_id, object_id, kind, coin, from_bucket, to_bucket, amount, cover_from, cover_to, cover_amount } =
    move;
  // What the house sets aside for contracts depends on all that are open; the audit adds it up.
  const isCovered = cover_amount !== null && !kind.startsWith('contract-');
  return {
    accountId: account_id,
    object: kind === 'test-money' ? undefined : object_id,
    kind,
    coin,
    from: from_bucket,
    to: to_bucket,
    amount: units(amount),
    cover: isCovered ? `${cover_from} > ${cover_to} ${units(cover_amount)}` : undefined,
  };
}

const textOf = ({ accountId, object, kind, coin, from, to, amount, cover }: LedgerLine): string =>
  `${object ?? accountId} ${kind} ${from} > ${to} ${amount} ${coin}${cover === undefined ? '' : ` with ${cover}`}`;

/** Lines of the ledger as text, each of which must be there as often as it is expected. */
function checkLines(moves: readonly StoredMove[], expected: readonly LedgerLine[], findings: Findings): void {
  const open = new Map<string, number>();
  const count = (line: LedgerLine, by: number): void => void open.set(textOf(line), (open.get(textOf(line)) ?? 0) + by);
  for (const line of expected) count(line, 1);
  for (const move of moves) count(lineOf(move), -1);
  for (const [line, missing] of open) {
    if (missing > 0) findings.add('a move is missing', line);
    if (missing < 0) findings.add('a move too many', line);
  }
}

/** Of an order that the same customer was told of. */
function checkOwners(moves: readonly StoredMove[], { entries, findings }: MoneyQuestion): void {
  const told = new Set(entries.flatMap((entry) => toldBy(entry).made.map((id) => entry.accountId + id)));
  for (const move of moves) {
    const isOfOrder = orderKinds.some(({ kind }) => kind === objectOfMovement[move.kind]);
    if (isOfOrder && told.has(move.account_id + move.object_id)) continue;
    findings.add('a move that no acknowledged order explains', textOf(lineOf(move)));
  }
}

function checkBalances(balances: readonly Record<string, string>[], lines: readonly LedgerLine[], findings: Findings) {
  const expected = new Map<string, bigint>();
  const change = (line: LedgerLine, bucket: string, by: bigint): void => {
    if (!customerBuckets.some((each) => each === bucket)) return;
    const place = `${line.accountId} ${line.coin} ${bucket}`;
    expected.set(place, (expected.get(place) ?? 0n) + by);
  };
  for (const line of lines) {
    change(line, line.from, -line.amount);
    change(line, line.to, line.amount);
  }
  for (const row of balances) {
    for (const bucket of customerBuckets) {
      const place = `${row['account_id']} ${row['coin']} ${bucket}`;
      const wanted = expected.get(place) ?? 0n;
      expected.delete(place);
      if (units(row[bucket]!) === wanted) continue;
      const detail = `account ${place} has ${row[bucket]}, the journal says ${wanted}e-18`;
      findings.add('a balance that the journal does not explain', detail);
    }
  }
  for (const [place, wanted] of expected) {
    if (wanted !== 0n) findings.add('a balance is missing', `of account ${place}, ${wanted}e-18`);
  }
}

/** An order's lines are two entries: its placing, and its end, whole or not at all. */
function checkEntries(moves: readonly StoredMove[], findings: Findings): void {
  const byEntry = new Map<Uuid, string[]>();
  for (const { entry_id, kind } of moves) byEntry.set(entry_id, [...(byEntry.get(entry_id) ?? []), kind]);
  const whole = new Set([
    'test-money',
    'option-placed',
    'option-returned option-won',
    'option-returned',
    'option-lost',
    'contract-placed',
    'contract-cancelled',
    'contract-opened contract-fee',
    'contract-margin-added',
    'contract-returned',
    'contract-returned contract-profit',
    'contract-returned contract-loss',
    'contract-loss',
  ]);
  for (const [entryId, kinds] of byEntry) {
    if (!whole.has(kinds.join(' '))) findings.add('half an entry', `${entryId}: ${kinds.join(', ')}`);
  }
}
