// What was ordered before, newest first; each leads to its order.
import type { Purchase } from '@candor/wire';
import { Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Fiat } from './fiat.tsx';
import { purchases } from './purchase-list.ts';
import { stateTones } from './state-tones.ts';

export function PurchaseHistory({ accountId }: { accountId: string }): ReactNode {
  const t = useT();
  const list = useList(purchases, { account_id: accountId }, { isEnabled: accountId !== '' });
  return (
    <PagedList
      list={list}
      empty={<EmptyState icon={Landmark} title={t('purchases.none')} />}
      render={(orders) => (
        <List label={t('purchases.history')}>
          {orders.map((order) => (
            <PurchaseRow key={order.id} order={order} />
          ))}
        </List>
      )}
    />
  );
}

function PurchaseRow({ order }: { order: Purchase }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { id, state, credited, coin_amount: coins, coin_code: coin, money, currency } = order;
  return (
    <Row
      title={<Money amount={credited ?? coins} coin={coin} hasCoin />}
      note={
        <span className="flex flex-wrap gap-x-2">
          <Fiat amount={money} currency={currency} />
          <bdi>{formats.dateTime(order.ordered_at)}</bdi>
        </span>
      }
      end={<Badge tone={stateTones[state]}>{t(`purchases.state_${state}`)}</Badge>}
      to={`/bankInfo?id=${id}`}
    />
  );
}
