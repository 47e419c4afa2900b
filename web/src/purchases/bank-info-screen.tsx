// One order: how long its quote holds, where it is paid to, and what has become of it.
import { getPurchase } from '@candor/wire';
import type { Purchase } from '@candor/wire';
import { Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import type { DataOf } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useAddress } from '../ui/address.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Heading, Text } from '../ui/text.tsx';
import { Fiat } from './fiat.tsx';
import { PayActions } from './pay-actions.tsx';
import { PayeeCard } from './payee-card.tsx';
import { stateTones } from './state-tones.ts';

export function Screen(): ReactNode {
  const t = useT();
  const id = new URLSearchParams(useAddress().search).get('id') ?? '';
  const read = useRead(getPurchase, { id }, { isEnabled: id !== '' });
  return (
    <Page title={t('shell.menuBankInfo')} back="/bugCoin">
      {id === '' ? (
        <EmptyState icon={Landmark} title={t('purchases.none')} />
      ) : (
        <Loaded read={read}>{(order) => <Order key={order.id} order={order} refetch={read.refetch} />}</Loaded>
      )}
    </Page>
  );
}

/** Orders that money may still be sent for. */
const isOpen = ({ state, ended_at: ended }: Purchase): boolean =>
  ended === null && (state === 'waiting-payment' || state === 'expired');

function Order({ order, refetch }: { order: DataOf<typeof getPurchase>; refetch: () => unknown }): ReactNode {
  const t = useT();
  const { state, money, currency } = order;
  return (
    <div className="flex flex-col gap-4 pt-2">
      <div className="flex items-center justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-1">
          <Text size="small" tone="secondary">
            {t('purchases.pay')}
          </Text>
          <Text size="title" weight="strong">
            <Fiat amount={money} currency={currency} />
          </Text>
          <span>
            <Badge tone={stateTones[state]}>{t(`purchases.state_${state}`)}</Badge>
          </span>
        </div>
        {state === 'waiting-payment' && (
          <Countdown
            endsAt={Date.parse(order.expires_at)}
            lengthMs={Date.parse(order.expires_at) - Date.parse(order.ordered_at)}
            now={serverNow}
            label={t('purchases.timeLeft')}
            size="large"
            onEnd={refetch}
          />
        )}
      </div>
      <StateNote order={order} />
      {isOpen(order) && state === 'waiting-payment' && <PayeeCard order={order} />}
      {isOpen(order) && <PayActions order={order} />}
      <Card label={t('purchases.order')}>
        <Heading>{t('purchases.orderTitle')}</Heading>
        <Course order={order} />
      </Card>
    </div>
  );
}

const noteTones = { 'waiting-payment': 'info', paid: 'info', 'late-paid': 'warn', completed: 'good', cancelled: 'info', expired: 'warn', rejected: 'danger' } as const; // oxfmt-ignore

function StateNote({ order: { state, reason, settlement, book_by: bookBy } }: { order: Purchase }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const isInTime = state === 'waiting-payment' || state === 'paid';
  return (
    <Banner tone={noteTones[state]}>
      {t(`purchases.note_${state}`)}
      {isInTime && bookBy !== null && ` ${t('purchases.note_bookBy', { day: formats.date(bookBy, 'market') })}`}
      {settlement !== null && ` ${t(`purchases.settled_${settlement}`)}`}
      {reason !== null && ` ${t(`purchases.reason_${reason}`)}`}
    </Banner>
  );
}

function Course({ order }: { order: Purchase }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { currency, coin_code: coin, received, credited, refund } = order;
  return (
    <Facts>
      <Fact label={t('purchases.get')}>
        <Money amount={order.coin_amount} coin={coin} hasCoin />
      </Fact>
      <Fact label={t('purchases.fee')}>
        <Fiat amount={order.fee} currency={currency} />
      </Fact>
      <Fact label={t('purchases.ordered')}>
        <bdi>{formats.dateTime(order.ordered_at)}</bdi>
      </Fact>
      {order.book_by !== null && (
        <Fact label={t('purchases.bookBy')}>
          <bdi>{formats.date(order.book_by, 'market')}</bdi>
        </Fact>
      )}
      {order.booked_on !== null && (
        <Fact label={t('purchases.bookedOn')}>
          <bdi>{formats.date(order.booked_on, 'market')}</bdi>
        </Fact>
      )}
      {received !== null && (
        <Fact label={t('purchases.received')}>
          <Fiat amount={received} currency={currency} />
        </Fact>
      )}
      {credited !== null && (
        <Fact label={t('purchases.credited')}>
          <Money amount={credited} coin={coin} hasCoin />
        </Fact>
      )}
      {refund !== null && refund !== '0' && (
        <Fact
          label={t('purchases.refund')}
          note={order.refunded_at && <bdi>{formats.dateTime(order.refunded_at)}</bdi>}
        >
          <Fiat amount={refund} currency={currency} />
        </Fact>
      )}
    </Facts>
  );
}
