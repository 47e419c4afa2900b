// Swaps of customers, with the house's inventory and what it gained by them on a page of their own.
import { exportSwaps, listSwaps, swapKinds, swapStates } from '@candor/wire';
import type { ListedSwap } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { Figure } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { ArrowLeftRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import type swaps from '../text/en/swaps.json';
import { useFormats, useT } from '../text/texts.ts';
import { InventoryScreen } from './inventory-screen.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    swaps: typeof swaps;
  }
}

export const place = queue<typeof listSwaps>({
  name: 'swaps',
  title: 'swaps.title',
  icon: ArrowLeftRight,
  index: 53,
  list: listSwaps,
  table: exportSwaps,
  idOf: ({ swap_id: id }) => id,
  filters: [
    { name: 'coin', label: 'swaps.coin' },
    {
      name: 'kind',
      label: 'swaps.kind',
      options: swapKinds.map((value) => ({ value, label: `swaps.kind_${value}` as const })),
    },
    {
      name: 'state',
      label: 'swaps.state',
      options: swapStates.map((value) => ({ value, label: `swaps.state_${value}` as const })),
    },
    { name: 'from', label: 'swaps.from' },
    { name: 'to', label: 'swaps.to' },
    { name: 'account', label: 'swaps.account' },
  ],
  columns: [
    { key: 'received', label: 'swaps.received', sort: 'received_at', cell: (item) => <Ago at={item.received_at} /> },
    { key: 'kind', label: 'swaps.kind', cell: (item) => <Kind item={item} /> },
    { key: 'gives', label: 'swaps.gives', isFigure: true, cell: (item) => coins(item.given === '0' || item.given === null ? item.from_amount : item.given, item.from_coin) }, // oxfmt-ignore
    { key: 'gets', label: 'swaps.gets', isFigure: true, cell: (item) => coins(item.received === '0' || item.received === null ? item.to_amount : item.received, item.to_coin) }, // oxfmt-ignore
    { key: 'rate', label: 'swaps.rate', isFigure: true, cell: ({ rate }) => <Figure>{rate}</Figure> },
    { key: 'distance', label: 'swaps.distance', isFigure: true, cell: (item) => <Distance item={item} /> },
    { key: 'state', label: 'swaps.state', cell: (item) => <State item={item} /> },
    { key: 'account', label: 'swaps.account', cell: ({ account_id: id }) => <TextLink to={`/customers/${id}`} size="small" isInline>{id.slice(-6)}</TextLink> }, // oxfmt-ignore
    { key: 'expires', label: 'swaps.expires', sort: 'expires_at', isExtra: true, cell: (item) => <Ago at={item.expires_at} /> }, // oxfmt-ignore
    { key: 'settled', label: 'swaps.settled', isExtra: true, cell: (item) => <Ago at={item.settled_at} /> },
    { key: 'promised', label: 'swaps.promised', isFigure: true, isExtra: true, cell: (item) => coins(item.promised, item.to_coin) }, // oxfmt-ignore
    { key: 'rateNow', label: 'swaps.rateNow', isFigure: true, isExtra: true, cell: ({ rate_now: rate }) => rate && <Figure>{rate}</Figure> }, // oxfmt-ignore
    { key: 'id', label: 'swaps.id', isExtra: true, cell: ({ swap_id: id }) => id },
  ],
  Head: InventoryButton,
  more: [{ path: '/swaps/inventory', Screen: InventoryScreen }],
});

const coins = (amount: string, coin: string): ReactNode => (
  <Money amount={amount} coin={coin} precision="short" size="small" hasCoin />
);

function Kind({ item: { kind } }: { item: ListedSwap }): ReactNode {
  const t = useT();
  return t(`swaps.kind_${kind}`);
}

function Distance({ item: { distance } }: { item: ListedSwap }): ReactNode {
  const formats = useFormats();
  return distance && <Figure>{formats.percent(distance, { isSigned: true })}</Figure>;
}

const tones: Partial<Record<ListedSwap['state'], BadgeTone>> = { pending: 'accent', filled: 'good' };

function State({ item: { state, reason } }: { item: ListedSwap }): ReactNode {
  const t = useT();
  return <Badge tone={tones[state]}>{t(reason === null ? `swaps.state_${state}` : `swaps.reason_${reason}`)}</Badge>;
}

function InventoryButton(): ReactNode {
  const t = useT();
  return (
    <Button look="secondary" isSmall to="/swaps/inventory">
      {t('swaps.inventory')}
    </Button>
  );
}
