// What an account owes the house, as whatever lets value leave it has to ask: one row of an account that has borrowed, read under lock in
// the transaction that moves the money.
import { owedAt, zero, type Uuid, type Wad } from '@candor/wire';
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
  },
});
export type Debt = Row<typeof debts>;

/** A command that lets value leave an account names this row. */
export const nameDebt = (accountId: Uuid): RowName => ({ table: debts, id: accountId });

/**
 * USDT that the account owes at the moment. Of a command that names its row: what leaves the account, in whichever coin, must leave at
 * least so much USDT available, since a loan that is due is taken from that alone. Swaps ask nothing: they change what is held, and take
 * none of it away.
 */
export const debtOf = (state: CommandState, accountId: Uuid): Wad => owedBy(state.row(debts, accountId), state.now);

const owedBy = (debt: Debt | undefined, now: number): Wad => (debt?.owed ? owedAt(debt.owed, now) : zero);

const shown = columns(debts.shape);

/** The same outside of commands, to be shown. */
export const readDebt = async (database: Database, accountId: Uuid, now: number): Promise<Wad> =>
  owedBy(await selectOne(database, shown, `select ${shown.list} from debts where account_id = $1`, [accountId]), now);
