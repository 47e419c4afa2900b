// One swap in the history: what was given for what; what has ended leads to its receipt, a waiting limit can be cancelled.
import { cancelExchange } from '@candor/wire';
import type { SwapOrderMessage } from '@candor/wire';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { swapChanges } from './swap-list.ts';

const tones = { pending: 'accent', filled: 'good', returned: 'neutral' } as const;

export function SwapRow({ order }: { order: SwapOrderMessage }): ReactNode {
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
