// Rows that the database works out when a command names them.
import { zero } from '@candor/wire';
import type { RowKey, Table } from '../../../src/kit/table.ts';
import { houseDues } from '../../../src/ledger/dues.ts';
import { personalLimits, riskOf } from '../../../src/ledger/personal-limits.ts';
import { movedOn, riskFigures, type RiskFigures } from '../../../src/ledger/risk-figures.ts';
import type { Move } from '../../../src/ledger/command.ts';
import type { MemoryMoney } from './memory-money.ts';

interface Rows {
  money: MemoryMoney;
  find<Row>(table: Table<Row>, key: RowKey): Row | undefined;
  rows<Row>(table: Table<Row>): Row[];
}
type Compute = (ledger: Rows, key: RowKey) => unknown;

/** Of an account that has set no limit yet, from its journal. */
const figuresOf: Compute = (ledger, { accountId }) => {
  if (ledger.find(personalLimits, { accountId, id: accountId })) return undefined;
  const own = ledger.money.journal.filter((move) => move.accountId === accountId);
  const none: RiskFigures = { accountId, atRisk: zero, days: [] };
  return own.reduce((figures, move) => movedOn(figures, riskOf([move as Move]), move.at), none);
};

/** With whether nothing older waits in its book and coin. */
const dueOf: Compute = (ledger, key) => {
  const due = ledger.find(houseDues, key);
  if (!due) return undefined;
  const dues = ledger.rows(houseDues);
  const older = dues.slice(0, dues.indexOf(due)).filter(({ book, coin }) => book === due.book && coin === due.coin);
  return { ...due, isFirst: older.every(({ unpaid }) => unpaid === zero) };
};

export const computedRows: ReadonlyMap<Table<unknown>, Compute> = new Map<Table<unknown>, Compute>([
  [riskFigures as Table<unknown>, figuresOf],
  [houseDues as Table<unknown>, dueOf],
]);
