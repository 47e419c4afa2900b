// The market: each coin with its state and its sources.
import { getMarketDesk } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { Figure } from '@candor/web/ui/text.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { ChartCandlestick } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Place } from '../queue/place.ts';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import type market from '../text/en/market.json';
import { useFormats, useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';
import { CoinScreen } from './coin-screen.tsx';
import { Age } from './age.tsx';
import { HaltButton } from './halt-button.tsx';
import { StateOfMarket } from './market-words.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    market: typeof market;
  }
}

const everyMs = 2_000;

export const place: Place = {
  name: 'market',
  title: 'market.title',
  icon: ChartCandlestick,
  index: 40,
  screens: [
    { path: '/market', Screen: MarketScreen },
    { path: '/market/:coin', Screen: CoinScreen },
  ],
};

function MarketScreen(): ReactNode {
  const t = useT();
  return (
    <PlacePage title={t('market.title')}>
      <Loaded read={useRead(getMarketDesk, {}, { everyMs })}>
        {({ coins }) => (
          <Card>
            <Coins coins={coins} />
          </Card>
        )}
      </Loaded>
    </PlacePage>
  );
}

type Coin = DataOf<typeof getMarketDesk>['coins'][number];

function Coins({ coins }: { coins: readonly Coin[] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Table
      label={t('market.title')}
      rows={coins}
      keyOf={({ coin }) => coin}
      columns={[
        { key: 'coin', label: t('market.coin'), cell: ({ coin }) => <TextLink to={`/market/${coin}`} size="small" isInline>{coin}</TextLink> }, // oxfmt-ignore
        { key: 'state', label: t('market.state'), cell: (row) => <StateOfMarket state={row.state} /> },
        { key: 'price', label: t('market.price'), isFigure: true, cell: (row) => <Figure>{formats.decimal(row.price, { min: 2, max: 10 })}</Figure> }, // oxfmt-ignore
        { key: 'age', label: t('market.age'), isFigure: true, cell: (row) => <Age ms={row.age_ms} /> },
        { key: 'sources', label: t('market.sources'), cell: (row) => <Badge tone={row.sources_in === row.sources ? 'good' : 'warn'}>{t('market.sourcesIn', { count: row.sources_in, all: row.sources })}</Badge> }, // oxfmt-ignore
        { key: 'gaps', label: t('market.gaps'), isFigure: true, cell: (row) => formats.whole(row.gaps) },
        { key: 'halt', label: t('market.halt'), cell: (row) => row.halt?.reason ?? '' },
        { key: 'act', label: '', cell: (row) => <HaltButton coin={row} /> },
      ]}
    />
  );
}
