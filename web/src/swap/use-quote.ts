// The quote for what is typed: asked for once typing rests, and anew before it expires, as long as somebody looks at the page.
import { getExchangeRate, swapTerms } from '@candor/wire';
import type { AssetCode } from '@candor/wire';
import { useEffect, useState } from 'react';
import { useRead } from '../data/use-read.ts';
import type { DataOf, Reading } from '../data/use-read.ts';
import { askedAmount, type Pair } from './swap-rules.ts';

export type Quote = DataOf<typeof getExchangeRate>;
export type Side = keyof Pair;

const restMs = 250;
/** A little before the last one expires. */
const renewMs = swapTerms.quoteMs - 700;

export function useQuote(pair: Pair, typed: { side: Side; amount: string }): Reading<Quote> & { isAsked: boolean } {
  const coin: AssetCode = pair[typed.side];
  const amount = useRested(askedAmount(typed.amount, coin));
  const payload = {
    baseCurrency: pair.from,
    quoteCurrency: pair.to,
    amount: amount ?? '0',
    amount_of: typed.side === 'from' ? ('base' as const) : ('quote' as const),
  };
  const read = useRead(getExchangeRate, payload, {
    isEnabled: amount !== undefined,
    freshMs: renewMs,
    everyMs: renewMs,
  });
  const isAsked = amount !== undefined && amount === askedAmount(typed.amount, coin);
  return { ...read, data: isAsked ? read.data : undefined, isAsked };
}

/** The value once it has stayed the same for a moment. */
function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
