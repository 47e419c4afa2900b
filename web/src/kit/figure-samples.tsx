import { coins, wad } from '@candor/wire';
import type { Coin } from '@candor/wire';
import { useState } from 'react';
import { ChartCandlestick } from 'lucide-react';
import type { ReactNode } from 'react';
import { LiveChange, LivePrice } from '../live/market-cells.tsx';
import { Badge, CountBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Change } from '../ui/change.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Gain } from '../ui/gain.tsx';
import { HideBalances } from '../ui/hide-balances.tsx';
import { Fact, Facts, List, Row } from '../ui/list.tsx';
import { Bars } from '../ui/bars.tsx';
import { Meter } from '../ui/meter.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { RunChart } from '../ui/run-chart.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Sample } from './sample.tsx';

const day = ['90876', '90818', '90919', '90702', '90511', '90507', '91067', '90518', '90620', '91430'];

export function FigureSamples(): ReactNode {
  const [start] = useState(Date.now);
  return (
    <>
      <Sample name="Money">
        <Card className="flex flex-col gap-2">
          <span className="flex items-center">
            <Money amount="1204.5083" coin="USDT" size="figure" weight="strong" hasCoin isPrivate />
            <HideBalances />
          </span>
          <Facts>
            <Fact label="Full precision">
              <Money amount="0.00412" coin="BTC" hasCoin />
            </Fact>
            <Fact label="Short">
              <Money amount="18.5" coin="USDT" precision="short" hasCoin />
            </Fact>
            <Fact label="Signed">
              <Gain amount={wad('8.5')} /> <Gain amount={wad('-10')} />
            </Fact>
            <Fact label="None">
              <Money amount={null} coin="USDT" />
            </Fact>
            <Fact label="Large, cut and never rounded up" note="9007199254740993.12999">
              <Money amount="9007199254740993.12999" coin="USDT" size="tiny" />
            </Fact>
          </Facts>
        </Card>
      </Sample>
      <Sample name="Price, change, badge, sparkline">
        <Price price="90876.5" coin="BTC" />
        <div className="flex flex-wrap items-center gap-2">
          <Change share="0.0124" look="pill" />
          <Change share="-0.0042" look="pill" />
          <Change share="0.00001" look="pill" />
          <Change share={null} look="pill" />
          <Change share="0.3071" />
          <Change share="-0.0118" />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {(['neutral', 'accent', 'rise', 'fall', 'good', 'warn', 'danger'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          {['3', '100'].map((figure) => (
            <span key={figure} className="relative me-4">
              <ChartCandlestick className="size-5.5" aria-hidden />
              <CountBadge figure={figure} label={`${figure} running orders`} />
            </span>
          ))}
        </div>
        <div className="flex gap-4">
          <Sparkline prices={day} />
          <Sparkline prices={day.toReversed()} />
          <Sparkline prices={[]} />
        </div>
      </Sample>
      <Sample name="Bars">
        <Bars label="Income of five days" values={['0.2', '0', '0.4', '0.4', '0.6']} />
        <Bars label="Nothing yet" values={['0', '0']} />
      </Sample>
      <Sample name="Countdown">
        <div className="flex items-center gap-4">
          <Countdown endsAt={start + 30_000} lengthMs={30_000} size="large" tone="rise" />
          <Countdown endsAt={start + 120_000} lengthMs={180_000} />
          <Countdown endsAt={start + 30_000} lengthMs={60_000} size="small" tone="warn" />
        </div>
      </Sample>
      <Sample name="Run against its beginning">
        <RunChart
          points={[0.5, 0.3, 0.1, 0.4, 0.7, 0.9, 0.6].map((y, at) => ({ x: at / 8, y }))}
          wins="above"
          label="A run"
        />
      </Sample>
      <Sample name="Meter">
        <Meter
          label="Where it is"
          parts={[
            { name: 'Available', size: 746.8, value: '746.80' },
            { name: 'Margin', size: 216.81, value: '216.81' },
            { name: 'Staked', size: 144.54, value: '144.54' },
            { name: 'Held', size: 96.36, value: '96.36' },
          ]}
        />
      </Sample>
      <Sample name="Coins, live">
        <List>
          {coins.map((coin) => (
            <CoinRow key={coin.code} coin={coin} />
          ))}
          <Row start={<CoinIcon coin="USDT" />} title="USDT" note="Tether" end="1.00" />
        </List>
      </Sample>
    </>
  );
}

const CoinRow = ({ coin }: { coin: Coin }): ReactNode => (
  <Row
    start={<CoinIcon coin={coin.code} />}
    title={coin.code}
    note={coin.name}
    end={
      <span className="flex flex-wrap items-center justify-end gap-3">
        <LivePrice coin={coin} />
        <LiveChange coin={coin} look="pill" />
      </span>
    }
  />
);
