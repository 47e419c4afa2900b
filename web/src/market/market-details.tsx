// What there is to know of a market below its chart, one thing at a time: only what is shown is followed.
import type { Coin } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Tabs } from '../ui/tabs.tsx';
import { BookPanel } from './book-panel.tsx';
import type { OnPrice } from './book-panel.tsx';
import { CoinAbout } from './coin-about.tsx';
import { DepthPanel } from './depth-panel.tsx';
import { TapePanel } from './tape-panel.tsx';

export type MarketView = 'book' | 'depth' | 'tape' | 'about';

interface PanelProps {
  coin: Coin;
  /** Of the book. */
  onPrice?: OnPrice;
}

const panels: Record<MarketView, (props: PanelProps) => ReactNode> = {
  book: BookPanel,
  depth: DepthPanel,
  tape: TapePanel,
  about: CoinAbout,
};

export interface MarketDetailsProps extends PanelProps {
  views: readonly MarketView[];
}

export function MarketDetails({ coin, views, onPrice }: MarketDetailsProps): ReactNode {
  const t = useT();
  const [chosen, setChosen] = useState<MarketView>('book');
  const view = views.find((one) => one === chosen) ?? views[0]!;
  const Panel = panels[view];
  return (
    <Tabs
      label={t('market.details')}
      tabs={views.map((value) => ({ value, label: t(`market.${value}`) }))}
      value={view}
      onChange={setChosen}
    >
      {/* As high as the book: another view leaves the page where it is. */}
      <div className="min-h-[32rem] pt-2">
        <Panel key={coin.code} coin={coin} {...(onPrice && { onPrice })} />
      </div>
    </Tabs>
  );
}
