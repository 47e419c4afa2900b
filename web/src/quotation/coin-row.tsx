import type { Coin } from '@candor/wire';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { LiveChange, LivePrice, LiveVolume } from '../live/market-cells.tsx';
import type { SummaryCoin } from '../live/market-cells.tsx';
import { Translated } from '../text/translated.tsx';
import { MarketRow } from '../ui/market-row.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { FavouriteButton } from '../market/favourite-button.tsx';

/** Drawn once; its cells follow the market by themselves. */
export const CoinRow = memo(function CoinRow({
  coin,
  summary,
}: {
  coin: Coin;
  summary: SummaryCoin | undefined;
}): ReactNode {
  return (
    <MarketRow
      coin={coin.code}
      to={`/exchange/${coin.symbol}`}
      start={<FavouriteButton code={coin.code} isAtEdge />}
      note={<Translated id="quotation.volume" values={{ volume: <LiveVolume coin={coin} summary={summary} /> }} />}
      line={<Sparkline prices={summary?.spark ?? []} />}
      price={<LivePrice coin={coin} summary={summary} />}
      change={<LiveChange look="pill" coin={coin} summary={summary} />}
    />
  );
});
