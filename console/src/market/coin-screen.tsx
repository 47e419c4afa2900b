// One coin: what each of its sources says, and what can be proposed about it.
import { correctCandle, getCoinDesk, getMarketDesk, mayPropose } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Figure } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useMe } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Word } from '../text/wire-words.ts';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { Age } from './age.tsx';
import { HaltButton } from './halt-button.tsx';
import { standingNames, StateOfMarket } from './market-words.tsx';

const everyMs = 2_000;

export function CoinScreen(): ReactNode {
  const { coin = '' } = useParams();
  const [t, formats, me] = [useT(), useFormats(), useMe()];
  const read = useRead(getCoinDesk, { coin }, { everyMs });
  const halt = useRead(getMarketDesk, {}, { everyMs }).data?.coins.find((each) => each.coin === coin)?.halt;
  return (
    <PlacePage
      title={coin}
      badge={read.data && <StateOfMarket state={read.data.state} />}
      actions={
        <>
          {mayPropose(correctCandle, me) && (
            <Button look="quiet" isSmall to={`/acts/new?kind=correct-candle&coin=${coin}`}>
              {t('acts.correctCandle')}
            </Button>
          )}
          {halt !== undefined && <HaltButton coin={{ coin, halt }} />}
        </>
      }
    >
      {halt && (
        <Banner tone="danger" title={halt.reason}>
          {halt.proposed_by} · {halt.approved_by} · <At at={halt.halted_at} />
        </Banner>
      )}
      <Loaded read={read}>
        {({ sources, price, gaps }) => (
          <TitledCard title={t('market.sources')} end={<Figure>{formats.decimal(price, { min: 2, max: 10 })}</Figure>}>
            <Table
              label={t('market.sources')}
              rows={sources}
              keyOf={({ source }) => source}
              columns={[
                {
                  key: 'source',
                  label: t('market.source'),
                  cell: ({ source }) => <Word kind="source" code={source} />,
                },
                { key: 'standing', label: t('market.standing'), cell: ({ standing }) => <Badge tone={standing === 'in' ? 'good' : 'warn'}>{t(standingNames[standing])}</Badge> }, // oxfmt-ignore
                { key: 'price', label: t('market.price'), isFigure: true, cell: (row) => <Figure>{formats.decimal(row.price, { min: 2, max: 10 })}</Figure> }, // oxfmt-ignore
                { key: 'deviation', label: t('market.deviation'), isFigure: true, cell: (row) => <Figure>{formats.percent(row.deviation, { decimals: 4, isSigned: true })}</Figure> }, // oxfmt-ignore
                { key: 'age', label: t('market.age'), isFigure: true, cell: (row) => <Age ms={row.age_ms} /> },
              ]}
            />
            <p className="mt-3">{t('market.gapsToday', { count: gaps.count })}</p>
          </TitledCard>
        )}
      </Loaded>
    </PlacePage>
  );
}
