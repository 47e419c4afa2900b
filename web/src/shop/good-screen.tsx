// One good with its period: what a ticket costs and can bring, and the button.
import { getPeriodByGoodId } from '@candor/wire';
import type { ShopGood, ShopPeriod } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useFormats, useLanguage, useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { GoodPicture } from '../ui/good-picture.tsx';
import { Meter } from '../ui/meter.tsx';
import { Page } from '../ui/page.tsx';
import { Note, Text } from '../ui/text.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { BuyTicket } from './buy-ticket.tsx';
import { DemoDraw } from './demo-draw.tsx';
import { PeriodTerms } from './period-terms.tsx';
import { periodEveryMs } from './shop-list.ts';
import { isCountHidden, whyClosed } from './shop-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  const language = useLanguage();
  const read = useRead(getPeriodByGoodId, { language, good_id: id }, { everyMs: periodEveryMs });
  return (
    <Page title={t('shop.good')} back="/indexGood">
      <Loaded read={read}>{(good) => <OneGood good={good} />}</Loaded>
    </Page>
  );
}

function OneGood({ good }: { good: ShopGood }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { name, text, drawing, level, period } = good;
  return (
    <div className="flex flex-col gap-4 pt-3 pb-4">
      <GoodPicture drawing={drawing} size="wide" />
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <Text as="h2" size="title" weight="strong">
            {name}
          </Text>
          {level > 0 && <Badge tone="accent">{t('shop.vip', { level })}</Badge>}
        </div>
        <Text as="p" tone="secondary">
          {text}
        </Text>
      </div>
      {period && (
        <>
          <Card className="flex flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Text weight="strong">{t('shop.period', { number: formats.whole(period.number) })}</Text>
              <TextLink to={`/periodsList/${good.good_id}`}>{t('shop.earlier')}</TextLink>
            </div>
            <Sold period={period} />
            <PeriodTerms period={period} />
          </Card>
          <DemoDraw period={period} />
          {whyClosed(period, serverNow()) === undefined ? (
            <BuyTicket good={good} period={period} />
          ) : (
            <Button look="secondary" isWide to={`/period/${period.periods_id}`}>
              {t('shop.toDraw')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function Sold({ period }: { period: ShopPeriod }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { sold, tickets } = period;
  const isHidden = isCountHidden(period, serverNow());
  const [label, soldName, leftName] = isHidden
    ? (['shop.soldAtLeast', 'shop.soldLeast', 'shop.leftMost'] as const)
    : (['shop.soldOf', 'shop.sold', 'shop.left'] as const);
  return (
    <div className="flex flex-col gap-2">
      <Meter
        label={t(label, { sold: formats.whole(sold), tickets: formats.whole(tickets) })}
        parts={[
          { name: t(soldName), size: sold, value: formats.whole(sold) },
          { name: t(leftName), size: tickets - sold, value: formats.whole(tickets - sold) },
        ]}
      />
      {isHidden && <Note>{t('shop.countHidden')}</Note>}
    </div>
  );
}
