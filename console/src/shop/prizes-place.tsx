// Goods that were won: those with an address are to be sent.
import { exportPrizes, letsIn, listPrizes, prizeStates, sendPrize } from '@candor/wire';
import type { ListedPrize } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { PackageCheck } from 'lucide-react';
import { Ago } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import { useT } from '../text/texts.ts';
import { PrizeCase } from './prize-case.tsx';
import { SendPanel } from './send-panel.tsx';

export const place = queue<typeof listPrizes>({
  name: 'prizes',
  title: 'shop.prizes',
  icon: PackageCheck,
  index: 47,
  list: listPrizes,
  table: exportPrizes,
  idOf: ({ order_id: id }) => id,
  firstFilters: { state: 'addressed' },
  filters: [
    {
      name: 'state',
      label: 'shop.state',
      options: prizeStates.map((value) => ({ value, label: `shop.state_${value}` as const })),
    },
  ],
  columns: [
    { key: 'won', label: 'shop.won', sort: 'won_at', cell: (item) => <PrizeLink item={item} /> },
    { key: 'good', label: 'shop.good', cell: ({ good_id: good }) => good },
    { key: 'worth', label: 'shop.worth', isFigure: true, cell: ({ worth }) => <Money amount={worth} coin="USDT" precision="short" size="small" /> }, // oxfmt-ignore
    { key: 'state', label: 'shop.state', cell: (item) => <State item={item} /> },
    { key: 'carrier', label: 'shop.carrier', cell: ({ carrier }) => carrier ?? '' },
    { key: 'tracking', label: 'shop.tracking', cell: ({ tracking }) => tracking ?? '' },
    { key: 'sentBy', label: 'shop.sentBy', isExtra: true, cell: ({ sent_by: by }) => by ?? '' },
  ],
  Case: PrizeCase,
  actions: [
    {
      key: 'a',
      label: 'shop.send',
      look: 'primary',
      isOffered: ({ state }, me) => state === 'addressed' && letsIn(sendPrize, me),
      Panel: SendPanel,
    },
  ],
});

const PrizeLink = ({ item }: { item: ListedPrize }) => (
  <TextLink to={`/prizes/${item.order_id}`} size="small" isInline>
    <Ago at={item.won_at} />
  </TextLink>
);

function State({ item: { state } }: { item: ListedPrize }) {
  const t = useT();
  return <Badge tone={state === 'addressed' ? 'accent' : 'neutral'}>{t(`shop.state_${state}`)}</Badge>;
}
