// Who would buy and who would sell: best prices at the top, sizes added up as bars from the middle outwards.
import { coinOfCode } from '@candor/wire';
import { clsx } from 'clsx';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { CompactText } from './compact.tsx';
import { sizeText } from './size-text.ts';
import { Skeleton } from './states.tsx';
import { useSurroundings } from './surroundings.tsx';

export interface BookRow {
  /** Decimal text. */
  price: string;
  size: string;
  /** Of the deepest level shown: what lies at this price or better, 0 to 100. */
  depth: number;
}

export interface OrderBookProps {
  coin: string;
  /** Undefined until they have come. */
  bids: readonly BookRow[] | undefined;
  asks: readonly BookRow[] | undefined;
  words: { bids: string; asks: string; price: string; size: string };
  rows: number;
}

/** Bids stand left and asks right in every script, as charts do. */
export const OrderBook = ({ coin, bids, asks, words, rows }: OrderBookProps): ReactNode => (
  <div dir="ltr" className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-2 gap-y-4">
    <BookSide side="bids" coin={coin} levels={bids} rows={rows} words={words} />
    <BookSide side="asks" coin={coin} levels={asks} rows={rows} words={words} />
  </div>
);

interface BookSideProps extends Pick<OrderBookProps, 'coin' | 'words' | 'rows'> {
  side: 'bids' | 'asks';
  levels: readonly BookRow[] | undefined;
}

function BookSide({ side, coin, levels, rows, words }: BookSideProps): ReactNode {
  const isBid = side === 'bids';
  return (
    <table className="w-full border-collapse text-small">
      <caption className={clsx('px-1 pb-1 text-start font-strong', isBid ? 'text-rise' : 'text-fall')}>
        {words[side]}
      </caption>
      <thead className="text-tiny text-faint">
        <tr className={clsx('flex justify-between px-1', !isBid && 'flex-row-reverse')}>
          <th scope="col" className="font-normal">
            <bdi>{words.size}</bdi>
          </th>
          <th scope="col" className="font-normal">
            <bdi>{words.price}</bdi>
          </th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, place) => {
          const level = levels?.[place];
          if (level) return <Level key={place} {...level} coin={coin} isBid={isBid} />;
          return (
            <tr key={place} className="flex h-[1.8em] items-center">
              <td className="w-full px-1">{levels === undefined && <Skeleton className="h-3 w-full" />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface LevelProps extends BookRow {
  coin: string;
  isBid: boolean;
}

const Level = memo(function Level({ price, size, depth, coin, isBid }: LevelProps): ReactNode {
  const { formats } = useSurroundings();
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  return (
    <tr
      className={clsx('relative flex h-[1.8em] items-center justify-between gap-2 px-1', !isBid && 'flex-row-reverse')}
    >
      <td className="relative z-1">
        <CompactText text={sizeText(size, formats)} />
      </td>
      <td className="relative z-1">
        <span className={clsx('figure font-medium', isBid ? 'text-rise' : 'text-fall')}>
          {formats.decimal(price, { min: decimals, max: decimals })}
        </span>
      </td>
      <td
        aria-hidden
        style={{ inlineSize: `${depth}%` }}
        className={clsx('absolute inset-y-px p-0', isBid ? 'end-0 bg-rise-soft' : 'start-0 bg-fall-soft')}
      />
    </tr>
  );
});
