import { coinOfCode } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { LiveChange, LivePrice } from '../live/market-cells.tsx';
import { Card } from '../ui/card.tsx';
import { ChartFrame } from '../ui/chart-frame.tsx';
import { ChartLegend, CrosshairBox } from '../ui/chart-legend.tsx';
import { Compact } from '../ui/compact.tsx';
import { DepthChart } from '../ui/depth-chart.tsx';
import { HealthBar } from '../ui/health-bar.tsx';
import { List } from '../ui/list.tsx';
import { MarketRow } from '../ui/market-row.tsx';
import { BookLevel, OrderBook } from '../ui/order-book.tsx';
import { Side } from '../ui/side.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { StarButton } from '../ui/star-button.tsx';
import { Stats } from '../ui/stats.tsx';
import { Tape } from '../ui/tape.tsx';
import { TickChart } from '../ui/tick-chart.tsx';
import { Sample } from './sample.tsx';

const btc = coinOfCode('BTC')!;
const places = [0, 1, 2, 3, 4];
const points = [2, 5, 3, 7, 6, 9].map((y, place) => ({ x: place / 5, y: 1 - y / 10 }));
const hill = (side: 1 | -1) =>
  places.map((place) => ({ x: 50 + side * place * 10, y: 10 + place * 18, price: `${90000 + side * place}`, sum: `${place + 1}` })); // oxfmt-ignore

export function MarketSamples(): ReactNode {
  const [isOn, setOn] = useState(true);
  return (
    <>
      <Sample name="Market of a list">
        <List>
          <MarketRow
            coin="BTC"
            to="/exchange/btcusdt"
            note={
              <>
                Volume <Compact amount="3124567890.12" />
              </>
            }
            line={<Sparkline prices={['1', '3', '2', '4']} />}
            price={<LivePrice coin={btc} />}
            change={<LiveChange coin={btc} />}
            start={<StarButton isOn={isOn} label="Keep BTC on top" onPress={() => setOn(!isOn)} />}
          />
        </List>
        <Stats
          stats={[
            { label: 'Volume, 24 h', value: '3.1 bn' },
            { label: 'Registered', value: '12,405' },
          ]}
        />
        <span className="flex gap-3">
          <Side side="up">Up</Side>
          <Side side="down">Down</Side>
        </span>
      </Sample>
      <Sample name="Book and trades">
        <OrderBook
          words={{ bids: 'Bids', asks: 'Asks', price: 'Price', size: 'Size' }}
          rows={places.length}
          middle={null}
          isLadder={false}
          level={({ side, place, isPriceFirst }) => (
            <BookLevel
              key={place}
              row={
                place === 4 ? undefined : { price: `${90000 + place}`, size: `0.${place + 1}`, depth: 20 * (place + 1) }
              }
              isLoading={place === 4}
              decimals={2}
              side={side}
              isPriceFirst={isPriceFirst}
            />
          )}
        />
        <Tape
          coin="BTC"
          words={{ title: 'Trades', time: 'Time', price: 'Price', size: 'Size', buy: 'Bought', sell: 'Sold' }}
          rows={3}
          trades={[
            { id: 'b', time: '12:00:01', price: '90000.5', size: '0.12', isBuy: true },
            { id: 'a', time: '12:00:00', price: '90000', size: '12000', isBuy: false },
          ]}
        />
      </Sample>
      <Sample name="Pictures">
        <DepthChart
          label="Depth"
          bids={hill(-1)}
          asks={hill(1)}
          low="89,996"
          middle="90,000"
          high="90,004"
          describe={({ price, sum }) => `${sum} BTC up to ${price}`}
        />
        <TickChart
          points={points}
          label="Ticks"
          entry="90,000"
          exit="90,012"
          tone="rise"
          level={{ y: 0.5, label: 'TP' }}
        />
        <HealthBar share={0.4} />
        <Card isFlush>
          <ChartFrame
            label="Chart"
            isLoading={false}
            error="The chart could not be loaded."
            onRetry={() => undefined}
            className="h-48"
            legend={<ChartLegend items={[{ name: 'MA5', text: '90,001', tone: 'a' }]} />}
            over={<CrosshairBox title="12:00" side="left" rows={[{ label: 'Open', value: '90,000' }]} />}
            ref={null}
          />
        </Card>
      </Sample>
    </>
  );
}
