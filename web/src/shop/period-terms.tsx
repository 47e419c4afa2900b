// What was agreed of a period, in money: price, prize, rebate, chance and what a ticket brings on average.
import type { ShopPeriod } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Figure } from '../ui/text.tsx';
import { oddsOf } from './shop-rules.ts';

export function PeriodTerms({ period }: { period: ShopPeriod }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { chance, brings, expected } = oddsOf(period);
  const money = (amount: Parameters<typeof Money>[0]['amount'], isSigned = false): ReactNode => (
    <Money amount={amount} coin="USDT" precision="short" hasCoin size="small" isSigned={isSigned} />
  );
  return (
    <Facts>
      <Fact label={t('shop.price')}>{money(period.price)}</Fact>
      <Fact label={t(period.prize_kind === 'coin' ? 'shop.prizeCoin' : 'shop.prizeGood')}>{money(period.prize)}</Fact>
      <Fact label={t('shop.rebate')}>{money(period.rebate)}</Fact>
      <Fact label={t('shop.winners')} note={t('shop.allSold')}>
        <Figure>
          {t('shop.winnersOf', { winners: formats.whole(period.winners), tickets: formats.whole(period.tickets) })}
        </Figure>
      </Fact>
      <Fact label={t('shop.chance')} note={t('shop.allSold')}>
        <Figure>{formats.percent(chance, { decimals: 2 })}</Figure>
      </Fact>
      <Fact label={t('shop.brings')} note={t('shop.allSold')}>
        {money(brings)}
      </Fact>
      <Fact label={t('shop.expected')} note={t('shop.expectedNote')}>
        {money(expected, true)}
      </Fact>
      <Fact label={t('shop.minimum')} note={t('shop.minimumNote')}>
        <Figure>{formats.whole(period.tickets_min)}</Figure>
      </Fact>
      <Fact label={t('shop.closes')} note={t('shop.closesNote')}>
        <bdi>{formats.dateTime(period.closed_at ?? period.closes_at)}</bdi>
      </Fact>
      <Fact label={t('shop.countShown')} note={t('shop.countShownNote')}>
        <bdi>{formats.dateTime(period.sold_hidden_from)}</bdi>
      </Fact>
      <Fact label={t('shop.beacon')}>
        <bdi>{period.beacon.is_demo ? t('shop.beaconDemo') : period.beacon.name}</bdi>
      </Fact>
    </Facts>
  );
}
