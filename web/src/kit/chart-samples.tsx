import { coinOfCode } from '@candor/wire';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { ChartPanel } from '../chart/chart-panel.tsx';
import type { ChartLine } from '../chart/price-line.ts';
import { usePrice } from '../live/use-live.ts';
import { Text } from '../ui/text.tsx';
import { Sample } from './sample.tsx';

const coin = coinOfCode('BTC')!;

/** With lines of a position that does not exist: two of them can be dragged. */
export function ChartSamples(): ReactNode {
  const [entry, setEntry] = useState<string>();
  const price = usePrice(coin.symbol);
  if (entry === undefined && price !== undefined) setEntry(price);
  return (
    <Sample name="Chart with price lines">
      {entry === undefined ? <Text>Waiting for a price</Text> : <LinesOf entry={entry} />}
    </Sample>
  );
}

function LinesOf({ entry }: { entry: string }): ReactNode {
  const [prices, setPrices] = useState({ takeProfit: shifted(entry, 1.0008), stopLoss: shifted(entry, 0.9992) });
  const [phase, setPhase] = useState('');
  const lines = useMemo(
    (): ChartLine[] => [
      { id: 'entry', kind: 'entry', price: entry },
      { id: 'liquidation', kind: 'liquidation', price: shifted(entry, 0.9985) },
      ...(['takeProfit', 'stopLoss'] as const).map((kind) => ({
        id: kind,
        kind,
        price: prices[kind],
        draggable: true,
        onDrag(price: string, now: 'moving' | 'dropped') {
          setPhase(now);
          setPrices((before) => ({ ...before, [kind]: price }));
        },
      })),
    ],
    [entry, prices],
  );
  return (
    <>
      <ChartPanel symbol={coin.symbol} label="Chart with lines" lines={lines} className="h-80" />
      <Text as="p" size="small">
        {`take profit ${prices.takeProfit}, stop loss ${prices.stopLoss} ${phase}`}
      </Text>
    </>
  );
}

/** A sample is no money: near enough. */
const shifted = (price: string, by: number): string => (Math.round(+price * by * 100) / 100).toString();
