// What waits and for how long, what somebody should look at, how market and processes stand, and what the house holds, held and gained.
import { getHealth, getMarketDesk, listHouseAccounts, listQueues } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Segmented } from '@candor/web/ui/choices.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { LayoutDashboard } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import type { Place } from '../queue/place.ts';
import { Loaded } from '../session/loaded.tsx';
import { useRead } from '../session/use-read.ts';
import type overview from '../text/en/overview.json';
import { useFormats, useT } from '../text/texts.ts';
import { Word } from '../text/wire-words.ts';
import { Columns } from '../ui/columns.tsx';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { Alarms } from './alarms-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { ProcessesCard } from './processes-card.tsx';
import { bankrollPromises, promised, promiseNames } from './promised.ts';
import type { Promised } from './promised.ts';
import { queueTitles } from './queue-titles.ts';
import { TodayCard } from './today-card.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    overview: typeof overview;
  }
}

const everyMs = 5_000;

export const place: Place = {
  name: 'overview',
  title: 'overview.title',
  icon: LayoutDashboard,
  index: 10,
  screens: [{ path: '/overview', Screen: OverviewScreen }],
};

function OverviewScreen(): ReactNode {
  const t = useT();
  const health = useRead(getHealth, {}, { everyMs });
  return (
    <PlacePage title={t('overview.title')}>
      <Loaded read={health}>{({ alarms }) => <Alarms alarms={alarms} />}</Loaded>
      <Columns
        isSideFirst
        side={
          <>
            <TitledCard title={t('overview.waiting')}>
              <Waiting />
            </TitledCard>
            <TitledCard title={t('overview.market')}>
              <MarketState />
            </TitledCard>
            <TodayCard />
          </>
        }
      >
        <HistoryCard />
        {health.data && <ProcessesCard processes={health.data.processes} />}
        <House />
      </Columns>
    </PlacePage>
  );
}

function Waiting(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Loaded read={useRead(listQueues, {}, { everyMs })}>
      {({ queues }) => (
        <Facts>
          {queues.map(({ name, waiting, in_all: all, oldest_at: oldest }) => {
            const title = queueTitles()[name];
            return (
              <Fact
                key={name}
                label={
                  <TextLink to={`/${name}`} size="small" isInline>
                    {title === undefined ? name : t(title)}
                  </TextLink>
                }
                note={oldest === null ? undefined : <WaitingNote oldest={oldest} waiting={waiting} />}
              >
                {formats.whole(all)}
              </Fact>
            );
          })}
        </Facts>
      )}
    </Loaded>
  );
}

function WaitingNote({ oldest, waiting }: { oldest: string; waiting: number }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <>
      <Ago at={oldest} />
      {waiting > 0 && ` · ${t('overview.forYou', { count: formats.whole(waiting) })}`}
    </>
  );
}

function MarketState(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Loaded read={useRead(getMarketDesk, {}, { everyMs })}>
      {({ coins, source }) => {
        const count = (state: string): number => coins.filter((coin) => coin.state === state).length;
        const out = coins.filter((coin) => coin.sources_in < coin.sources).length;
        return (
          <Facts>
            <Fact label={t('overview.source')}>
              <Word kind="source" code={source} />
            </Fact>
            <Fact label={t('overview.sourcesOut')}>
              <Badge tone={out > 0 ? 'warn' : 'neutral'}>{formats.whole(out)}</Badge>
            </Fact>
            <Fact label={t('market.live')}>{formats.whole(count('live'))}</Fact>
            <Fact label={t('market.degraded')}>
              <Badge tone={count('degraded') > 0 ? 'warn' : 'neutral'}>{formats.whole(count('degraded'))}</Badge>
            </Fact>
            <Fact label={t('market.halted')}>
              <Badge tone={count('halted') > 0 ? 'danger' : 'neutral'}>{formats.whole(count('halted'))}</Badge>
            </Fact>
          </Facts>
        );
      }}
    </Loaded>
  );
}

const books = ['real', 'bonus'] as const;
type Book = (typeof books)[number];

function House(): ReactNode {
  const t = useT();
  const [book, setBook] = useState<Book>('real');
  return (
    <Loaded read={useRead(listHouseAccounts, {}, { everyMs })}>
      {({ accounts, due }) => (
        <>
          {due !== '0' && (
            <Banner tone="danger" title={t('overview.due')}>
              <Money amount={due} coin="USDT" hasCoin />
            </Banner>
          )}
          <TitledCard title={t('overview.house')}>
            <Note>{t('overview.houseNote')}</Note>
            <Segmented
              label={t('overview.book')}
              value={book}
              onChange={setBook}
              choices={books.map((value) => ({ value, label: t(`overview.${value}`) }))}
            />
            <Table
              label={t('overview.house')}
              rows={promised(accounts).filter((row) => row.book === book)}
              keyOf={({ coin }) => coin}
              columns={[
                { key: 'coin', label: t('overview.coin'), cell: ({ coin }) => coin },
                { key: 'bankroll', label: t('overview.bankroll'), isFigure: true, cell: (row) => <Money amount={row.bankroll} coin={row.coin} precision="short" /> }, // oxfmt-ignore
                ...bankrollPromises.map((bucket) => ({
                  key: bucket,
                  label: t(promiseNames[bucket]),
                  isFigure: true,
                  cell: ({ aside, coin }: Promised) => <Money amount={aside[bucket]} coin={coin} precision="short" />,
                })),
              ]}
            />
          </TitledCard>
        </>
      )}
    </Loaded>
  );
}
