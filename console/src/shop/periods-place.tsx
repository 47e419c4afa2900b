// Periods of the shop with what came of them; new ones are proposed as acts.
import { exportShopPeriods, getShopPeriod, listShopPeriods, periodStates } from '@candor/wire';
import type { ListedPeriod } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { Gift } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useRead } from '../session/use-read.ts';
import type shop from '../text/en/shop.json';
import { useT } from '../text/texts.ts';
import { Word } from '../text/wire-words.ts';

declare module '../text/keys.ts' {
  interface Areas {
    shop: typeof shop;
  }
}

const usdt = (amount: string | null): ReactNode =>
  amount === null ? '' : <Money amount={amount} coin="USDT" precision="short" size="small" />;

export const place = queue<typeof listShopPeriods>({
  name: 'shop-periods',
  title: 'shop.periods',
  icon: Gift,
  index: 46,
  list: listShopPeriods,
  table: exportShopPeriods,
  idOf: ({ periods_id: id }) => id,
  firstFilters: {},
  filters: [
    {
      name: 'state',
      label: 'shop.state',
      options: periodStates.map((value) => ({ value, label: `shop.${value}` as const })),
    },
    { name: 'good_id', label: 'shop.good' },
  ],
  columns: [
    { key: 'good', label: 'shop.good', cell: (item) => <PeriodLink item={item} /> },
    { key: 'state', label: 'shop.state', cell: (item) => <State item={item} /> },
    { key: 'sold', label: 'shop.sold', isFigure: true, cell: ({ sold, tickets }) => `${sold}/${tickets}` },
    { key: 'price', label: 'shop.price', isFigure: true, cell: ({ price }) => usdt(price) },
    { key: 'prize', label: 'shop.prize', isFigure: true, cell: ({ prize }) => usdt(prize) },
    { key: 'winners', label: 'shop.winners', isFigure: true, cell: ({ winners }) => winners },
    { key: 'result', label: 'shop.result', isFigure: true, cell: ({ result }) => usdt(result) },
    { key: 'series', label: 'shop.series', isFigure: true, isExtra: true, cell: ({ series }) => series },
    { key: 'stopped', label: 'shop.stopped', cell: (item) => <Stopped item={item} /> },
    { key: 'opened', label: 'shop.opened', sort: 'opened_at', isExtra: true, cell: (item) => <Ago at={item.opened_at} /> }, // oxfmt-ignore
    { key: 'closes', label: 'shop.closes', sort: 'closes_at', cell: (item) => <At at={item.closes_at} /> },
  ],
  Case: PeriodCase,
  actions: [],
});

const PeriodLink = ({ item }: { item: ListedPeriod }) => (
  <TextLink to={`/shop-periods/${item.periods_id}`} size="small" isInline>
    {`${item.good_id} #${item.number}`}
  </TextLink>
);

function State({ item: { state } }: { item: ListedPeriod }) {
  const t = useT();
  return (
    <Badge tone={state === 'open' ? 'accent' : state === 'drawn' ? 'good' : 'neutral'}>{t(`shop.${state}`)}</Badge>
  );
}

/** Its terms pay its buyers, which nobody approved: they do not open again. */
const isStopped = ({ pays_buyers: paying, series }: ListedPeriod): boolean => paying === 'not-approved' && series > 0;

function Stopped({ item }: { item: ListedPeriod }): ReactNode {
  const t = useT();
  return isStopped(item) ? <Badge tone="danger">{t('shop.stopped')}</Badge> : null;
}

function PeriodCase({ id, onItem }: { id: string; onItem: (item: ListedPeriod | undefined) => void }): ReactNode {
  const read = useRead(getShopPeriod, { periods_id: id });
  const { data } = read;
  useEffect(() => onItem(data), [data, onItem]);
  return <Loaded read={read}>{(period) => <PeriodFacts period={period} />}</Loaded>;
}

function PeriodFacts({ period }: { period: ListedPeriod }): ReactNode {
  const t = useT();
  return (
    <div className="flex flex-col gap-4">
      <Paying period={period} />
      <Card label={t('shop.terms')}>
        <Facts>
          <Fact label={t('shop.good')}>{period.good_id}</Fact>
          <Fact label={t('shop.number')}>{period.number}</Fact>
          <Fact label={t('shop.state')}>
            <State item={period} />
          </Fact>
          <Fact label={t('shop.sold')}>{`${period.sold}/${period.tickets}`}</Fact>
          <Fact label={t('shop.minimum')}>{period.tickets_min}</Fact>
          <Fact label={t('shop.resultAtMinimum')}>{usdt(period.result_at_minimum)}</Fact>
          <Fact label={t('shop.winners')}>{period.winners}</Fact>
          <Fact label={t('shop.price')}>{usdt(period.price)}</Fact>
          <Fact label={t('shop.prize')}>{usdt(period.prize)}</Fact>
          <Fact label={t('shop.kind')}>
            <Word kind="prize" code={period.prize_kind} />
          </Fact>
          <Fact label={t('shop.rebate')}>{usdt(period.rebate)}</Fact>
          <Fact label={t('shop.result')}>{usdt(period.result)}</Fact>
          <Fact label={t('shop.opened')}>
            <At at={period.opened_at} />
          </Fact>
          <Fact label={t('shop.closes')}>
            <At at={period.closes_at} />
          </Fact>
        </Facts>
      </Card>
    </div>
  );
}

/** Why no period follows, or that a loss was approved. */
function Paying({ period }: { period: ListedPeriod }): ReactNode {
  const t = useT();
  const { pays_buyers: paying, tickets_min: minimum, fair_tickets_min: fair, result_at_minimum: result } = period;
  if (paying === 'approved') return <Banner tone="warn">{t('shop.approvedLoss')}</Banner>;
  if (!isStopped(period)) return null;
  return (
    <Banner tone="danger" title={t('shop.stoppedTitle')}>
      {t('shop.stoppedText', { minimum, loss: result.replace(/^-/, '') })}{' '}
      {fair === null ? t('shop.stoppedNone') : t('shop.stoppedFair', { fair })}
    </Banner>
  );
}
