// A price that ticks: tabular, never narrower than it was, with a brief tint in the direction of the change.
import { coinOfCode, parseMarketNumber } from '@candor/wire';
import { clsx } from 'clsx';
import { useMemo, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useKit } from './kit-provider.tsx';
import type { UiFormats } from './kit-provider.tsx';
import { TickingText } from './ticking-text.tsx';
import type { Source } from './ticking-text.tsx';
import { sizeClass, toneClass, weightClass } from './text.tsx';
import type { Size, Tone, Weight } from './text.tsx';

interface Face {
  size?: Size;
  tone?: Tone;
  weight?: Weight;
  className?: string | undefined;
}

export interface PriceProps extends Face {
  /** Decimal text as the market sent it; a dash when there is none. */
  price: string | null | undefined;
  coin: string;
}

/** More often than once a second it is no sign of a change any more, but a flicker. */
const tintEveryMs = 1_000;
const tintMs = 350;
const lookEveryMs = 100;

/** One that stands still. */
export function Price({ price, coin, ...face }: PriceProps): ReactNode {
  const { formats } = useKit();
  return (
    <bdi dir="ltr" className={clsx('inline-block', classOf(face))}>
      {priceText(formats, coin, price)}
    </bdi>
  );
}

export interface TickingPriceProps extends Face {
  coin: string;
  source: Source<string | null | undefined>;
}

/** On a line without other text: writes itself, and tints. */
export function TickingPrice({ coin, source, ...face }: TickingPriceProps): ReactNode {
  const { formats } = useKit();
  const last = useRef<Ticked>(undefined);
  const text = useMemo(
    () => ({ ...source, get: () => priceText(formats, coin, source.get()) }),
    [coin, formats, source],
  );
  return (
    <TickingText source={text} className={classOf(face)} onChange={(element) => tintBy(element, source.get(), last)} />
  );
}

function priceText(formats: UiFormats, coin: string, price: string | null | undefined): string {
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  return formats.price(price, { min: decimals, max: decimals });
}

const classOf = ({ size = 'body', tone = 'inherit', weight = 'medium', className }: Face): string =>
  clsx('figure rounded-[0.25em] text-end', sizeClass[size], toneClass[tone], weightClass[weight], className);

interface Ticked {
  price: bigint;
  tintedAt: number;
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
  if (tinted.size > 0) setTimeout(untint, lookEveryMs);
}
