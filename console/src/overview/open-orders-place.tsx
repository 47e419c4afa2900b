// What customers have open in all products, by coin and size.
import { exportOpenOrders, listOpenOrders, orderNames, type OrderName } from '@candor/wire';
import { Money } from '@candor/web/ui/money.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { ListOrdered } from 'lucide-react';
import { Ago } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import { orderTexts } from '../text/order-names.ts';
import { useT } from '../text/texts.ts';
import { Word } from '../text/wire-words.ts';

export const place = queue<typeof listOpenOrders>({
  name: 'open-orders',
  title: 'overview.openOrders',
  icon: ListOrdered,
  index: 52,
  list: listOpenOrders,
  table: exportOpenOrders,
  idOf: ({ order_id: id }) => id,
  filters: [
    {
      name: 'product',
      label: 'overview.product',
      options: orderNames.map((value) => ({ value, label: orderTexts[value] })),
    },
    { name: 'coin', label: 'overview.coin' },
  ],
  columns: [
    { key: 'product', label: 'overview.product', cell: ({ product }) => <Product name={product} /> },
    { key: 'coin', label: 'overview.coin', cell: ({ coin }) => coin },
    { key: 'side', label: 'overview.side', cell: ({ side }) => <Word kind="side" code={side} /> },
    { key: 'amount', label: 'overview.amount', sort: 'amount', isFigure: true, cell: (row) => <Money amount={row.amount} coin={row.amount_coin} hasCoin size="small" /> }, // oxfmt-ignore
    { key: 'state', label: 'overview.state', cell: ({ state }) => <Word kind="state" code={state} /> },
    { key: 'received', label: 'overview.received', sort: 'received_at', cell: (row) => <Ago at={row.received_at} /> },
    { key: 'account', label: 'overview.account', cell: (row) => <TextLink to={`/customers/${row.account_id}`} size="small" isInline>{row.account_id}</TextLink> }, // oxfmt-ignore
    { key: 'order', label: 'overview.order', isExtra: true, cell: ({ order_id: id }) => id },
  ],
});

function Product({ name }: { name: OrderName }): string {
  return useT()(orderTexts[name]);
}
