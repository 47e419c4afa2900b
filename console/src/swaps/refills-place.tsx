// Coins that somebody asked for: the treasurer proposes to bring them in, and each is done with the act that does.
import { dropRefill, exportRefills, houseMoneyIn, letsIn, listRefills, mayPropose, refillStates } from '@candor/wire';
import type { Refill } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { PackagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import { useMe } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { DropPanel } from './refill-panels.tsx';

export const place = queue<typeof listRefills>({
  name: 'refills',
  title: 'swaps.refills',
  icon: PackagePlus,
  index: 29,
  list: listRefills,
  table: exportRefills,
  idOf: ({ refill_id: id }) => id,
  firstFilters: { state: 'open' },
  filters: [
    {
      name: 'state',
      label: 'swaps.state',
      options: refillStates.map((value) => ({ value, label: `swaps.state_${value}` as const })),
    },
  ],
  columns: [
    { key: 'asked', label: 'swaps.askedAt', sort: 'asked_at', cell: (item) => <Ago at={item.asked_at} /> },
    { key: 'coin', label: 'swaps.coin', sort: 'coin', cell: ({ coin }) => coin },
    { key: 'amount', label: 'swaps.amount', isFigure: true, cell: (item) => <Money amount={item.amount} coin={item.coin} precision="short" size="small" hasCoin /> }, // oxfmt-ignore
    { key: 'why', label: 'swaps.why', cell: ({ why }) => why },
    { key: 'by', label: 'swaps.askedBy', cell: ({ asked_by: by }) => by },
    { key: 'state', label: 'swaps.state', cell: (item) => <State item={item} /> },
    { key: 'act', label: 'swaps.act', cell: (item) => <ActCell item={item} /> },
    { key: 'ended', label: 'swaps.ended', isExtra: true, cell: (item) => <Ago at={item.ended_at} /> },
    { key: 'droppedBy', label: 'swaps.droppedBy', isExtra: true, cell: ({ dropped_by: by }) => by ?? '' },
  ],
  actions: [
    {
      key: 'x',
      label: 'swaps.drop',
      look: 'danger',
      isOffered: ({ state }, me) => state === 'open' && letsIn(dropRefill, me),
      Panel: DropPanel,
    },
  ],
});

function State({ item: { state } }: { item: Refill }): ReactNode {
  const t = useT();
  return <Badge tone={state === 'open' ? 'accent' : state === 'done' ? 'good' : 'neutral'}>{t(`swaps.state_${state}`)}</Badge>; // oxfmt-ignore
}

/** The act that brings it in, or the way to propose it. */
function ActCell({ item }: { item: Refill }): ReactNode {
  const [t, me] = [useT(), useMe()];
  if (item.proposal_id !== null) {
    return (
      <TextLink to={`/acts/${item.proposal_id}`} size="small" isInline>
        {t('swaps.proposal')}
      </TextLink>
    );
  }
  if (item.state !== 'open' || !mayPropose(houseMoneyIn, me)) return null;
  const filled = new URLSearchParams({ kind: 'house-money-in', coin: item.coin, amount: item.amount, reference: item.refill_id }); // oxfmt-ignore
  return (
    <Button look="secondary" isSmall to={`/acts/new?${filled.toString()}`}>
      {t('swaps.propose')}
    </Button>
  );
}
