import { depthSteps } from '@candor/wire';
import type { Coin, DepthStep } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Translated } from '../text/translated.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { TextChoices } from '../ui/choices.tsx';
import { BookLevel, OrderBook } from '../ui/order-book.tsx';
import type { BookPlace, BookSideName } from '../ui/order-book.tsx';
import { Price } from '../ui/price.tsx';
import { Text } from '../ui/text.tsx';
import { bookRowsMax } from './book-rows.ts';
import { nothing, textOf, useDrawn } from './use-drawn.ts';

export interface BookPanelProps {
  coin: Coin;
  /** Asks above bids in one column, for the side of a wide screen. */
  isLadder?: boolean;
  /** A tap on a price: who waits there buys or sells. */
  onPrice?: OnPrice | undefined;
}

export type OnPrice = (price: string, side: BookSideName) => void;

/** Who would buy and sell at which price: the best sixteen prices a side, joined to coarser ones by choice. */
export function BookPanel({ coin, isLadder, onPrice }: BookPanelProps): ReactNode {
  const t = useT();
  const formats = useFormats();
  const [step, setStep] = useState<DepthStep>('step0');
  const choices = depthSteps.slice(0, 5).map((name, place) => ({
    value: name,
    label: (
      <bdi dir="ltr" className="figure">
        {formats.price(unitOf(coin.priceDecimals - place), { min: 0, max: coin.priceDecimals })}
      </bdi>
    ),
  }));
  return (
    <section aria-label={t('market.book')} className="flex flex-col gap-1">
      <TextChoices label={t('market.grouping')} choices={choices} value={step} onChange={setStep} />
      <LiveBook key={step} coin={coin} step={step} isLadder={isLadder === true} onPrice={onPrice} />
    </section>
  );
}

interface LiveBookProps {
  coin: Coin;
  step: DepthStep;
  isLadder: boolean;
  onPrice: OnPrice | undefined;
}

function LiveBook({ coin, step, isLadder, onPrice }: LiveBookProps): ReactNode {
  const t = useT();
  return (
    <OrderBook
      rows={bookRowsMax}
      middle={<Spread coin={coin} step={step} />}
      isLadder={isLadder}
      level={({ side, place, isPriceFirst }) => (
        <LiveLevel key={place} {...{ coin, step, side, place, isPriceFirst, onPrice }} />
      )}
      words={{
        bids: t('market.bids'),
        asks: t('market.asks'),
        price: t('market.price'),
        size: t('market.amountOf', { coin: coin.code }),
      }}
    />
  );
}

interface LiveLevelProps extends BookPlace {
  coin: Coin;
  step: DepthStep;
  onPrice: OnPrice | undefined;
}

/** One price of the book: drawn again when it is another price, size or sum. */
function LiveLevel({ coin, step, side, place, isPriceFirst, onPrice }: LiveLevelProps): ReactNode {
  const row = useDrawn(coin, step, (book) => book[side][place]);
  return (
    <BookLevel
      row={row === nothing ? undefined : row}
      isLoading={row === undefined}
      decimals={Math.max(0, coin.priceDecimals - depthSteps.indexOf(step))}
      side={side}
      isPriceFirst={isPriceFirst}
      onPress={onPrice && ((price) => onPrice(price, side))}
    />
  );
}

function Spread({ coin, step }: { coin: Coin; step: DepthStep }): ReactNode {
  const formats = useFormats();
  const spread = useDrawn(coin, step, (book) => book.spread ?? nothing);
  const share = useDrawn(coin, step, (book) => book.spreadShare ?? nothing);
  return (
    <Text size="small" tone="secondary" align="center" as="p">
      <Translated
        id="market.spread"
        values={{ amount: <Price price={textOf(spread)} coin={coin.code} size="small" weight="strong" tone="text" /> }}
      />{' '}
      <bdi dir="ltr" className="figure">
        {textOf(share) === undefined ? '' : `(${formats.percent(textOf(share), { decimals: 3 })})`}
      </bdi>
    </Text>
  );
}

/** Ten to the minus `decimals`, as decimal text. */
export const unitOf = (decimals: number): string =>
  decimals > 0 ? `0.${'1'.padStart(decimals, '0')}` : `1${'0'.repeat(-decimals)}`;
