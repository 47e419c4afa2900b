// The shop: all goods, by the level that they ask for, each with its period.
import { findPeriods } from '@candor/wire';
import type { ShopGood } from '@candor/wire';
import { Gift, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useFormats, useLanguage, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { GoodPicture } from '../ui/good-picture.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Heading, Note, Text } from '../ui/text.tsx';
import { periodEveryMs } from './shop-list.ts';
import { isCountHidden, whyClosed } from './shop-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const language = useLanguage();
  const read = useRead(findPeriods, { language }, { everyMs: periodEveryMs });
  return (
    <Page title={t('shell.menuShop')} back="/home">
      <Text as="p" tone="secondary" className="pt-4">
        {t('shop.intro')}
      </Text>
      <div className="flex flex-wrap gap-2 py-3">
        <Button look="secondary" isSmall icon={Gift} to="/myOrder">
          {t('shop.mine')}
        </Button>
        <Button look="secondary" isSmall icon={History} to="/periodsList/all">
          {t('shop.allDraws')}
        </Button>
      </div>
      <Loaded read={read} empty={<EmptyState icon={Gift} title={t('shop.none')} />}>
        {({ RESULT_LIST: goods }) => (
          <div className="flex flex-col gap-4 pb-4">
            {[0, 1, 2, 3].map((level) => (
              <Level key={level} level={level} goods={goods.filter((good) => good.level === level)} />
            ))}
            <Note>{t('shop.fair')}</Note>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Level({ level, goods }: { level: number; goods: readonly ShopGood[] }): ReactNode {
  const t = useT();
  if (goods.length === 0) return null;
  const title = level === 0 ? t('shop.everybody') : t('shop.vipGoods', { level });
  return (
    <section>
      <Heading>{title}</Heading>
      <List isCard label={title}>
        {goods.map((good) => (
          <GoodRow key={good.good_id} good={good} />
        ))}
      </List>
    </section>
  );
}

function GoodRow({ good: { good_id, name, drawing, period } }: { good: ShopGood }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const closed = period ? whyClosed(period, serverNow()) : 'closed';
  return (
    <Row
      to={`/good/${good_id}`}
      start={<GoodPicture drawing={drawing} />}
      title={name}
      note={
        period &&
        t(isCountHidden(period, serverNow()) ? 'shop.soldAtLeast' : 'shop.soldOf', {
          sold: formats.whole(period.sold),
          tickets: formats.whole(period.tickets),
        })
      }
      end={
        closed === undefined && period ? (
          <Money amount={period.price} coin="USDT" precision="short" hasCoin />
        ) : (
          <Badge>
            {t(closed === 'soldOut' ? 'shop.soldOut' : period?.state === 'closed' ? 'shop.drawing' : 'shop.over')}
          </Badge>
        )
      }
      endNote={closed === undefined && period ? <bdi>{formats.dayTime(period.closes_at)}</bdi> : undefined}
    />
  );
}
