// How much something moved: sign, arrow and colour together, since colour alone tells nothing to some.
import { parseMarketNumber } from '@candor/wire';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useKit } from './kit-provider.tsx';
import type { UiFormats } from './kit-provider.tsx';
import { TickingText } from './ticking-text.tsx';
import type { Source } from './ticking-text.tsx';
import { Figure, sizeClass } from './text.tsx';
import type { Size } from './text.tsx';

export interface ChangeProps {
  /** A share as decimal text, e.g. '-0.0042'; see changeOf for open and close. */
  share: string | null | undefined;
  look?: 'plain' | 'pill';
  size?: Size;
  className?: string | undefined;
}

export type Move = 'up' | 'down' | 'unchanged';

/** (close − open) / open as decimal text with four decimals; null when there is no such thing. */
export function changeOf(open: string | null | undefined, close: string | null | undefined): string | null {
  const [from, to] = [parseMarketNumber(open ?? ''), parseMarketNumber(close ?? '')];
  if (from === undefined || to === undefined || from === 0n) return null;
  const parts = ((to - from) * 10_000n) / from;
  const digits = (parts < 0n ? -parts : parts).toString().padStart(5, '0');
  return `${parts < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Below a hundredth of a percent nothing has moved that anyone could see. */
export function moveOf(share: string | null | undefined): Move {
  if (typeof share !== 'string' || /^-?0*(?:\.0{0,4}|\.0{4}\d*)?$/.test(share)) return 'unchanged';
  return share.startsWith('-') ? 'down' : 'up';
}

const looks = {
  plain: { up: 'text-rise', down: 'text-fall', unchanged: 'text-secondary' },
  pill: {
    up: 'bg-rise-soft text-rise',
    down: 'bg-fall-soft text-fall',
    unchanged: 'bg-sunk text-secondary',
  },
};
const arrows = { up: '▲', down: '▼', unchanged: '\u00a0' };

export function Change({ share, ...looks }: ChangeProps): ReactNode {
  const { formats } = useKit();
  return (
    <Moved move={moveOf(share)} {...looks}>
      <Figure>{percentOf(formats, share)}</Figure>
    </Moved>
  );
}

export interface TickingChangeProps extends Omit<ChangeProps, 'share'> {
  source: Source<string | null | undefined>;
  /** The sign of what the source has. */
  move: Move;
}

/** Writes itself; only another sign draws it again. */
export function TickingChange({ source, move, ...looks }: TickingChangeProps): ReactNode {
  const { formats } = useKit();
  const text = useMemo(() => ({ ...source, get: () => percentOf(formats, source.get()) }), [formats, source]);
  return (
    <Moved move={move} isTicking {...looks}>
      <TickingText source={text} className="figure text-center" />
    </Moved>
  );
}

const percentOf = (formats: UiFormats, share: string | null | undefined): string =>
  formats.percent(share, { isSigned: true });

interface MovedProps extends Omit<ChangeProps, 'share'> {
  move: Move;
  /** The arrow keeps room of its own, so that turning it moves nothing. */
  isTicking?: boolean;
  children: ReactNode;
}

function Moved({
  move,
  look = 'plain',
  size = 'small',
  className,
  isTicking = false,
  children,
}: MovedProps): ReactNode {
  const { word } = useKit();
  return (
    <span
      className={clsx(
        'inline-flex items-center justify-center gap-1 font-strong',
        look === 'pill' && 'min-h-7.5 min-w-22.5 rounded-control px-2',
        looks[look][move],
        sizeClass[size],
        className,
      )}
    >
      {isTicking ? (
        // A box of its own in a flex box, whose parts are always laid out together.
        <span className="text-[0.8em]">
          <span role="img" aria-label={word(move)} className="still inline-block w-[1em] text-center">
            {arrows[move]}
          </span>
        </span>
      ) : (
        <>
          {move !== 'unchanged' && (
            <span aria-hidden className="text-[0.8em]">
              {arrows[move]}
            </span>
          )}
          <span className="unseen">{word(move)}</span>
        </>
      )}
      {children}
    </span>
  );
}
