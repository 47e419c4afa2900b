import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Side } from '../ui/side.tsx';
import { coinOf, sideOf } from './position-rules.ts';

/** BTC/USDT ↑ Long 50×. */
export function OrderTitle({ order }: { order: ContractOrderMessage }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const side = sideOf(order);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <bdi dir="ltr">{t('market.pair', { coin: coinOf(order).code })}</bdi>
      <Side side={side === 'long' ? 'up' : 'down'} size="small">
        {t(`contracts.${side}`)}
      </Side>
      <Badge>
        <bdi dir="ltr" className="figure">
          {t('contracts.lever', { lever: formats.whole(order.trade_lever) })}
        </bdi>
      </Badge>
    </span>
  );
}
