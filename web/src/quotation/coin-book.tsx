import { depthSteps } from '@candor/wire';
import type { Coin, DepthStep } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useBook } from '../session/live/use-live.ts';
import { Text } from '../text/text.tsx';
import { useFormats, useText } from '../text/texts.ts';
import { Chips } from '../ui/choices.tsx';
import { OrderBook } from '../ui/order-book.tsx';
import { Price } from '../ui/price.tsx';
import { Words } from '../ui/words.tsx';
import { bookRowsMax, drawBook } from './book-rows.ts';
import type { DrawnBook } from './book-rows.ts';

/** Who would buy and sell at which price, at most sixteen prices a side. */
export function CoinBook({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  const formats = useFormats();
  const [step, setStep] = useState<DepthStep>('step0');
  const choices = depthSteps.slice(0, 5).map((name, place) => ({
    value: name,
    label: (
      <bdi dir="ltr" className="figure">
        {formats.decimal(unitOf(coin.priceDecimals - place), { min: 0, max: coin.priceDecimals })}
      </bdi>
    ),
  }));
  return (
    <section aria-label={t('quotation.book')} className="flex flex-col gap-3">
      <Chips label={t('quotation.grouping')} choices={choices} value={step} onChange={setStep} />
      <LiveBook key={`${coin.code} ${step}`} coin={coin} step={step} />
    </section>
  );
}

function LiveBook({ coin, step }: { coin: Coin; step: DepthStep }): ReactNode {
  const t = useText();
  const depth = useBook(coin.symbol, step);
  const book = depth && drawBook(depth);
  return (
    <>
      <Spread coin={coin} book={book} />
      <OrderBook
        coin={coin.code}
        rows={bookRowsMax}
        bids={book?.bids}
        asks={book?.asks}
        words={{
          bids: t('quotation.bids'),
          asks: t('quotation.asks'),
          price: t('quotation.columnPrice'),
          size: t('quotation.amountOf', { coin: coin.code }),
        }}
      />
    </>
  );
}

function Spread({ coin, book }: { coin: Coin; book: DrawnBook | undefined }): ReactNode {
  const formats = useFormats();
  return (
    <Words size="small" tone="secondary" align="center" as="p">
      <Text
        id="quotation.spread"
        values={{ amount: <Price price={book?.spread} coin={coin.code} size="small" weight="strong" tone="text" /> }}
      />{' '}
      <bdi dir="ltr" className="figure">
        {book?.spreadShare ? `(${formats.percent(book.spreadShare, { decimals: 3 })})` : ''}
      </bdi>
    </Words>
  );
}

/** Ten to the minus `decimals`, as decimal text. */
export const unitOf = (decimals: number): string =>
  decimals > 0 ? `0.${'1'.padStart(decimals, '0')}` : `1${'0'.repeat(-decimals)}`;
