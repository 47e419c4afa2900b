// The journal with every posting, an account at a time; the house's own without one.
import { exportJournal, houseMovementKinds, listJournal, movementKinds } from '@candor/wire';
import { Money } from '@candor/web/ui/money.tsx';
import { BookOpenText } from 'lucide-react';
import { At } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import type { DataOf } from '../session/session.ts';
import { useWords, Word } from '../text/wire-words.ts';

const kinds = [...movementKinds, ...houseMovementKinds];

export const place = queue<typeof listJournal>({
  name: 'journal',
  title: 'money.journal',
  icon: BookOpenText,
  index: 65,
  list: listJournal,
  table: exportJournal,
  isStill: true,
  idOf: ({ sequence }) => String(sequence),
  filters: [
    { name: 'account', label: 'money.account' },
    { name: 'coin', label: 'overview.coin' },
    { name: 'kind', label: 'money.kind', options: kinds.map((value) => ({ value, label: `words.movement_${value}` as const })) }, // oxfmt-ignore
  ],
  columns: [
    { key: 'sequence', label: 'money.sequence', sort: 'sequence', isFigure: true, cell: ({ sequence }) => sequence },
    { key: 'at', label: 'money.at', cell: ({ at }) => <At at={at} /> },
    { key: 'kind', label: 'money.kind', cell: ({ kind }) => <Word kind="movement" code={kind} /> },
    { key: 'from', label: 'money.from', cell: ({ from }) => <Word kind="bucket" code={from} /> },
    { key: 'to', label: 'money.to', cell: ({ to }) => <Word kind="bucket" code={to} /> },
    { key: 'amount', label: 'money.amount', isFigure: true, cell: (row) => <Money amount={row.amount} coin={row.coin} hasCoin size="small" /> }, // oxfmt-ignore
    { key: 'cover', label: 'money.cover', cell: (row) => <Cover line={row} /> },
    { key: 'book', label: 'overview.book', isExtra: true, cell: ({ book }) => <Word kind="book" code={book} /> },
    { key: 'entry', label: 'money.entry', isExtra: true, cell: (row) => `${row.entry_id} ${row.leg}` },
  ],
});

function Cover({ line }: { line: DataOf<typeof listJournal>['RESULT_LIST'][number] }): string {
  const word = useWords();
  const { cover_from: from, cover_to: to, cover_amount: amount } = line;
  return from === null || to === null || amount === null
    ? ''
    : `${word('bucket', from)} → ${word('bucket', to)}: ${amount}`;
}
