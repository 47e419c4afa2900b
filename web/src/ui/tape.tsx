// The latest trades, newest first: the side of the taker as an arrow, a colour and a word that is read out.
import { coinOfCode } from '@candor/wire';
import { clsx } from 'clsx';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { CompactText } from './compact.tsx';
import { sizeText } from './size-text.ts';
import { Skeleton } from './states.tsx';
import { useKit } from './kit-provider.tsx';
import { Figure } from './text.tsx';

export interface TapeRow {
  id: string;
  /** Already in the reader's form. */
  time: string;
  price: string;
  size: string;
  isBuy: boolean;
}

export interface TapeProps {
  coin: string;
  trades: readonly TapeRow[];
  words: { title: string; time: string; price: string; size: string; buy: string; sell: string };
  /** Places kept for trades that have not come yet. */
  rows: number;
}

export const Tape = ({ coin, trades, words, rows }: TapeProps): ReactNode => (
  <table className="w-full border-collapse text-small">
    <caption className="unseen">{words.title}</caption>
    <thead className="text-tiny text-faint">
      <tr className="grid grid-cols-[1fr_1.2fr_1fr] gap-2 px-1">
        <th scope="col" className="text-start font-normal">
          {words.time}
        </th>
        <th scope="col" className="text-end font-normal">
          {words.price}
        </th>
        <th scope="col" className="text-end font-normal">
          {words.size}
        </th>
      </tr>
    </thead>
    <tbody>
      {trades.map((trade) => (
        <Trade key={trade.id} {...trade} coin={coin} word={trade.isBuy ? words.buy : words.sell} />
      ))}
      {Array.from({ length: Math.max(0, rows - trades.length) }, (_, place) => (
        <tr key={place} className="flex h-[1.8em] items-center px-1">
          <td className="w-full">{trades.length === 0 && <Skeleton className="h-3 w-full" />}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

interface TradeProps extends TapeRow {
  coin: string;
  word: string;
}

const Trade = memo(function Trade({ time, price, size, isBuy, coin, word }: TradeProps): ReactNode {
  const { formats } = useKit();
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  return (
    <tr className="grid h-[1.8em] grid-cols-[1fr_1.2fr_1fr] items-center gap-2 px-1">
      <td className="text-secondary">
        <Figure>{time}</Figure>
      </td>
      <td className={clsx('text-end font-medium', isBuy ? 'text-rise' : 'text-fall')}>
        <span aria-hidden className="text-[0.7em]">
          {isBuy ? '▲ ' : '▼ '}
        </span>
        <span className="unseen">{word}</span>
        <Figure>{formats.price(price, { min: decimals, max: decimals })}</Figure>
      </td>
      <td className="text-end">
        <CompactText text={sizeText(size, formats)} />
      </td>
    </tr>
  );
});
