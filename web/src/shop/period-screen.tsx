// One draw: the numbers, what they follow from, the list of tickets, and the recomputation in this browser.
import { getPeriod } from '@candor/wire';
import type { ShopGood, ShopPeriod } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useFormats, useLanguage, useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { DrawnNumbers } from '../ui/drawn-numbers.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Figure, Heading, Text } from '../ui/text.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Raw } from '../ui/verdict.tsx';
import { DemoDraw } from './demo-draw.tsx';
import { PeriodTerms } from './period-terms.tsx';
import { periodEveryMs } from './shop-list.ts';
import { numbersOf } from './shop-rules.ts';
import { VerifyDraw } from './verify-draw.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  const language = useLanguage();
  const read = useRead(getPeriod, { language, periods_id: id }, { everyMs: periodEveryMs });
  return (
    <Page title={t('shop.draw')} back="/indexGood">
      <Loaded read={read}>{(good) => <Draw good={good} period={good.period} />}</Loaded>
    </Page>
  );
}

function Draw({ good, period }: { good: ShopGood; period: ShopPeriod }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const numbers = numbersOf(period.winning_num);
  return (
    <div className="flex flex-col gap-4 pt-3 pb-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <Text as="h2" size="title" weight="strong">
          {good.name}
        </Text>
        <Text tone="secondary">{t('shop.period', { number: formats.whole(period.number) })}</Text>
      </div>
      {period.state === 'open' && (
        <Banner
          tone="info"
          title={t('shop.stillOpen')}
          action={<TextLink to={`/good/${good.good_id}`}>{t('shop.toGood')}</TextLink>}
        />
      )}
      {period.state === 'closed' && <Waiting period={period} />}
      {period.void_reason && (
        <Banner tone="warn" title={t('shop.void')}>
          {t(`shop.void_${period.void_reason}`)}
        </Banner>
      )}
      {numbers.length > 0 && (
        <section>
          <Heading>{t('shop.numbers')}</Heading>
          <DrawnNumbers label={t('shop.numbers')} numbers={numbers} />
        </section>
      )}
      <DemoDraw period={period} />
      {period.root !== null && (
        <>
          <Card>
            <Evidence period={period} />
          </Card>
          <VerifyDraw period={period} />
        </>
      )}
      <section>
        <Heading>{t('shop.terms')}</Heading>
        <Card>
          <PeriodTerms period={period} />
        </Card>
      </section>
    </div>
  );
}

/** Until the round that decides. */
function Waiting({ period }: { period: ShopPeriod }): ReactNode {
  const t = useT();
  const endsAt = period.round_at === null ? undefined : Date.parse(period.round_at);
  return (
    <Card className="flex items-center gap-4">
      {endsAt !== undefined && endsAt > serverNow() && (
        <Countdown endsAt={endsAt} lengthMs={period.draw_delay_ms} now={serverNow} label={t('shop.drawing')} />
      )}
      <div className="flex flex-col gap-1" role="status">
        <Text weight="strong">{t('shop.drawing')}</Text>
        <Text size="small" tone="secondary">
          {t('shop.drawingText')}
        </Text>
      </div>
    </Card>
  );
}

function Evidence({ period }: { period: ShopPeriod }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Facts>
      <Fact label={t('shop.tickets')}>
        <Figure>{formats.whole(period.sold)}</Figure>
      </Fact>
      <Fact label={t('shop.root')}>
        <Raw>{period.root}</Raw>
      </Fact>
      <Fact label={t('shop.logEntry')}>
        <Figure>{period.log_seq}</Figure>
      </Fact>
      <Fact label={t('shop.round')} note={period.round_at && <bdi>{formats.dateTime(period.round_at)}</bdi>}>
        <Figure>{period.round}</Figure>
      </Fact>
      {period.signature !== null && (
        <Fact label={t('shop.signature')}>
          <Raw>{period.signature}</Raw>
        </Fact>
      )}
    </Facts>
  );
}
