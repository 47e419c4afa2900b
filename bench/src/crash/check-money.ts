// Whether the money is where the clients' journals say: every balance from acknowledgements and recomputed results alone,
// and every line of the ledger explained by exactly one acknowledged command.
import type { ContractReceipt, Uuid } from '@candor/wire';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import { units } from '../recompute-option.ts';
import type { Recomputed } from '../recompute-option.ts';
import type { Findings } from './findings.ts';
import type { Entry } from './journal.ts';
import { orderIdOf } from './player.ts';
import { contractIdOf, orderOf } from './check-commands.ts';
import { paidInAll, payoutsOf } from './check-contracts.ts';

interface StoredMove {
  account_id: Uuid;
  object_id: Uuid;
  entry_id: Uuid;
  kind: string;
  from_bucket: string;
  to_bucket: string;
  amount: string;
  cover_from: string | null;
  cover_to: string | null;
  cover_amount: string | null;
}

export interface MoneyQuestion {
  entries: readonly Entry[];
  /** By the order's id. */
  results: ReadonlyMap<Uuid, Recomputed & { profit: bigint }>;
  /** Of all contracts, verified; by the order's id. */
  contracts: ReadonlyMap<Uuid, ContractReceipt>;
  findings: Findings;
}

export async function checkMoney(pool: Pool, question: MoneyQuestion): Promise<void> {
  const accounts = [...new Set(question.entries.map((entry) => entry.accountId))];
  const moves = await pool.query<StoredMove>(
    `select account_id, object_id, entry_id, kind, from_bucket, to_bucket, amount,
            cover_from, cover_to, cover_amount from ledger_moves
     where account_id = any($1) order by sequence`,
    [accounts],
  );
  checkMoves(moves.rows, question);
  const balances = await pool.query<{ account_id: Uuid; available: string; others: string }>(
    `select account_id, available, reserved + margin + staked as others from ledger_balances where account_id = any($1)`,
    [accounts],
  );
  const expected = expectedBalances(question);
  for (const { account_id, available, others } of balances.rows) {
    const wanted = expected.get(account_id);
    expected.delete(account_id);
    if (units(available) === wanted && units(others) === 0n) continue;
    const detail = `account ${account_id} has ${available} and ${others} elsewhere, the journal says ${show(wanted)}`;
    question.findings.add('a balance that the journal does not explain', detail);
  }
  for (const [account, wanted] of expected) {
    if (wanted !== 0n) question.findings.add('a balance is missing', `of account ${account}, ${show(wanted)}`);
  }
}

function expectedBalances({ entries, results, contracts }: MoneyQuestion): Map<Uuid, bigint> {
  const balances = new Map<Uuid, bigint>();
  const change = (account: Uuid, by: bigint): void => void balances.set(account, (balances.get(account) ?? 0n) + by);
  for (const entry of entries) {
    if (!entry.answer?.ok) continue;
    const { accountId, intent } = entry;
    if (intent.kind === 'faucet') change(accountId, units(intent.amount));
    else if (intent.kind === 'margin') change(accountId, -units(intent.change.amount));
    else if (intent.kind === 'open') {
      const receipt = contracts.get(contractIdOf(entry)!);
      if (receipt) change(accountId, paidInAll(receipt) - units(receipt.order.usd_num) - units(receipt.order.fee));
    } else if (intent.kind === 'place')
      change(accountId, (results.get(orderIdOf(orderOf(entry)!)!)?.paid ?? 0n) - units(intent.stake));
  }
  return balances;
}

/** Lines of the ledger as text, each of which must be there as often as it is expected. */
function checkMoves(moves: readonly StoredMove[], question: MoneyQuestion): void {
  const { entries, contracts, findings } = question;
  const open = new Map<string, number>();
  const count = (line: string, by: number): void => void open.set(line, (open.get(line) ?? 0) + by);
  for (const entry of entries) for (const line of expectedLines(entry, question)) count(line, 1);
  for (const [orderId, receipt] of contracts) for (const line of contractLines(orderId, receipt)) count(line, 1);
  for (const move of moves) {
    const owner = move.kind === 'test-money' ? move.account_id : move.object_id;
    // What the house sets aside for contracts depends on all that are open; the audit adds it up.
    const isCovered = move.cover_amount !== null && !move.kind.startsWith('contract-');
    const cover = isCovered && ` with ${move.cover_from} > ${move.cover_to} ${units(move.cover_amount!)}`;
    count(`${owner} ${move.kind} ${move.from_bucket} > ${move.to_bucket} ${units(move.amount)}${cover || ''}`, -1);
  }
  for (const [line, missing] of open) {
    if (missing > 0) findings.add('a move is missing', line);
    if (missing < 0) findings.add('a move too many', line);
  }
  checkEntries(moves, findings);
}

function expectedLines(entry: Entry, { results }: MoneyQuestion): string[] {
  const { accountId, intent, answer } = entry;
  if (!answer?.ok) return [];
  if (intent.kind === 'faucet') return [`${accountId} test-money demo-faucet > available ${units(intent.amount)}`];
  if (intent.kind === 'margin') {
    return [`${contractIdOf(entry)!} contract-margin-added available > margin ${units(intent.change.amount)}`];
  }
  if (intent.kind !== 'place') return [];
  const orderId = orderIdOf(orderOf(entry)!)!;
  const stake = units(intent.stake);
  const outcome = results.get(orderId);
  if (!outcome) return [];
  const line = (kind: string, way: string, amount: bigint): string => `${orderId} option-${kind} ${way} ${amount}`;
  const { result, profit } = outcome;
  const covered = ` with bankroll > options-reserve ${profit}`;
  const released = ` with options-reserve > bankroll ${profit}`;
  const placed = line('placed', 'available > reserved', stake) + covered;
  if (result === 'lose') return [placed, line('lost', 'reserved > bankroll', stake) + released];
  const returned = line('returned', 'reserved > available', stake);
  if (result !== 'win') return [placed, returned + released];
  return [placed, returned, line('won', 'options-reserve > available', profit)];
}

/** All but the added margin, which its own requests explain. */
function contractLines(orderId: Uuid, receipt: ContractReceipt): string[] {
  const [margin, fee] = [units(receipt.order.usd_num), units(receipt.order.fee)];
  const line = (kind: string, way: string, amount: bigint): string[] =>
    amount > 0n ? [`${orderId} contract-${kind} ${way} ${amount}`] : [];
  const placed = line('placed', 'available > reserved', margin + fee);
  if (receipt.entry === null) return [...placed, ...line('cancelled', 'reserved > available', margin + fee)];
  // Where an order is given up at its tick there is no entry, so from here on it opened.
  const ends = payoutsOf(receipt).flatMap((part) => [
    ...line('returned', 'margin > available', part.paid < part.margin ? part.paid : part.margin),
    ...line('profit', 'bankroll > available', part.paid - part.margin),
    ...line('loss', 'margin > bankroll', part.margin - part.paid),
  ]);
  return [...placed, ...line('opened', 'reserved > margin', margin), ...line('fee', 'reserved > fees', fee), ...ends];
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

const show = (amount: bigint | undefined): string => (amount === undefined ? 'nothing' : `${amount}e-18`);
