// Who asks: the few things that an answer needs, and the way to the whole page.
import { getCustomer } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { orderTexts } from '../text/order-names.ts';
import { useT } from '../text/texts.ts';
import { useWords } from '../text/wire-words.ts';
import { TitledCard } from '../ui/titled-card.tsx';

type Customer = DataOf<typeof getCustomer>;

export function CustomerCard({ accountId }: { accountId: string }): ReactNode {
  const t = useT();
  // Each answer is a look that is kept.
  const read = useRead(getCustomer, { account_id: accountId }, { isStill: true });
  return (
    <TitledCard title={t('support.customer')} className="flex flex-col gap-3">
      <Loaded read={read}>
        {(customer) => (
          <>
            <Person customer={customer} />
            <Orders customer={customer} />
          </>
        )}
      </Loaded>
      <TextLink to={`/customers/${accountId}`} size="small">
        {t('support.wholePage')}
      </TextLink>
    </TitledCard>
  );
}

function Person({ customer }: { customer: Customer }): ReactNode {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('support.number')}>{customer.number}</Fact>
      <Fact label={t('support.email')}>{customer.email ?? '–'}</Fact>
      <Fact label={t('support.phone')}>{customer.phone ?? '–'}</Fact>
      <Fact label={t('support.identity')}>
        {t(customer.verified_by === null ? 'support.unverified' : 'support.verified')}
      </Fact>
      <Fact label={t('support.state')}>
        <Badge tone={customer.is_frozen ? 'danger' : 'good'}>
          {t(customer.is_frozen ? 'support.frozen' : 'support.open')}
        </Badge>
      </Fact>
      <Fact label={t('support.since')}>
        <At at={customer.created_at} />
      </Fact>
    </Facts>
  );
}

const newest = 5;

function Orders({ customer: { orders } }: { customer: Customer }): ReactNode {
  const [t, word] = [useT(), useWords()];
  if (orders.length === 0) return <Note>{t('support.noOrders')}</Note>;
  return (
    <section aria-label={t('support.orders')} className="flex flex-col gap-2">
      <Note>{t('support.orders')}</Note>
      <Facts>
        {orders.slice(0, newest).map((order) => (
          <Fact
            key={order.order_id}
            label={`${t(orderTexts[order.product])} · ${word('state', order.state)}`}
            note={<At at={order.received_at} />}
          >
            <Money amount={order.amount} coin={order.amount_coin} hasCoin precision="short" />
          </Fact>
        ))}
      </Facts>
    </section>
  );
}
