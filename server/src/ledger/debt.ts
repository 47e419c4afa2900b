// What an account owes the house, as whatever lets value leave it has to ask: one row of an account that has borrowed, read under lock in
// the transaction that moves the money.
import { owedAt, subtract, zero, type Uuid, type Wad } from '@candor/wire';
import { amount, columns, group, instant, integer, oneOfEnum, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import type { Database } from '../kit/postgres.ts';
import { selectOne } from '../kit/select.ts';
import { table, type Row } from '../kit/table.ts';
import type { CommandState, RowName } from './command.ts';

export const debts = table('debts', {
  key: { accountId: uuid },
  fixed: { book: oneOfEnum<Book>('ledger_book') },
  changing: {
    /** The application or loan that is not over. */
    openLoan: uuid.orNull,
    /** From paying out to paying back. */
    owed: group('owed_', { amount, monthlyRate: amount, months: integer, since: instant }).orNull,
    /** Of what is owed, what was taken on the due day and since. */
    collected: amount,
    /** Since when the account may place nothing new with USDT; null unless its loan is overdue and its agreement says so. */
    overdueSince: instant.orNull,
  },
});
export type Debt = Row<typeof debts>;

/** A command that lets value leave an account, or sets it aside for an income, names this row. */
export const nameDebt = (accountId: Uuid): RowName => ({ table: debts, id: accountId });

/**
 * Returns the USDT that the account owes now. A command that lets value leave the account, in whichever coin, or that stakes USDT must
 * leave at least this much USDT available, since a loan that is due is collected from that alone. Trades and swaps do not ask: they earn
 * nothing for certain, and an account whose loan is overdue is refused them before they get here.
 */
export const debtOf = (state: CommandState, accountId: Uuid): Wad => owedBy(state.row(debts, accountId), state.now);

const owedBy = (debt: Debt | undefined, now: number): Wad =>
  debt?.owed ? owedAt(debt.owed, now, debt.collected) : zero;

/** Returns how much of the available USDT exceeds the debt. */
export function beyondDebt(state: CommandState, accountId: Uuid): Wad {
  const { available } = state.balance('USDT');
  const owed = debtOf(state, accountId);
  return available > owed ? subtract(available, owed) : zero;
}

const shown = columns(debts.shape);

/** The same outside of commands, to be shown. */
export const readDebt = async (database: Database, accountId: Uuid, now: number): Promise<Wad> =>
  owedBy(await selectOne(database, shown, `select ${shown.list} from debts where account_id = $1`, [accountId]), now);
