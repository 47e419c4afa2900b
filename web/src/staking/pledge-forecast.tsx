// What an amount brings under terms: in money, day by day and in all, and when it comes back.
import { add, pledgeDayMs } from '@candor/wire';
import type { PledgeProduct, Wad } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { forecast } from './pledge-rules.ts';

export interface PledgeForecastProps {
  product: PledgeProduct;
  /** Undefined while none is typed. */
  amount: Wad | undefined;
  isRenewed: boolean;
}

export function PledgeForecast({ product, amount, isRenewed }: PledgeForecastProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const found = amount === undefined ? undefined : forecast(amount, product);
  const money = (value: Wad | undefined, isGain = false): ReactNode => (
    <Money
      amount={value}
      coin="USDT"
      precision="short"
      hasCoin
      size="small"
      {...(isGain && value !== undefined ? { tone: 'rise', isSigned: true } : {})}
    />
  );
  return (
    <Facts>
      <Fact label={t('staking.amount')}>{money(amount)}</Fact>
      <Fact label={t('staking.term')} note={<bdi>{formats.dateTime(serverNow() + product.days * pledgeDayMs)}</bdi>}>
        {formats.length(product.days, 'day')}
      </Fact>
      <Fact label={t('staking.perDay')}>{money(found?.perDay, true)}</Fact>
      <Fact label={t('staking.total')}>{money(found?.total, true)}</Fact>
      <Fact label={t('staking.back')} note={isRenewed ? t('staking.autoRenew') : undefined}>
        {money(found && amount && add(amount, found.total))}
      </Fact>
    </Facts>
  );
}
