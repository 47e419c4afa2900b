// Periods that have ended: of one good, or of all, each with its winning numbers and the way to its draw.
import type { ShopPeriod } from '@candor/wire';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Badge } from '../ui/badge.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { endedPeriods } from './shop-list.ts';

export function Screen(): ReactNode {
  const t = useT();
  const { id = 'all' } = useParams();
  const list = useList(endedPeriods, { good_id: id === 'all' ? '' : id });
  return (
    <Page title={t('shop.draws')} back={id === 'all' ? '/indexGood' : `/good/${id}`}>
      <PagedList
        list={list}
        empty={<EmptyState icon={History} title={t('shop.noDraws')} />}
        render={(periods) => (
          <List label={t('shop.draws')}>
            {periods.map((period) => (
              <PeriodRow key={period.periods_id} period={period} />
            ))}
          </List>
        )}
      />
    </Page>
  );
}

function PeriodRow({ period }: { period: ShopPeriod }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { number, sold, tickets, state, winning_num: won, closed_at: closedAt } = period;
  return (
    <Row
      to={`/period/${period.periods_id}`}
      title={t('shop.period', { number: formats.whole(number) })}
      note={t('shop.soldOf', { sold: formats.whole(sold), tickets: formats.whole(tickets) })}
      end={
        state === 'void' ? (
          <Badge>{t('shop.stateVoid')}</Badge>
        ) : (
          <bdi dir="ltr" className="figure">
            {won.split(',').slice(0, 3).join(', ')}
          </bdi>
        )
      }
      endNote={closedAt && <bdi>{formats.dayTime(closedAt)}</bdi>}
    />
  );
}
