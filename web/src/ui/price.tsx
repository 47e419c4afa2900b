// A price that ticks: tabular, never narrower than it was, with a brief tint in the direction of the change.
import { coinOfCode, parseMarketNumber } from '@candor/wire';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSurroundings } from './surroundings.tsx';
import { sizeClass, toneClass, weightClass } from './words.tsx';
import type { Size, Tone, Weight } from './words.tsx';

export interface PriceProps {
  /** Decimal text as the market sent it; a dash when there is none. */
  price: string | null | undefined;
  coin: string;
  /** Tints on change. */
  isTicking?: boolean;
  size?: Size;
  tone?: Tone;
  weight?: Weight;
  className?: string;
}

const [tintEveryMs, tintMs] = [100, 350];

export function Price(props: PriceProps): ReactNode {
  const { price, coin, isTicking = false, size = 'body', tone = 'inherit', weight = 'medium' } = props;
  const { formats } = useSurroundings();
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  const text = formats.decimal(price, { min: decimals, max: decimals });
  const element = useTint(isTicking ? price : undefined);
  // Only grows, so that neighbours stay where they are.
  const [widest, setWidest] = useState(0);
  const width = widthOf(text);
  if (isTicking && width > widest) setWidest(width);
  return (
    <bdi
      ref={element}
      dir="ltr"
      {...(isTicking ? { style: { minInlineSize: `${Math.max(width, widest)}ch` } } : {})}
      className={clsx(
        'figure inline-block rounded-[0.25em] text-end',
        sizeClass[size],
        toneClass[tone],
        weightClass[weight],
        props.className,
      )}
    >
      {text}
    </bdi>
  );
}

/** In widths of a digit; points and commas take less than half of one. */
const widthOf = (text: string): number => text.length - (text.match(/[^\d]/g)?.length ?? 0) * 0.55;

/** Two changes of style a tick instead of a fade, which would keep the page painting for as long as prices come. */
function useTint(price: string | null | undefined) {
  const element = useRef<HTMLElement>(null);
  const last = useRef<{ price: bigint; tintedAt: number }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const now = typeof price === 'string' ? parseMarketNumber(price) : undefined;
    if (now === undefined) return;
    const [before, at] = [last.current, performance.now()];
    last.current = { price: now, tintedAt: before?.tintedAt ?? 0 };
    const { current } = element;
    if (!before || !current || now === before.price || at - before.tintedAt < tintEveryMs) return;
    last.current.tintedAt = at;
    current.dataset['tint'] = now > before.price ? 'rise' : 'fall';
    clearTimeout(timer.current);
    timer.current = setTimeout(() => delete current.dataset['tint'], tintMs);
  }, [price]);
  return element;
}
