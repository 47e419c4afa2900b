import { coins } from '@candor/wire';
import type { Coin } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useDayChange, usePrice } from '../session/live/use-live.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Change } from '../ui/change.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { HideBalances } from '../ui/hide-balances.tsx';
import { Fact, Facts, List, Row } from '../ui/list.tsx';
import { Meter } from '../ui/meter.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
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
              <Money amount="8.5" coin="USDT" precision="short" isSigned tone="rise" weight="strong" />{' '}
              <Money amount="-10" coin="USDT" precision="short" isSigned tone="fall" weight="strong" />
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
      <Sample name="Change, badge, sparkline">
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
        </div>
        <div className="flex gap-4">
          <Sparkline prices={day} />
          <Sparkline prices={day.toReversed()} />
          <Sparkline prices={[]} />
        </div>
      </Sample>
      <Sample name="Countdown">
        <div className="flex items-center gap-4">
          <Countdown endsAt={start + 30_000} lengthMs={30_000} size="large" tone="rise" />
          <Countdown endsAt={start + 120_000} lengthMs={180_000} />
          <Countdown endsAt={start + 30_000} lengthMs={60_000} size="small" tone="warn" />
        </div>
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
        <LiveChange coin={coin} />
      </span>
    }
  />
);
const LivePrice = ({ coin }: { coin: Coin }): ReactNode => (
  <Price price={usePrice(coin.symbol)} coin={coin.code} isTicking />
);
const LiveChange = ({ coin }: { coin: Coin }): ReactNode => <Change share={useDayChange(coin.symbol)} look="pill" />;
