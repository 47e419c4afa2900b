// A price that ticks: tabular, never narrower than it was, with a brief tint in the direction of the change.
import { coinOfCode, parseMarketNumber } from '@candor/wire';
import { clsx } from 'clsx';
import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useSurroundings } from './surroundings.tsx';
import type { UiFormats } from './surroundings.tsx';
import { StillText, TickingText } from './ticking-text.tsx';
import type { Source } from './ticking-text.tsx';
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
  const text = priceText(formats, coin, price);
  const element = useTint(isTicking ? price : undefined);
  const face = clsx(faceOf({ size, tone, weight }), props.className);
  if (isTicking) return <StillText ref={element} text={text} className={face} />;
  return (
    <bdi dir="ltr" className={clsx('inline-block', face)}>
      {text}
    </bdi>
  );
}

function priceText(formats: UiFormats, coin: string, price: string | null | undefined): string {
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  return formats.decimal(price, { min: decimals, max: decimals });
}

const faceOf = ({ size, tone, weight }: { size: Size; tone: Tone; weight: Weight }): string =>
  clsx('figure rounded-[0.25em] text-end', sizeClass[size], toneClass[tone], weightClass[weight]);

/** One of many that tick side by side, on a line without other text. */
export function ListPrice({ coin, source }: { coin: string; source: Source<string | null | undefined> }): ReactNode {
  const { formats } = useSurroundings();
  const last = useRef<Ticked>(undefined);
  const text = useMemo(
    () => ({ ...source, get: () => priceText(formats, coin, source.get()) }),
    [coin, formats, source],
  );
  return (
    <TickingText
      source={text}
      className={faceOf({ size: 'body', tone: 'inherit', weight: 'medium' })}
      onChange={(element) => tintBy(element, source.get(), last)}
    />
  );
}

interface Ticked {
  price: bigint;
  tintedAt: number;
}

function useTint(price: string | null | undefined) {
  const element = useRef<HTMLElement>(null);
  const last = useRef<Ticked>(undefined);
  useEffect(() => {
    if (element.current) tintBy(element.current, price, last);
  }, [price]);
  return element;
}

/** Tints by how the price compares with the one before. */
function tintBy(element: HTMLElement, price: string | null | undefined, last: RefObject<Ticked | undefined>): void {
  const now = typeof price === 'string' ? parseMarketNumber(price) : undefined;
  if (now === undefined) return;
  const [before, at] = [last.current, performance.now()];
  last.current = { price: now, tintedAt: before?.tintedAt ?? 0 };
  if (!before || now === before.price || at - before.tintedAt < tintEveryMs) return;
  last.current.tintedAt = at;
  element.dataset['tint'] = now > before.price ? 'rise' : 'fall';
  if (tinted.size === 0) setTimeout(untint, tintMs);
  tinted.set(element, at + tintMs);
}

/** Until when, by performance.now(). */
const tinted = new Map<HTMLElement, number>();

/** Two changes of style a tick instead of a fade, which would keep the page painting for as long as prices come. */
function untint(): void {
  const now = performance.now();
  for (const [element, until] of tinted) {
    if (until > now) continue;
    tinted.delete(element);
    delete element.dataset['tint'];
  }
  if (tinted.size > 0) setTimeout(untint, tintEveryMs);
}
