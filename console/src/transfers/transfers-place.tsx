// Lines of bank statements: money that came in, and which order each line seems to be of.
import { exportTransfers, letsIn, listTransfers, returnTransfer } from '@candor/wire';
import type { ListedTransfer } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { Figure } from '@candor/web/ui/text.tsx';
import { ArrowDownToLine } from 'lucide-react';
import { queue } from '../queue/queue.tsx';
import { useT } from '../text/texts.ts';
import { ImportButton } from './import-button.tsx';
import { ReturnPanel } from './return-panel.tsx';

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
        { value: 'confirmed', label: 'transfers.use_confirmed' },
        { value: 'returned', label: 'transfers.use_returned' },
      ],
    },
  ],
  columns: [
    { key: 'booked', label: 'transfers.booked', sort: 'booked_on', cell: ({ booked_on: day }) => day },
    { key: 'amount', label: 'transfers.amount', isFigure: true, cell: ({ amount, currency }) => <Figure>{`${amount} ${currency}`}</Figure> }, // oxfmt-ignore
    { key: 'payer', label: 'transfers.payer', cell: ({ payer }) => payer },
    { key: 'text', label: 'transfers.text', cell: ({ text }) => text },
    { key: 'match', label: 'transfers.match', cell: (item) => <Match item={item} /> },
    { key: 'use', label: 'transfers.use', cell: (item) => <Use item={item} /> },
    { key: 'returnedBy', label: 'transfers.returnedBy', isExtra: true, cell: ({ returned_by: by }) => by ?? '' },
  ],
  Head: ImportButton,
  actions: [
    {
      key: 'b',
      label: 'transfers.return',
      look: 'secondary',
      isOffered: ({ use }, me) => use === 'open' && letsIn(returnTransfer, me),
      Panel: ReturnPanel,
    },
  ],
});

function Match({ item: { purchase_id: id, match, use } }: { item: ListedTransfer }) {
  const t = useT();
  return (
    <span className="flex flex-wrap items-center gap-1">
      {id !== null && (
        <TextLink to={`/purchases/${id}`} size="small" isInline>
          {t('transfers.order')}
        </TextLink>
      )}
      {use === 'open' && <Badge tone={match === 'reference' ? 'good' : 'neutral'}>{t(`transfers.match_${match}`)}</Badge>}
    </span>
  );
} // oxfmt-ignore

function Use({ item: { use } }: { item: ListedTransfer }) {
  const t = useT();
  return t(`transfers.use_${use}`);
}
