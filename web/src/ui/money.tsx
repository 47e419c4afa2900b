// Amounts: the coin's own precision, cut and never rounded up, and dots instead of digits when balances are hidden.
import { assetDecimals, coinOfCode, formatAmount, isBelowCent } from '@candor/wire';
import type { AssetCode, Wad } from '@candor/wire';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

import { useKit } from './kit-provider.tsx';
import { sizeClass, toneClass, weightClass } from './text.tsx';
import type { Size, Tone, Weight } from './text.tsx';

export interface MoneyProps {
  /** Decimal text as it was sent, or units of 1e-18; a dash when there is none. */
  amount: string | Wad | null | undefined;
  coin: string;
  /** full: all decimals of the coin. short: two, and all where two do not say it. cents: two, for values that tick. */
  precision?: 'full' | 'short' | 'cents';
  /** With a sign in front, also of gains. */
  isSigned?: boolean;
  /** The coin's code behind it; smaller when it stands large. */
  hasCoin?: boolean;
  /** What belongs to the person; hidden when they hide balances. */
  isPrivate?: boolean;
  size?: Size;
  tone?: Tone;
  weight?: Weight;
  className?: string;
}

export const decimalsOfCoin = (coin: string): number =>
  coin === 'USDT' || coinOfCode(coin) ? assetDecimals(coin as AssetCode) : 8;

/** Columns of dollars have two decimals or four, and nothing between. */
const needsFour = /\.\d\d(?:[1-9]|0[1-9])/;

export function Money(props: MoneyProps): ReactNode {
  const { amount, coin, precision = 'full', isSigned, hasCoin, isPrivate, size = 'body', tone = 'inherit', weight = 'normal' } = props; // oxfmt-ignore
  const { formats, hidesBalances, word } = useKit();
  const text = typeof amount === 'bigint' ? formatAmount(amount) : amount;
  const max = precision === 'cents' && !isBelowCent(text ?? '') ? 2 : decimalsOfCoin(coin);
  const min = precision === 'full' || (max === 4 && needsFour.test(text ?? '')) ? max : Math.min(2, max);
  const isHidden = isPrivate === true && hidesBalances;
  return (
    <span
      className={clsx(
        'inline-flex flex-wrap items-baseline gap-x-[0.3em]',
        sizeClass[size],
        toneClass[tone],
        weightClass[weight],
        props.className,
      )}
    >
      {isHidden ? (
        <>
          <span aria-hidden>••••••</span>
          <span className="unseen">{word('hidden')}</span>
        </>
      ) : (
        <bdi dir="ltr" className="figure">
          {formats.decimal(text, { min, max }, isSigned)}
        </bdi>
      )}
      {hasCoin && (
        <span className={size === 'figure' || size === 'title' ? 'text-body font-medium text-secondary' : ''}>
          {coin}
        </span>
      )}
    </span>
  );
}
