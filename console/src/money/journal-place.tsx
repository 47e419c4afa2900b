// The journal with every posting, an account at a time; the house's own without one.
import { exportJournal, listJournal } from '@candor/wire';
import { Money } from '@candor/web/ui/money.tsx';
import { BookOpenText } from 'lucide-react';
import { At } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';

export const place = queue<typeof listJournal>({
  name: 'journal',
  title: 'money.journal',
  icon: BookOpenText,
  index: 65,
  roles: ['treasurer', 'risk', 'auditor', 'administrator'],
  list: listJournal,
  table: exportJournal,
  isStill: true,
  idOf: ({ sequence }) => String(sequence),
  filters: [
    { name: 'account', label: 'money.account' },
    { name: 'coin', label: 'overview.coin' },
    { name: 'kind', label: 'money.kind' },
  ],
  columns: [
    { key: 'sequence', label: 'money.sequence', sort: 'sequence', isFigure: true, cell: ({ sequence }) => sequence },
    { key: 'at', label: 'money.at', cell: ({ at }) => <At at={at} /> },
    { key: 'kind', label: 'money.kind', cell: ({ kind }) => kind },
    { key: 'from', label: 'money.from', cell: ({ from }) => from },
    { key: 'to', label: 'money.to', cell: ({ to }) => to },
    { key: 'amount', label: 'money.amount', isFigure: true, cell: (row) => <Money amount={row.amount} coin={row.coin} hasCoin size="small" /> }, // oxfmt-ignore
    { key: 'cover', label: 'money.cover', cell: (row) => (row.cover_amount === null ? '' : `${row.cover_from} → ${row.cover_to}: ${row.cover_amount}`) }, // oxfmt-ignore
    { key: 'book', label: 'overview.book', isExtra: true, cell: ({ book }) => book },
    { key: 'entry', label: 'money.entry', isExtra: true, cell: (row) => `${row.entry_id} ${row.leg}` },
  ],
});
