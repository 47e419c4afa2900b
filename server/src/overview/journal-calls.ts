// The journal as operators browse it, an account at a time; the house's own entries bear the zero account.
import { exportJournal, formatAmount, listJournal, parseWireId, toInstant, wireId } from '@candor/wire';
import { bindList } from '../kit/bind-list.ts';
import type { BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { houseAccountId } from '../ledger/command.ts';
import { readJournal, type JournalLine } from './store.ts';

export const journalCalls = (pool: Pool): BoundCall[] =>
  bindList(listJournal, exportJournal, {
    pool,
    head: ['sequence', 'entry_id', 'leg', 'at', 'kind', 'coin', 'book', 'from', 'to', 'amount', 'cover_from', 'cover_to', 'cover_amount'], // oxfmt-ignore
    async read({ account = '', sort = '-sequence', pagesize, current_page: page, ...filter }) {
      const accountId =
        account === '' ? houseAccountId : (parseWireId('account', account) ?? refuse('account-unknown'));
      const wanted = { ...filter, accountId, sort, limit: pagesize, offset: (page - 1) * pagesize };
      const { total, rows } = await readJournal(pool, wanted);
      return { TOTAL: total, RESULT_LIST: rows.map(describe) };
    },
  });

const describe = ({
  entryId,
  at,
  fromBucket,
  toBucket,
  amount,
  coverFrom,
  coverTo,
  coverAmount,
  ...line
}: JournalLine) => ({
  ...line,
  entry_id: wireId('entry', entryId),
  at: toInstant(at),
  from: fromBucket,
  to: toBucket,
  amount: formatAmount(amount),
  cover_from: coverFrom,
  cover_to: coverTo,
  cover_amount: coverAmount === null ? null : formatAmount(coverAmount),
});
