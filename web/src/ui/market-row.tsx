// A market as one line of a list: coin, its day, price and change. What lies at the end goes below where there is no room.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { useListPace } from './pace.tsx';

export interface MarketRowProps {
  coin: string;
  to: string;
  /** Under the coin's code, quieter: what was traded. */
  note: ReactNode;
  /** The shape of the day; gives way first. */
  line?: ReactNode;
  price: ReactNode;
  change: ReactNode;
  /** Before the link and no part of it, e.g. the star. */
  start?: ReactNode;
}

export function MarketRow({ coin, to, note, line, price, change, start }: MarketRowProps): ReactNode {
  const [ref, around] = useListPace();
  return (
    // Contained: however often its cells change, the rows around are neither laid out nor painted again.
    <li ref={ref} className="@container flex items-center [contain:content] [overflow-clip-margin:1rem]">
      {start}
      <Link
        to={to}
        className="flex min-h-14.5 min-w-0 flex-1 flex-wrap items-center gap-2 rounded-control py-1.5 @min-[14rem]:flex-nowrap"
      >
        {around(
          <>
            <CoinIcon coin={coin} className="hidden @min-[14rem]:block" />
            <span className="flex min-w-fit flex-1 flex-col">
              <span className="whitespace-nowrap">
                <bdi dir="ltr">
                  <span className="font-strong">{coin}</span>
                  <span className="hidden text-tiny text-faint @min-[19rem]:inline">{' /USDT'}</span>
                </bdi>
              </span>
              <span className="text-tiny text-faint @min-[14rem]:whitespace-nowrap">{note}</span>
            </span>
            {line !== undefined && (
              <span
                className={clsx(
                  'hidden min-w-0 shrink-9999 *:max-w-full',
                  start === undefined ? '@min-[19rem]:block' : '@min-[27.5rem]:block',
                )}
              >
                {line}
              </span>
            )}
            <span
              className={clsx(
                'ms-auto flex min-w-0 flex-wrap items-center justify-end gap-x-2 gap-y-1',
                // The line has given way before.
                line !== undefined && start === undefined && '@min-[19rem]:flex-nowrap',
              )}
            >
              <span className="min-w-16 text-end">{price}</span>
              {change}
            </span>
          </>,
        )}
      </Link>
    </li>
  );
}
