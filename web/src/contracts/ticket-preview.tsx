// What an order costs and risks, in money, before any tap.
import type { Coin, ContractsConfigMessage } from '@candor/wire';
import { formatAmount } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { Text } from '../ui/text.tsx';
import { leverOf } from './ticket-rules.ts';
import type { Cost } from './ticket-rules.ts';

export interface TicketPreviewProps {
  coin: Coin;
  terms: ContractsConfigMessage;
  cost: Cost | undefined;
}

export function TicketPreview({ coin, terms, cost }: TicketPreviewProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const money = (amount: Cost['total'] | undefined): ReactNode => (
    <Money amount={amount} coin="USDT" precision="short" hasCoin size="small" />
  );
  const lever = formats.whole(leverOf(terms));
  const rate = formats.percent(terms.fee_rate, { decimals: 0 });
  return (
    <Facts isTight>
      <Fact label={t('contracts.margin')}>{money(cost?.margin)}</Fact>
      <Fact label={t('contracts.feeOf', { rate })}>{money(cost?.fee)}</Fact>
      <Fact label={t('contracts.notional', { lever })}>{money(cost?.notional)}</Fact>
      <Fact label={t('contracts.liquidationPrice')}>
        <Price
          price={cost && formatAmount(cost.liquidationPrice)}
          coin={coin.code}
          size="small"
          tone={cost ? 'warn' : 'inherit'}
        />
      </Fact>
      <Fact
        label={
          <Text size="small" weight="strong" tone="text">
            {t('contracts.loseAtMost')}
          </Text>
        }
      >
        <Money amount={cost?.total} coin="USDT" precision="short" hasCoin size="small" weight="strong" />
      </Fact>
    </Facts>
  );
}
