// Cards side by side, one at a time; the next is a swipe or a tap on its dot away.
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';

export interface CarouselProps {
  label: string;
  /** Names a card for its dot, e.g. "Order 2 of 3". */
  nameOf: (place: number, count: number) => string;
  cards: readonly { key: string; card: ReactNode }[];
}

export function Carousel({ label, nameOf, cards }: CarouselProps): ReactNode {
  const row = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const last = cards.length - 1;
  const place = Math.min(shown, last);

  function look(): void {
    const { current } = row;
    if (current) setShown(Math.round(Math.abs(current.scrollLeft) / Math.max(1, current.clientWidth)));
  }

  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-1">
      {/* What scrolls is reached by keys too. */}
      <div
        ref={row}
        role="group"
        aria-label={label}
        {...(last > 0 && { tabIndex: 0 })}
        className="scroll-row -mx-1 flex snap-x snap-mandatory"
        onScroll={look}
      >
        {cards.map(({ key, card }, at) => (
          <div key={key} className="relative w-full shrink-0 snap-center px-1" inert={at !== place}>
            {card}
          </div>
        ))}
      </div>
      {cards.length > 1 && (
        <div className="-my-2 flex justify-center">
          {cards.map(({ key }, at) => (
            <button
              key={key}
              type="button"
              aria-label={nameOf(at + 1, cards.length)}
              aria-current={at === place || undefined}
              className="grid min-h-touch min-w-6 flex-[0_1_2.75rem] place-items-center"
              onClick={() =>
                row.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'smooth' })
              }
            >
              <span className={clsx('size-2 rounded-full', at === place ? 'bg-accent' : 'bg-line')} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
