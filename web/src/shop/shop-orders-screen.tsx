// One's own tickets: in progress, revealed, winning, and the rebates that were paid.
import type { ShopTicket } from '@candor/wire';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useLanguage, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { GoodPicture } from '../ui/good-picture.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { rebates, tickets } from './shop-list.ts';

const kinds = ['progress', 'revealed', 'winning', 'rebates'] as const;
type Kind = (typeof kinds)[number];

export function Screen(): ReactNode {
  const t = useT();
  const [kind, setKind] = useState<Kind>('progress');
  return (
    <Page title={t('shop.mine')} back="/indexGood">
      <Tabs
        label={t('shop.mine')}
        value={kind}
        onChange={setKind}
        tabs={kinds.map((value) => ({ value, label: t(`shop.tab_${value}`) }))}
      >
        {kind === 'rebates' ? <Rebates /> : <Tickets key={kind} type={kinds.indexOf(kind) + 1} />}
      </Tabs>
    </Page>
  );
}

function Tickets({ type }: { type: number }): ReactNode {
  const question = useQuestion();
  const list = useList(tickets, { ...question, order_type: type }, { isEnabled: question.user_id !== '' });
  return <PagedList list={list} empty={<None />} render={(items) => <TicketRows items={items} />} />;
}

function Rebates(): ReactNode {
  const question = useQuestion();
  const list = useList(rebates, question, { isEnabled: question.user_id !== '' });
  return <PagedList list={list} empty={<None />} render={(items) => <TicketRows items={items} />} />;
}

function useQuestion(): { user_id: string; language: string } {
  const language = useLanguage();
  return { user_id: useUser()?.account_id ?? '', language };
}

function None(): ReactNode {
  const t = useT();
  return (
    <EmptyState
      icon={Gift}
      title={t('shop.noTickets')}
      action={
        <Button look="secondary" to="/indexGood">
          {t('shop.toShop')}
        </Button>
      }
    />
  );
}

function TicketRows({ items }: { items: readonly ShopTicket[] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const ticketName = ({ number, period }: Pick<ShopTicket, 'number' | 'period'>): string => {
    const named = { period: formats.whole(period.number) };
    return number === null ? t('shop.ticketLater', named) : t('shop.ticketOf', { ...named, number: formats.whole(number) }); // oxfmt-ignore
  };
  return (
    <List label={t('shop.mine')}>
      {items.map(({ order_id, number, state, paid, good, period, bought_at }) => (
        <Row
          key={order_id}
          to={`/orderSuccess/${order_id}`}
          start={<GoodPicture drawing={good.drawing} />}
          title={good.name}
          note={ticketName({ number, period })}
          end={
            paid === null || paid === '0' ? (
              <Badge tone={state === 'winning' ? 'good' : 'neutral'}>{t(`shop.state_${state}`)}</Badge>
            ) : (
              <Money
                amount={paid}
                coin="USDT"
                precision="short"
                hasCoin
                isPrivate
                tone={state === 'winning' ? 'rise' : 'text'}
              />
            )
          }
          endNote={<bdi>{formats.dayTime(bought_at)}</bdi>}
        />
      ))}
    </List>
  );
}
