// Coins bought by bank transfer: orders that wait for somebody who has seen the money.
import { confirmPurchase, exportPurchases, groupedCode, letsIn, listPurchases, recordRefund, rejectPurchase } from '@candor/wire'; // oxfmt-ignore
import type { ListedPurchase } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { Figure } from '@candor/web/ui/text.tsx';
import { Landmark } from 'lucide-react';
import { Ago } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import type transfers from '../text/en/transfers.json';
import { useT } from '../text/texts.ts';
import { ConfirmPanel, RejectPanel } from './decide-panels.tsx';
import { PurchaseCase } from './purchase-case.tsx';
import { RefundPanel } from './refund-panel.tsx';
import { isOpen, isSaidPaid, owesRefund, stateNames, stateTones } from './purchase-words.ts';

declare module '../text/keys.ts' {
  interface Areas {
    transfers: typeof transfers;
  }
}

export const place = queue<typeof listPurchases>({
  name: 'purchases',
  title: 'transfers.purchases',
  icon: Landmark,
  index: 27,
  list: listPurchases,
  table: exportPurchases,
  idOf: ({ id }) => id,
  firstFilters: { state: 'to-confirm' },
  filters: [
    {
      name: 'state',
      label: 'transfers.state',
      options: [
        { value: 'to-confirm', label: 'transfers.toConfirm' },
        ...Object.entries(stateNames).map(([value, label]) => ({ value, label })),
      ],
    },
    { name: 'reference', label: 'transfers.reference' },
    { name: 'amount', label: 'transfers.amount' },
  ],
  columns: [
    { key: 'reference', label: 'transfers.reference', cell: (item) => <PurchaseLink item={item} /> },
    { key: 'money', label: 'transfers.amount', sort: 'money', isFigure: true, cell: ({ money, currency }) => <Figure>{`${money} ${currency}`}</Figure> }, // oxfmt-ignore
    { key: 'coins', label: 'transfers.coins', isFigure: true, cell: (item) => <Figure>{`${item.credited ?? item.coin_amount} ${item.coin_code}`}</Figure> }, // oxfmt-ignore
    { key: 'state', label: 'transfers.state', cell: (item) => <StateBadge item={item} /> },
    { key: 'ordered', label: 'transfers.ordered', sort: 'ordered_at', cell: (item) => <Ago at={item.ordered_at} /> },
    { key: 'paid', label: 'transfers.paidAt', cell: (item) => <Ago at={item.paid_at} /> },
    { key: 'account', label: 'transfers.account', isExtra: true, cell: ({ account_id: id }) => id },
    { key: 'by', label: 'transfers.decidedBy', isExtra: true, cell: ({ decided_by: by }) => by ?? '' },
  ],
  Case: PurchaseCase,
  actions: [
    { key: 'a', label: 'transfers.confirm', look: 'primary', isOffered: (item, me) => isOpen(item) && letsIn(confirmPurchase, me), Panel: ConfirmPanel }, // oxfmt-ignore
    { key: 'r', label: 'transfers.reject', look: 'danger', isOffered: (item, me) => isSaidPaid(item) && letsIn(rejectPurchase, me), Panel: RejectPanel }, // oxfmt-ignore
    { key: 'b', label: 'transfers.markRefunded', look: 'secondary', isOffered: (item, me) => owesRefund(item) && letsIn(recordRefund, me), Panel: RefundPanel }, // oxfmt-ignore
  ],
});

const PurchaseLink = ({ item }: { item: ListedPurchase }) => (
  <TextLink to={`/purchases/${item.id}`} size="small" isInline>
    <Figure>{groupedCode(item.reference)}</Figure>
  </TextLink>
);

function StateBadge({ item: { state, needs_second: needsSecond } }: { item: ListedPurchase }) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={stateTones[state]}>{t(stateNames[state])}</Badge>
      {needsSecond && <Badge tone="warn">{t('transfers.needsSecond')}</Badge>}
    </span>
  );
}
