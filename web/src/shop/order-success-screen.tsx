// One's own ticket: its number, what it waits for or what came of it, and for a good that was won the choice.
import { getOrderById } from '@candor/wire';
import type { ShopTicket } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useLanguage, useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DrawnNumbers } from '../ui/drawn-numbers.tsx';
import { GoodPicture } from '../ui/good-picture.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Figure, Text } from '../ui/text.tsx';
import { DemoDraw } from './demo-draw.tsx';
import { PrizeChoice } from './prize-choice.tsx';
import { periodEveryMs } from './shop-list.ts';
import { numbersOf } from './shop-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  const accountId = useUser()?.account_id ?? '';
  const language = useLanguage();
  const question = { user_id: accountId, language, order_id: id };
  const read = useRead(getOrderById, question, { isEnabled: accountId !== '', everyMs: periodEveryMs });
  return (
    <Page title={t('shop.ticket')} back="/myOrder">
      <Loaded read={read}>{(ticket) => <OneTicket ticket={ticket} />}</Loaded>
    </Page>
  );
}

const tones = { progress: 'accent', revealed: 'neutral', winning: 'good', refunded: 'neutral' } as const;

function OneTicket({ ticket }: { ticket: ShopTicket }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { good, period, number, state, paid, bought_at: boughtAt, ended_at: endedAt } = ticket;
  const numbers = numbersOf(period.winning_num);
  return (
    <div className="flex flex-col gap-4 pt-3 pb-4">
      {state === 'progress' && (
        <Banner tone="good" title={t('shop.bought')}>
          {t('shop.boughtText')}
        </Banner>
      )}
      {state === 'winning' && <Banner tone="good" title={t('shop.won')} />}
      {state === 'revealed' && <Banner tone="info" title={t('shop.notWon')} />}
      {state === 'refunded' && period.void_reason && (
        <Banner tone="warn" title={t('shop.void')}>
          {t(`shop.void_${period.void_reason}`)}
        </Banner>
      )}
      <Card className="flex flex-col gap-4">
        <div className="flex items-center gap-3">
          <GoodPicture drawing={good.drawing} />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <Text weight="strong">{good.name}</Text>
            <Text size="small" tone="secondary">
              {t('shop.period', { number: formats.whole(period.number) })}
            </Text>
          </div>
          <Badge tone={tones[state]}>{t(`shop.state_${state}`)}</Badge>
        </div>
        <Facts>
          <Fact label={t('shop.number')}>
            {number === null ? t('shop.numberLater') : <Figure>{formats.whole(number)}</Figure>}
          </Fact>
          <Fact label={t('shop.price')}>
            <Money amount={period.price} coin="USDT" precision="short" hasCoin size="small" />
          </Fact>
          {paid !== null && paid !== '0' && (
            <Fact
              label={t(
                state === 'winning' ? 'shop.paidPrize' : state === 'refunded' ? 'shop.paidBack' : 'shop.paidRebate',
              )}
            >
              <Money amount={paid} coin="USDT" precision="short" hasCoin size="small" />
            </Fact>
          )}
          <Fact label={t('shop.boughtAt')}>
            <bdi>{formats.dateTime(boughtAt)}</bdi>
          </Fact>
          <Fact label={t(endedAt === null ? 'shop.closes' : 'shop.endedAt')}>
            <bdi>{formats.dateTime(endedAt ?? period.closes_at)}</bdi>
          </Fact>
        </Facts>
      </Card>
      {numbers.length > 0 && <DrawnNumbers label={t('shop.numbers')} numbers={numbers} own={String(number)} />}
      {ticket.prize && <PrizeChoice ticket={ticket} prize={ticket.prize} />}
      <DemoDraw period={period} />
      <Button look="secondary" isWide to={`/period/${period.periods_id}`}>
        {t('shop.toDraw')}
      </Button>
    </div>
  );
}
