// Lines of bank statements: money that came in, and which order each line seems to be of.
import {
  answerTransferDouble,
  closeTakenBack,
  exportTransfers,
  letsIn,
  listTransfers,
  returnTransfer,
} from '@candor/wire';
import type { ListedTransfer } from '@candor/wire';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { Figure } from '@candor/web/ui/text.tsx';
import { ArrowDownToLine } from 'lucide-react';
import { queue } from '../queue/queue.tsx';
import { ClosePanel } from './close-panel.tsx';
import { DoublePanel } from './double-panel.tsx';
import { ImportButton } from './import-button.tsx';
import { ReturnPanel } from './return-panel.tsx';
import { TransferCase } from './transfer-case.tsx';
import { TransferMatch, TransferUse } from './transfer-words.tsx';

export const place = queue<typeof listTransfers>({
  name: 'transfers',
  title: 'transfers.transfers',
  icon: ArrowDownToLine,
  index: 28,
  list: listTransfers,
  table: exportTransfers,
  idOf: ({ transfer_id: id }) => id,
  firstFilters: { use: 'open' },
  filters: [
    {
      name: 'use',
      label: 'transfers.use',
      options: [
        { value: 'open', label: 'transfers.use_open' },
        { value: 'maybe-double', label: 'transfers.use_maybe-double' },
        { value: 'double', label: 'transfers.use_double' },
        { value: 'reversed', label: 'transfers.use_reversed' },
        { value: 'taken-back', label: 'transfers.use_taken-back' },
        { value: 'confirmed', label: 'transfers.use_confirmed' },
        { value: 'returned', label: 'transfers.use_returned' },
      ],
    },
  ],
  columns: [
    { key: 'booked', label: 'transfers.booked', sort: 'booked_on', cell: (item) => <TransferLink item={item} /> },
    { key: 'amount', label: 'transfers.amount', isFigure: true, cell: ({ amount, currency }) => <Figure>{`${amount} ${currency}`}</Figure> }, // oxfmt-ignore
    { key: 'payer', label: 'transfers.payer', cell: ({ payer }) => payer },
    { key: 'text', label: 'transfers.text', cell: ({ text }) => text },
    { key: 'match', label: 'transfers.match', cell: (item) => <TransferMatch item={item} /> },
    { key: 'use', label: 'transfers.use', cell: (item) => <TransferUse item={item} /> },
    { key: 'returnedBy', label: 'transfers.returnedBy', isExtra: true, cell: ({ returned_by: by }) => by ?? '' },
  ],
  Case: TransferCase,
  Head: ImportButton,
  actions: [
    {
      key: 'd',
      label: 'transfers.answer',
      look: 'primary',
      isOffered: ({ use }, me) => use === 'maybe-double' && letsIn(answerTransferDouble, me),
      Panel: DoublePanel,
    },
    {
      key: 'm',
      label: 'transfers.close',
      look: 'primary',
      isOffered: ({ use }, me) => use === 'taken-back' && letsIn(closeTakenBack, me),
      Panel: ClosePanel,
    },
    {
      key: 'b',
      label: 'transfers.return',
      look: 'secondary',
      isOffered: ({ use }, me) => use === 'open' && letsIn(returnTransfer, me),
      Panel: ReturnPanel,
    },
  ],
});

const TransferLink = ({ item }: { item: ListedTransfer }) => (
  <TextLink to={`/transfers/${item.transfer_id}`} size="small" isInline>
    {item.booked_on}
  </TextLink>
);
