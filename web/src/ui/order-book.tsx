// Who would buy and who would sell, with sizes added up as bars from the middle outwards: beside each other, or as one ladder.
import { clsx } from 'clsx';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { CompactText } from './compact.tsx';
import { sizeText } from './size-text.ts';
import { Skeleton } from './states.tsx';
import { useKit } from './kit-provider.tsx';

export interface BookRow {
  /** Decimal text. */
  price: string;
  size: string;
  /** Of the deepest level shown: what lies at this price or better, 0 to 100. */
  depth: number;
}

export type BookSideName = 'bids' | 'asks';

export interface OrderBookProps {
  words: { bids: string; asks: string; price: string; size: string };
  rows: number;
  /** The gap between both sides. */
  middle: ReactNode;
  /** Asks above bids, so that prices fall from the top to the bottom. */
  isLadder: boolean;
  /** One row, which follows its level by itself: a BookLevel. Place 0 is the best price. */
  level: (place: BookPlace) => ReactNode;
}

export interface BookPlace {
  side: BookSideName;
  place: number;
  /** Prices stand at the start of the row. */
  isPriceFirst: boolean;
}

/** Beside each other bids stand left and asks right in every script, as charts do. */
export function OrderBook(props: OrderBookProps): ReactNode {
  if (props.isLadder) {
    return (
      <div dir="ltr" className="flex flex-col gap-1">
        <BookSide {...props} side="asks" />
        {props.middle}
        <BookSide {...props} side="bids" />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {props.middle}
      <div dir="ltr" className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-2 gap-y-4">
        <BookSide {...props} side="bids" />
        <BookSide {...props} side="asks" />
      </div>
    </div>
  );
}

function BookSide({ side, words, rows, isLadder, level }: OrderBookProps & { side: BookSideName }): ReactNode {
  const isBid = side === 'bids';
  const isPriceFirst = isLadder || !isBid;
  const places = Array.from({ length: rows }, (_, place) => (isLadder && !isBid ? rows - 1 - place : place));
  return (
    <table className="w-full border-collapse text-small">
      <caption className={clsx('px-1 pb-1 text-start font-strong', isBid ? 'text-rise' : 'text-fall')}>
        {words[side]}
      </caption>
      <thead className={clsx('text-tiny text-faint', isLadder && isBid && 'unseen')}>
        <tr className={clsx('flex justify-between px-1', isPriceFirst && 'flex-row-reverse')}>
          <th scope="col" className="font-normal">
            <bdi>{words.size}</bdi>
          </th>
          <th scope="col" className="font-normal">
            <bdi>{words.price}</bdi>
          </th>
        </tr>
      </thead>
      <tbody>{places.map((place) => level({ side, place, isPriceFirst }))}</tbody>
    </table>
  );
}

export interface BookLevelProps {
  /** Undefined: there is none at this place. */
  row: BookRow | undefined;
  isLoading: boolean;
  /** Of the price as it is joined. */
  decimals: number;
  side: BookSideName;
  isPriceFirst: boolean;
  /** A tap on the row, with its price. */
  onPress?: ((price: string) => void) | undefined;
}

export function BookLevel({ row, isLoading, ...looks }: BookLevelProps): ReactNode {
  if (row) return <FilledLevel {...row} {...looks} />;
  return (
    <tr className="flex h-[1.8em] items-center">
      <td className="w-full px-1">{isLoading && <Skeleton className="h-3 w-full" />}</td>
    </tr>
  );
}

type FilledLevelProps = BookRow & Omit<BookLevelProps, 'row' | 'isLoading'>;

const FilledLevel = memo(function FilledLevel(props: FilledLevelProps): ReactNode {
  const { price, size, depth, decimals, side, isPriceFirst, onPress } = props;
  const { formats } = useKit();
  const isBid = side === 'bids';
  const figure = formats.price(price, { min: decimals, max: decimals });
  return (
    <tr
      className={clsx(
        'relative flex h-[1.8em] items-center justify-between gap-2 px-1',
        isPriceFirst && 'flex-row-reverse',
      )}
    >
      <td className="relative z-1">
        <CompactText text={sizeText(size, formats)} />
      </td>
      <td className={clsx('z-1', !onPress && 'relative')}>
        <span className={clsx('figure font-medium', isBid ? 'text-rise' : 'text-fall')}>
          {onPress ? (
            // The whole row; who types writes the price into the ticket.
            <button type="button" tabIndex={-1} className="after:absolute after:inset-0" onClick={() => onPress(price)}>
              {figure}
            </button>
          ) : (
            figure
          )}
        </span>
      </td>
      <td
        aria-hidden
        style={{ inlineSize: `${depth}%` }}
        className={clsx(
          'absolute inset-y-px p-0',
          isPriceFirst ? 'start-0' : 'end-0',
          isBid ? 'bg-rise-soft' : 'bg-fall-soft',
        )}
      />
    </tr>
  );
});
