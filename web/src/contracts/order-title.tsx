import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { Link } from '../ui/link.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Side } from '../ui/side.tsx';
import { Text } from '../ui/text.tsx';
import { coinOf, sideOf } from './position-rules.ts';

type Titled = Pick<ContractOrderMessage, 'trade_btc_tpye' | 'trade_transaction_type' | 'trade_lever'>;

/** BTC/USDT ↑ Long 50×. */
export function OrderTitle({ order }: { order: Titled }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
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

/** The same, and a tap on it shows the chart of its market. */
export const ChartTitle = ({ order }: { order: Titled }): ReactNode => (
  <Text as="h2" weight="strong">
    <Link
      to={`/contracts?type=cfd&coin=${coinOf(order).code}`}
      className="-my-2 block py-2"
      onClick={() => scrollTo({ top: 0 })}
    >
      <OrderTitle order={order} />
    </Link>
  </Text>
);
