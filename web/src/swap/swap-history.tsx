// What was swapped, newest first, by status and coin; what has ended leads to its receipt, a waiting limit can be cancelled.
import { cancelExchange } from '@candor/wire';
import type { SwapOrderMessage } from '@candor/wire';
import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useSend } from '../data/use-send.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Picker } from '../ui/picker.tsx';
import { EmptyState } from '../ui/states.tsx';
import { swapChanges, swapOrders } from './swap-list.ts';
import { assets } from './swap-rules.ts';

const statuses = ['all', 'pending', 'filled', 'returned'] as const;
const all = 'all';

export function SwapHistory(): ReactNode {
  const t = useT();
  const userId = useUser()?.account_id;
  const [status, setStatus] = useState<(typeof statuses)[number]>(all);
  const [coin, setCoin] = useState<string>(all);
  const question = {
    account_id: userId ?? '',
    status: status === all ? '' : status,
    coin: coin === all ? '' : coin,
    from: '',
    to: '',
  };
  const list = useList(swapOrders, question, { isEnabled: userId !== undefined });
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        <Picker
          label={t('swap.status')}
          hidesLabel
          items={statuses.map((value) => ({ value, label: t(`swap.status_${value}`) }))}
          value={status}
          onChange={setStatus}
        />
        <Picker
          label={t('swap.coin')}
          hidesLabel
          items={[{ value: all, label: t('swap.allCoins') }, ...assets.map((value) => ({ value: value as string, label: value as string }))]} // oxfmt-ignore
          value={coin}
          onChange={setCoin}
        />
      </div>
      <PagedList
        list={list}
        empty={<EmptyState icon={ArrowLeftRight} title={t('swap.none')} />}
        render={(orders) => (
          <List label={t('swap.history')}>
            {orders.map((order) => (
              <SwapRow key={order.exchange_id} order={order} />
            ))}
          </List>
        )}
      />
    </div>
  );
}

const tones = { pending: 'accent', filled: 'good', returned: 'neutral' } as const;

function SwapRow({ order }: { order: SwapOrderMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { status, reason, from_coin, to_coin } = order;
  const isWaiting = status === 'pending' && order.kind === 'limit';
  const given = <Money amount={status === 'filled' ? order.given : order.from_amount} coin={from_coin} hasCoin />;
  return (
    <Row
      title={
        <span className="inline-flex flex-wrap items-center gap-x-1.5">
          {given}
          <ArrowRight className="size-4 shrink-0 text-faint rtl:-scale-x-100" strokeWidth={1.75} aria-hidden />
          <Money amount={status === 'filled' ? order.received : order.to_amount} coin={to_coin} hasCoin />
        </span>
      }
      note={
        <span className="flex flex-wrap gap-x-2">
          <span>{t(order.kind === 'limit' ? 'swap.limit' : 'swap.now')}</span>
          <span>{formats.dateTime(order.received_at, 'seconds')}</span>
          {reason !== null && <span>{t(`swap.reason_${reason}`)}</span>}
        </span>
      }
      {...(status === 'pending' ? {} : { to: `/receipt/swap/${order.exchange_id}` })}
      keepsArrowPlace
      end={isWaiting ? <Cancel order={order} /> : <Badge tone={tones[status]}>{t(`swap.status_${status}`)}</Badge>}
    />
  );
}

function Cancel({ order }: { order: SwapOrderMessage }): ReactNode {
  const t = useT();
  const cancel = useSend(cancelExchange, { changes: swapChanges });
  return (
    <Button
      look="secondary"
      isSmall
      isBusy={cancel.isSending}
      onPress={() => void cancel.send({ exchange_id: order.exchange_id })}
    >
      {t('swap.cancel')}
    </Button>
  );
}
