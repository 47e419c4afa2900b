// What a submission may touch: rows and money of its own book. Whatever else it reads or writes is found at once, by name, whether or not
// anybody gains by it in the sequence that is played.
import type { Uuid } from '@candor/wire';
import type { Book } from '../../../src/kit/feature.ts';
import type { Touched } from './memory-ledger.ts';
import { actors } from './stage.ts';

const bookOf = new Map<Uuid, Book>(actors.map(({ accountId, book }) => [accountId, book]));

/** Rows of no account and no book that count what only accounts of bonus money do. */
const ofBonusAlone = new Set(['experience_budget']);

/** Undefined of a row that is nobody's, and so everybody's. */
export function bookOfRow(table: string, row: unknown): Book | undefined {
  if (ofBonusAlone.has(table)) return 'bonus';
  const { book, accountId } = row as { book?: Book; accountId?: Uuid };
  return book ?? (accountId && bookOf.get(accountId));
}

export const watchBooks =
  (findings: Set<string>) =>
  ({ asked: { command, book }, read, written, moves }: Touched): void => {
    const other = book === 'real' ? 'bonus' : 'real';
    for (const move of moves) {
      if (move.book !== book || bookOf.get(move.accountId) === other) findings.add(`${command.name} posts to ${other}`);
    }
    for (const { table, row } of written) {
      const owner = bookOfRow(table, row);
      // What is everybody's is what real money is decided by.
      if (owner === other || (owner === undefined && book === 'bonus'))
        findings.add(`${command.name} of ${book} writes to ${table}`);
    }
    if (book === 'real' && read.some(({ table, row }) => bookOfRow(table, row) === 'bonus'))
      findings.add(`${command.name} reads bonus`);
  };
